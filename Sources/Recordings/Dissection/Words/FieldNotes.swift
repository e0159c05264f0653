internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import HostStack
internal import LinkLayer
internal import Notation
internal import Wire

/// What values of fields mean, where the field's name tells how to read them.
enum FieldNotes {
  private static let errors: Set<String> = ["Status", "Reason", "ErrorCode", "Error_Code"]
  /// How times are counted.
  private static let units: [String: any CountedTime.Type] = [
    "Interval": ConnectionInterval.self, "Connection_Interval": ConnectionInterval.self,
    "Connection_Interval_Min": ConnectionInterval.self, "Connection_Interval_Max": ConnectionInterval.self,
    "Interval_Min": ConnectionInterval.self, "Interval_Max": ConnectionInterval.self,
    "Interval Min": ConnectionInterval.self, "Interval Max": ConnectionInterval.self,
    "WinSize": TransmitWindowSize.self, "WinOffset": TransmitWindowOffset.self,
    "Min_Spacing": ChannelReportTime.self, "Max_Delay": ChannelReportTime.self,
    "Timeout": SupervisionTimeout.self, "Supervision_Timeout": SupervisionTimeout.self,
    "Authenticated_Payload_Timeout": AuthenticatedPayloadTimeout.self,
    "Scan_Interval": ScanTime.self, "Scan_Window": ScanTime.self, "LE_Scan_Interval": ScanTime.self,
    "LE_Scan_Window": ScanTime.self, "Advertising_Interval_Min": AdvertisingInterval.self,
    "Advertising_Interval_Max": AdvertisingInterval.self,
    "Primary_Advertising_Interval_Min": PrimaryAdvertisingInterval.self,
    "Primary_Advertising_Interval_Max": PrimaryAdvertisingInterval.self,
    "Periodic_Advertising_Interval": PeriodicAdvertisingInterval.self,
    "Subevent_Interval": SubeventInterval.self, "Max_Procedure_Len": MaxProcedureLength.self,
  ]
  private static let suffixes: [String: String] = [
    "RSSI": "dBm", "TxPower": "dBm", "TX_Power_Level": "dBm", "Transmit_Power_Level": "dBm",
    "Max_TX_Power": "dBm", "Min_TX_Power": "dBm", "TX_Power": "dBm", "Advertising_TX_Power": "dBm",
    "Selected_TX_Power": "dBm", "Current_TX_Power_Level": "dBm", "Max_TX_Power_Level": "dBm",
    "Reference_Power_Level": "dBm", "T_IP1_Time": "us", "T_IP2_Time": "us", "T_FCS_Time": "us",
    "T_PM_Time": "us", "T_SW": "us", "T_SW_Time": "us", "T_SW_Time_Supported": "us",
    "T_SW_IPT_Time_Supported": "us", "Subevent_Len": "us", "Min_Subevent_Len": "us",
    "Max_Subevent_Len": "us", "MaxRxTime": "us", "MaxTxTime": "us", "Max_TX_Time": "us", "Max_RX_Time": "us",
    "Frame_Space": "us", "Frame_Space_Min": "us", "Frame_Space_Max": "us", "FS": "us", "FS_Min": "us",
    "FS_Max": "us",
    "T_FCS_Kept": "ps", "T_IP_Kept": "ps", "Slip": "ps", "Packet_Start": "ps", "Packet_End": "ps",
    "Tone_Start": "ps", "Tone_End": "ps", "Round_Trip_Time": "in 0.5 ns", "Pwr_Delta": "dB",
    "Tx_Power_Delta": "dB", "Delta": "dB", "RF_TX_Path_Compensation_Value": "in 0.1 dB",
    "RF_RX_Path_Compensation_Value": "in 0.1 dB", "RPA_Timeout": "s",
  ]
  private static let signed: Set<String> = [
    "RSSI", "TxPower", "TX_Power_Level", "Selected_TX_Power", "Reference_Power_Level", "Packet_RSSI",
    "Transmit_Power_Level", "Max_TX_Power", "Min_TX_Power", "TX_Power", "Advertising_TX_Power", "Pwr_Delta",
    "Current_TX_Power_Level", "Max_TX_Power_Level", "RF_TX_Path_Compensation_Value",
    "RF_RX_Path_Compensation_Value",
    "Tx_Power_Delta", "Delta", "T_FCS_Kept", "T_IP_Kept", "Slip",
    "Packet_Start", "Packet_End", "Tone_Start", "Tone_End", "Round_Trip_Time", "Clock_Offset",
    "Frequency_Offset", "I", "Q", "Phase",
  ]

  /// Codes that stand for no number. [Vol 4, Part E, 7.7.65.13, 7.8]
  private static let codes: [String: [UInt64: String]] = [
    "Transmit_Power_Level": [0x7E: "minimum power", 0x7F: "maximum power"],
    "Tx_Power_Delta": [0x80: "no recommendation"], "Pwr_Delta": [0x80: "no recommendation"],
    "Advertising_TX_Power": [0x7F: "the host has no preference"],
    "Periodic_Advertising_Interval": [0: "no periodic advertising"],
  ]

  /// The codes of the report of a power, whose reason is no error. [Vol 4, Part E, 7.7.65.33]
  private static let reportedPowers: [String: [String: String]] = [
    "Reason": [
      "0": "the own power changed", "1": "the peer's power changed", "2": "the peer's power was read",
    ],
    "TX_Power_Level": ["126": "not managed", "127": "not available"],
    "Delta": ["127": "not available"],
  ]

