internal import CoreTypes
internal import HCI

/// Advertising as Silicon Labs' API reports it, and how that API writes addresses and PHYs.
enum ScannerCalls {
  /// The packet that a line stands for; nil if it is about something else.
  static func packet(_ line: TraceLine) throws(TraceFault) -> TracePacket? {
    switch line.name {
    case "bt_evt_scanner_legacy_advertisement_report":
      return TracePacket(LEAdvertisingReportEvent(reports: [try legacy(line)]))
    case "bt_evt_scanner_extended_advertisement_report":
      return TracePacket(LEExtendedAdvertisingReportEvent(reports: [try extended(line)]))
    default: return nil
    }
  }

  private static func legacy(_ line: TraceLine) throws(TraceFault) -> LEAdvertisingReportEvent.Report {
    var report = LEAdvertisingReportEvent.Report()
    report.eventType = try eventType(flags(line))
    report.address = try address(line)
    report.data = try line.octets("data", 0...31)
    report.rssi = try line.value("rssi")
    return report
  }

  private static func eventType(_ flags: ExtendedReportType) -> AdvertisingReportType {
    if flags.contains(.scanResponse) { return .scanResponse }
    if flags.contains(.directed) { return .directed }
    if flags.contains(.connectable) { return .connectable }
    return flags.contains(.scannable) ? .scannable : .nonConnectable
  }

  /// The flags of a report, which are bits of HCI.
  private static func flags(_ line: TraceLine) throws(TraceFault) -> ExtendedReportType {
    let kinds: ExtendedReportType = [.connectable, .scannable, .directed, .scanResponse]
    return ExtendedReportType(rawValue: try line.number("event_flags")).intersection(kinds)
  }

  private static func extended(
    _ line: TraceLine
  ) throws(TraceFault) -> LEExtendedAdvertisingReportEvent.Report {
    var report = LEExtendedAdvertisingReportEvent.Report()
    report.eventType = try flags(line)
    let status: UInt8 = try line.number("data_completeness", in: 0...3)
    report.eventType.dataStatus = AdvertisingDataStatus(rawValue: status)
    report.address = try address(line)
    report.primaryPHY = try phy(line, "primary_phy")
    report.secondaryPHY = try phy(line, "secondary_phy")
    report.advertisingSID = try line.value("adv_sid")
    report.txPower = try line.value("tx_power")
    report.rssi = try line.value("rssi")
    report.periodicAdvertisingInterval = try line.value("periodic_interval")
    report.directAddress = try address(line, prefix: "target_")
    report.data = try line.octets("data", 0...LEExtendedAdvertisingReportEvent.Report.maximumDataLength)
    return report
  }

  /// An address, whose kind differs from HCI: here 1 to 3 are kinds of random address, 4 and 5 are identities.
  static func address(_ line: TraceLine, prefix: String = "") throws(TraceFault) -> DeviceAddress {
    let type: UInt8 = try line.number(prefix + "address_type")
    let kind: DeviceAddress.Kind =
      switch type {
      case 1...3: .random
      case 4, 5: .init(rawValue: type - 2)
      default: .init(rawValue: type)
      }
    return DeviceAddress(try line.address(prefix + "address"), kind: kind)
  }

  /// The PHY in HCI: here 4 and 8 are the codings of LE Coded.
  static func phy(_ line: TraceLine, _ key: String) throws(TraceFault) -> PHYNumber {
    let phy: UInt8 = try line.number(key, in: 0...8)
    return PHYNumber(rawValue: min(phy, 3))
  }
}

extension LEAdvertisingReportEvent {
  fileprivate init(reports: [Report]) { self.init { $0.reports = reports } }
}

extension LEExtendedAdvertisingReportEvent {
  fileprivate init(reports: [Report]) { self.init { $0.reports = reports } }
}
