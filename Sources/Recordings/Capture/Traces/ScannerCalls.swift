internal import CoreTypes
internal import HCI

/// Advertising as Silicon Labs' API reports it, and how that API writes addresses and PHYs.
enum ScannerCalls {
  private static let connectable: UInt8 = 1
  private static let scannable: UInt8 = 2
  private static let directed: UInt8 = 4
  private static let scanResponse: UInt8 = 8

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
    let flags: UInt8 = try line.number("event_flags")
    report.eventType = eventType(flags)
    report.address = try address(line)
    report.data = try line.octets("data", 0...31)
    report.rssi = try line.number("rssi")
    return report
  }

  private static func eventType(_ flags: UInt8) -> AdvertisingReportType {
    if flags & scanResponse != 0 { return .scanResponse }
    if flags & directed != 0 { return .directed }
    if flags & connectable != 0 { return .connectable }
    return flags & scannable != 0 ? .scannable : .nonConnectable
  }

  private static func extended(
    _ line: TraceLine
  ) throws(TraceFault) -> LEExtendedAdvertisingReportEvent.Report {
    var report = LEExtendedAdvertisingReportEvent.Report()
    let flags: UInt16 = try line.number("event_flags")
    // The flags are the bits of HCI.
    report.eventType = ExtendedReportType(rawValue: flags & 0x0F)
    let status: UInt8 = try line.number("data_completeness", in: 0...3)
    report.eventType.dataStatus = AdvertisingDataStatus(rawValue: status)
    report.address = try address(line)
    report.primaryPHY = try phy(line, "primary_phy")
    report.secondaryPHY = try phy(line, "secondary_phy")
    report.advertisingSID = try line.number("adv_sid")
    report.txPower = try line.number("tx_power")
    report.rssi = try line.number("rssi")
    report.periodicAdvertisingInterval = try line.number("periodic_interval")
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
