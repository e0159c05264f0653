internal import Analysis
internal import CoreTypes
internal import HCI
internal import HostStack
internal import Notation
internal import Verdicts

extension AnalysisText {
  private static let shownAdvertisers = 4

  /// The advertisers that a connection is made with, or all if there is no connection; and what is left out, nil for
  /// nothing.
  func advertisers(_ report: AnalysisReport) -> (shown: [AnalysisSection], hidden: String?) {
    let peers = report.connections.flatMap { [$0.peer.address?.value, $0.own.address?.value] }.compactMap {
      $0
    }
    let wanted = report.advertisers.filter { advertiser in
      peers.isEmpty || advertiser.shownBy == .commands || (advertiser.address.map(peers.contains) ?? false)
    }
    let left = report.advertisers.count - min(wanted.count, Self.shownAdvertisers)
    let noun = left == 1 ? "advertiser" : "advertisers"
    let hidden = left > 0 ? "and \(DecimalText.grouped(left)) more \(noun): --json lists them all" : nil
    return (wanted.prefix(Self.shownAdvertisers).map(advertiser), hidden)
  }

  private func advertiser(_ advertiser: RecordedAdvertiser) -> AnalysisSection {
    var title = "advertising"
    if let interface = advertiser.interface { title += ", \(interface)" }
    title += advertiser.address.map { ", \($0) \($0.kind)" } ?? ""
    var items = item("frames", "\(advertiser.firstFrame) to \(advertiser.lastFrame)")
    var parts = [Self.text(advertiser.properties)]
    if let interval = advertiser.interval?.value {
      let (least, most) = (interval.minMicroseconds / 1000, interval.maxMicroseconds / 1000)
      parts.append(
        "interval \(DecimalText.plain(least))" + (most == least ? "" : " to \(DecimalText.plain(most))")
          + " ms")
    } else if let interval = advertiser.intervalMicroseconds {
      parts.append("interval about \(DecimalText.plain(interval / 1000)) ms")
    }
    if let power = advertiser.txPower { parts.append("TX power \(power.value) dBm") }
    items += item("kind", parts.joined(separator: ", "))
    for (name, data) in [("data", advertiser.data), ("response", advertiser.scanResponse)] {
      if let data, !data.value.structures.isEmpty {
        items += item(name, Self.text(data.value) + " (frame \(data.frame))")
      }
    }
    return AnalysisSection(heading: title, items: items)
  }

  private static func text(_ properties: AdvertisingEventProperties) -> String {
    var parts = [properties.contains(.legacy) ? "legacy" : "extended"]
    if properties.contains(.connectable) { parts.append("connectable") }
    if properties.contains(.scannable) { parts.append("scannable") }
    if properties.contains(.directed) { parts.append("directed") }
    return parts.joined(separator: ", ")
  }

  private static func text(_ data: AdvertisingData) -> String {
    var parts: [String] = []
    if let name = data.localName { parts.append("\"\(DisplayText.line(name))\"") }
    if let flags = data.flags {
      parts.append("flags " + flags.rawValue.hex())
    }
    parts += data.serviceUUIDs.map { AnalysisNames.attribute($0) }
    parts += data.serviceData.map { "data of \(AnalysisNames.attribute($0.uuid))" }
    parts += data.manufacturerData.map {
      "\($0.data.count) octets of company \(CompanyIdentifier(rawValue: $0.company))"
    }
    if let power = data.txPowerLevel { parts.append("TX power \(power) dBm") }
    return parts.isEmpty ? "\(data.structures.count) structures" : parts.joined(separator: "; ")
  }
}

extension AnalysisText {
  /// What the recordings settle of requirement sets: a line each, with the place that shows it.
  func verdicts(_ report: AnalysisReport) -> [String] {
    report.verdicts.flatMap { shown -> [String] in
      let counts = OutcomeLabel.counts(shown.items.map(\.result.label))
      let all = counts + ["\(shown.notShownCount) not shown by the recording"]
      let head = "\(shown.set), \(shown.accessory): \(all.joined(separator: ", "))"
      return [""] + DisplayText.wrapped(head, to: style.width) + shown.items.flatMap(line)
    }
  }

  private func line(_ item: ShownVerdicts.Item) -> [String] {
    let result = item.result
    let label = DisplayText.padded(result.label.rawValue, to: OutcomeLabel.inconclusive.rawValue.count)
    let remark = item.basis == .conduct ? result.decisiveStep?.measured : nil
    let reason = (result.verdict == .pass ? remark : result.remarks.first).map { ": \($0)" } ?? ""
    let evidence = item.evidence.flatMap { reason.contains($0) ? nil : " (\($0))" } ?? ""
    let head = "  " + DisplayText.padded(result.id, to: 8)
    let lines = DisplayText.hanging(
      head + label + "  ", "\(result.title)\(reason)\(evidence)", width: style.width)
    guard let first = lines.first else { return [] }
    return [head + style.paint(label, as: result.label) + first.dropFirst((head + label).count)]
      + lines.dropFirst()
  }
}