  private static let stepTimes: Set<String> = ["T_SW", "T_PM", "T_FCS", "T_IP1", "T_IP2"]

  /// The value of a field; the list of fields has a signed number as it is on the air.
  static func value(_ field: ListedField) -> String {
    guard signed.contains(field.name), let raw = UInt64(field.value) else { return field.value }
    return "\(number(raw, field.bitWidth))"
  }

  private static func number(_ raw: UInt64, _ width: Int) -> Int64 {
    let shift = Int64(64 - width)
    return (Int64(bitPattern: raw) << shift) >> shift
  }

  /// What the value of a field of `packet` means; nil where the value says it.
  static func note(_ field: ListedField, of packet: any PDU) -> String? {
    // The Security Manager has reasons of its own.
    if let failed = packet as? SMPPairingFailed { return "\(failed.reason)" }
    // The sender does not manage its power on that PHY. [Vol 6, Part B, 2.4.2.33]
    if field.name == "TxPower", field.value == "126", !(packet is AdvExtInd) { return "not managed" }
    if packet is LETransmitPowerReportingEvent, let codes = reportedPowers[field.name] {
      return codes[field.value] ?? suffixes[field.name]
    }
    // There a time is in microseconds, elsewhere it is an index.
    if packet is StepRecord, stepTimes.contains(field.name) { return "us" }
    switch field.name {
    case "FeatureSet", "LE_Features":
      // A page of 64 bits is a number, more than that are octets.
      if field.bitWidth == 64, let page = UInt64(field.value) {
        return features((0..<8).map { UInt8(truncatingIfNeeded: page >> (8 * $0)) })
      }
      return [UInt8](hex: field.value).map(features)
    case "AdvA", "InitA", "ScanA", "TargetA", "Peer_Address", "Random_Address", "BD_ADDR", "Address":
      return [UInt8](hex: field.value).map { BDADDR(octets: $0).description }
    default:
      return UInt64(field.value).flatMap { note($0, field.name, isReport: !(packet is any HCICommand)) }
    }
  }

  private static func note(_ value: UInt64, _ name: String, isReport: Bool) -> String? {
    if errors.contains(name), value <= 0xFF {
      return value == 0 ? "success" : "\(ErrorCode(rawValue: UInt8(value)))"
    }
    if let note = timeNote(value, name) { return note }
    if let code = codes[name]?[value] { return code }
    if let unit = units[name] { return milliseconds(value, of: UInt64(unit.unitMicroseconds)) }
    if let suffix = suffixes[name] {
      return isReport && isMissing(value, suffix) ? "not available" : suffix
    }
    switch name {
    case "Frequency_Compensation":
      return FrequencyOffset(rawValue: UInt16(truncatingIfNeeded: value)).hundredths.map {
        "\(ChannelSoundingWords.hundredths($0)) ppm"
      } ?? "not available"
    case "Clock_Offset", "Frequency_Offset":
      let offset = number(value, 16)
      return offset == Int64(Int16.min)
        ? "not available" : "\(ChannelSoundingWords.hundredths(Int(offset))) ppm"
    case "Version", "HCI_Version", "LMP_Version":
      return "Bluetooth \(CoreVersion(rawValue: UInt8(truncatingIfNeeded: value)))"
    case "Company_Identifier":
      return CompanyIdentifier(rawValue: UInt16(truncatingIfNeeded: value)).description
    case "Command_Opcode": return "\(Opcode(rawValue: UInt16(truncatingIfNeeded: value)))"
    case "LLID":
      let kinds = ["reserved", "continuation, or empty", "start or all of a frame", "control PDU"]
      return kinds.indices.contains(Int(clamping: value)) ? kinds[Int(clamping: value)] : nil
    case "Connection_Handle", "Attribute Handle", "AA", "Access_Address", "CRCInit", "RejectOpcode",
      "UnknownType":
      return value.hex()
    default: return nil
    }
  }

  /// Whether a number is the code for an unavailable value in a report.
  private static func isMissing(_ value: UInt64, _ suffix: String) -> Bool {
    switch suffix {
    case "dBm": value == 127
    case "ps": value == 1 << 31
    case "in 0.5 ns": value == 1 << 15
    default: false
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
    case "T_IP1_Capability", "T_IP2_Capability", "T_IP1_Times_Supported",
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

  /// A number and its noun, as `1 step`, `2 steps`.
  static func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A time, as `7.5 ms`.
  static func milliseconds<Time: CountedTime>(_ time: Time) -> String {
    milliseconds(UInt64(time.rawValue), of: UInt64(Time.unitMicroseconds))
  }

  /// `value` units of so many microseconds, as `7.5 ms`.
  static func milliseconds(_ value: UInt64, of microseconds: UInt64) -> String {
    let (whole, rest) = (value &* microseconds).quotientAndRemainder(dividingBy: 1_000)
    guard rest > 0 else { return "\(whole) ms" }
    var digits = rest.decimalDigits(3)
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits) ms"
  }

  private static func features(_ octets: [UInt8]) -> String {
    let set = FeatureSet(octets: octets)
    let names = FeatureSet.Feature.allCases.filter { set[$0] }.map { "\($0)" }
    return names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}
