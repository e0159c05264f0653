internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import Notation
internal import Wire

/// What values of fields mean, where the field's name tells how to read them.
enum FieldNotes {
  private static let errors: Set<String> = ["Status", "Reason", "ErrorCode", "Error_Code"]
  /// Microseconds in a unit.
  private static let units: [String: UInt64] = [
    "Interval": 1_250, "Connection_Interval": 1_250, "Connection_Interval_Min": 1_250,
    "Connection_Interval_Max": 1_250, "Interval_Min": 1_250, "Interval_Max": 1_250, "Interval Min": 1_250,
    "Interval Max": 1_250, "Timeout": 10_000, "Supervision_Timeout": 10_000, "WinSize": 1_250,
    "WinOffset": 1_250, "Scan_Interval": 625, "Scan_Window": 625, "LE_Scan_Interval": 625,
    "LE_Scan_Window": 625, "Advertising_Interval_Min": 625, "Advertising_Interval_Max": 625,
    "Primary_Advertising_Interval_Min": 625, "Primary_Advertising_Interval_Max": 625,
    "Subevent_Interval": 625, "Max_Procedure_Len": 625,
  ]
  private static let suffixes: [String: String] = [
    "RSSI": "dBm", "TxPower": "dBm", "TX_Power_Level": "dBm", "Selected_TX_Power": "dBm",
    "Reference_Power_Level": "dBm", "T_IP1_Time": "us", "T_IP2_Time": "us", "T_FCS_Time": "us",
    "T_PM_Time": "us", "T_SW": "us", "T_SW_Time": "us", "T_SW_Time_Supported": "us", "T_SW_IPT": "us",
    "T_SW_IPT_Time_Supported": "us", "Subevent_Len": "us", "Min_Subevent_Len": "us",
    "Max_Subevent_Len": "us", "MaxRxTime": "us", "MaxTxTime": "us",
  ]
  private static let signed: Set<String> = [
    "RSSI", "TxPower", "TX_Power_Level", "Selected_TX_Power", "Reference_Power_Level", "Packet_RSSI",
    "Transmit_Power_Level", "Max_TX_Power", "Min_TX_Power", "TX_Power", "Pwr_Delta", "Tx_Power_Delta",
  ]

  /// The value of a field; the list of fields has a signed octet as it is on the air.
  static func value(_ field: ListedField) -> String {
    guard signed.contains(field.name), let octet = UInt8(field.value) else { return field.value }
    return "\(Int8(bitPattern: octet))"
  }

  /// What the value of a field means; nil where the value says it.
  static func note(_ field: ListedField) -> String? {
    switch field.name {
    case "FeatureSet", "LE_Features": return [UInt8](hex: field.value).map(features)
    case "AdvA", "InitA", "ScanA", "TargetA", "Peer_Address", "Random_Address", "BD_ADDR", "Address":
      return [UInt8](hex: field.value).map { address($0) }
    default: return UInt64(field.value).flatMap { note($0, field.name) }
    }
  }

  private static func note(_ value: UInt64, _ name: String) -> String? {
    if errors.contains(name), value <= 0xFF {
      return value == 0 ? "success" : "\(ErrorCode(rawValue: UInt8(value)))"
    }
    if let note = timeNote(value, name) { return note }
    if let unit = units[name] { return milliseconds(value, of: unit) }
    if let suffix = suffixes[name] { return suffix }
    switch name {
    case "Version", "HCI_Version", "LMP_Version":
      return "Bluetooth \(CoreVersion(rawValue: UInt8(truncatingIfNeeded: value)))"
    case "Company_Identifier":
      return CompanyIdentifier(rawValue: UInt16(truncatingIfNeeded: value)).description
    case "Command_Opcode": return "\(Opcode(rawValue: UInt16(truncatingIfNeeded: value)))"
    case "LLID":
      return value == 3 ? "control PDU" : value == 2 ? "start or all of a frame" : "continuation, or empty"
    case "Connection_Handle", "Attribute Handle", "AA", "Access_Address", "CRCInit", "RejectOpcode",
      "UnknownType":
      return value.hex()
    default: return nil
    }
  }

  private static func timeNote(_ value: UInt64, _ name: String) -> String? {
    func set<List>(_: List.Type) -> String where List: CSTimeList {
      CapabilityText.list(CSTimes<List>(rawValue: UInt16(truncatingIfNeeded: value))) + " us"
    }
    func time<List>(_: List.Type) -> String? where List: CSTimeList {
      let time = CSTime<List>(index: UInt8(clamping: value))
      return time.isListed ? "\(time)" : nil
    }
    switch name {
    case "T_IP1_Capability", "T_IP2_Capability", "T_IP2_IPT_Capability", "T_IP1_Times_Supported",
      "T_IP2_Times_Supported", "T_IP2_IPT_Times_Supported":
      return set(TIPList.self)
    case "T_FCS_Capability", "T_FCS_Times_Supported": return set(TFCSList.self)
    case "T_PM_Capability", "T_PM_Times_Supported": return set(TPMList.self)
    case "T_IP1", "T_IP2": return time(TIPList.self)
    case "T_FCS": return time(TFCSList.self)
    case "T_PM": return time(TPMList.self)
    default: return nil
    }
  }

  /// `value` units of so many microseconds, as `7.5 ms`.
  static func milliseconds(_ value: UInt64, of microseconds: UInt64) -> String {
    let (whole, rest) = (value &* microseconds).quotientAndRemainder(dividingBy: 1_000)
    guard rest > 0 else { return "\(whole) ms" }
    var digits = rest.decimalDigits(3)
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits) ms"
  }

  private static func address(_ octets: [UInt8]) -> String {
    octets.reversed().hex(separator: ":", .upper)
  }

  private static func features(_ octets: [UInt8]) -> String {
    let set = FeatureSet(octets: octets)
    let names = FeatureSet.Feature.allCases.filter { set[$0] }.map { "\($0)" }
    return names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}
