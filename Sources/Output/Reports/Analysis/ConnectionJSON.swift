internal import Analysis
internal import ChannelSounding
internal import CoreTypes
internal import Dissection
internal import HCI
internal import HostStack
internal import LinkLayer
internal import Notation
internal import Profiles
internal import Verdicts

/// A value with its frame.
extension Seen: JSONConvertible where Value: JSONConvertible {
  static var jsonShape: SchemaShape {
    .object([("value", "The value.", Value.jsonShape), ("frame", "The frame that shows it.", .integer)])
  }
  var json: JSONValue { .object([("value", value.json), ("frame", .integer(frame))]) }
}

extension JSONField {
  /// A key of a value that a frame shows, as `shown` has it.
  static func fact<Value, Shown: JSONConvertible>(
    _ key: String, _ meaning: String, _ fact: @escaping @Sendable (Model) -> Seen<Value>?,
    _ shown: @escaping @Sendable (Value) -> Shown
  ) -> JSONField {
    JSONField(key, meaning) { (model: Model) -> Seen<Shown>? in
      fact(model).map { Seen(shown($0.value), frame: $0.frame) }
    }
  }
}

extension RecordedConnection: JSONObject {
  static let jsonFields = place + timing + bond + devices + conduct

  private static let place: [JSONField<RecordedConnection>] = [
    .init("recording", "Index in `recordings`.", \.source),
    .init("interface", "Name.", \.interface),
    .init("link", "Equal for recordings of the same link.", \.link),
    .init("handle", "Connection_Handle.", \.handle?.rawValue),
    .init("access_address", "In hex; only for recordings of the air.") { connection in
      connection.accessAddress.map { $0.rawValue.hex(1, .lower) }
    },
    .init("first_frame", "Counted from 1.", \.firstFrame),
    .init("last_frame", "Counted from 1.", \.lastFrame),
    .init("whole", "Whether the recording has the start of the connection.", \.isWhole),
    .init(
      "remainder", "Whether this entry has the procedures of connections that are not kept.", \.isRemainder),
  ]

  private static let timing: [JSONField<RecordedConnection>] = [
    .shaped("role", "The role of the recorded device.", .optional(.word(["central", "peripheral"]))) {
      connection in
      .optional(connection.role.map { "\($0)" })
    },
    .init("interval_us", "In microseconds.", \.intervalMicroseconds),
    .init("latency", "Peripheral latency, in connection events.", \.latency),
    .fact("timeout_ms", "The supervision timeout.", \.timeout) { Int($0.milliseconds) },
    .fact("phys", "Of the central and of the peripheral.", \.phys) {
      [$0.centralToPeripheral.rawValue, $0.peripheralToCentral.rawValue]
    },
    .init("encrypted", "Whether the connection was encrypted.", \.isEncrypted),
    .init("cs_security", "Whether CS security was started.", \.isSecured),
    .init("hidden_packets", "Number of encrypted packets without a key.", \.hiddenCount),
  ]

  private static let bond: [JSONField<RecordedConnection>] = [
    .init("secure_connections", "Whether both devices use LE Secure Connections.", \.usesSecureConnections),
    .init("bonding", "Whether both devices bond.", \.isBonding),
    .fact("pairing_failure", "The reason of the pairing failure.", \.pairingFailure) { $0.description },
    .fact(
      "lost_bond", "The Pairing Response of the bond whose key the peripheral refused, and the refusal.",
      \.lostBond
    ) { $0.bondFrame },
  ]

  private static let devices: [JSONField<RecordedConnection>] = [
    .init("end_reason", "The reason of the disconnection.", \.endReason?.description),
    .init("own", "The device whose HCI was recorded; on the air, the central.", \.own),
    .init("peer", "The other device.", \.peer),
  ]

  private static let conduct: [JSONField<RecordedConnection>] = [
    .list("rejections", "Requests of the link layer that were refused.", of: rejection, \.rejections),
    .init("configurations", "As text.") { connection -> [Seen<String>?] in
      connection.configurations.map { configuration in
        Seen(
          CapabilityText.text(configuration.value, isLog: connection.isLog), frame: configuration.frame)
      }
    },
    .init("unread_configurations", "Configurations that could not be read, and why.", \.refusals),
    .object(
      "ranging_data", "Data read over the Ranging Service.",
      [
        .init("joined", "Number of results that match own results.", \.rangingDataCount),
        .init(
          "odd_length_frame", "The first frame with steps of another length than their RTT_Type has.",
          \.firstOddRangingData),
        .init("first_frame", "The first frame.", \.firstRangingData),
        .init("unmatched", "Number of results that match none.", \.unmatchedRangingDataCount),
      ]),
    .init(
      "clock_jumps", "Where the capture clock does not go with the connection events.", \.clock.jumps),
    .init("complete", "Procedures.", \.procedures.complete),
    .init("aborted", "Procedures by reason.", \.procedures.aborted),
    .init("unfinished", "Procedures.", \.procedures.unfinished),
  ]

  private static let rejection: [JSONField<Seen<RecordedConnection.Rejection>>] = [
    .init("request", "Name.") { $0.value.opcode?.name },
    .init("reason", "Reason.", \.value.reason.description),
    .init("by_peer", "Whether the peer refused.", \.value.isByPeer),
    .init("frame", "Counted from 1.", \.frame),
  ]
}

extension CaptureClock.Jump: JSONObject {
  static let jsonFields: [JSONField<CaptureClock.Jump>] = [
    .init("frame_before", "Counted from 1.", \.before), .init("frame_after", "Counted from 1.", \.after),
    .init("clock_s", "The time between them by the clock.", \.clockSeconds),
    .init(
      "events_s", "The same by the connection events, or that and a multiple of period_s.", \.eventSeconds),
    .init("period_s", "The period of the event counter.", \.periodSeconds),
  ]
}

extension ProcedureCounts.Aborted: JSONObject {
  static let jsonFields: [JSONField<ProcedureCounts.Aborted>] = [
    .init("reason", "As text.", \.reason), .init("count", "Number.", \.count),
  ]
}

extension ShownVerdicts: JSONObject {
  static let jsonFields: [JSONField<ShownVerdicts>] = [
    .init("accessory", "The address of the accessory, or another identification.", \.accessory),
    .init("requirement_set", "The id of the set.", \.set),
    .init("verdict", "The worst verdict of the requirements of level must.", \.verdict),
    .init("not_shown", "Number of requirements that the recordings do not judge.", \.notShownCount),
    .init("requirements", "The judged requirements.", \.items),
  ]
}

extension ShownVerdicts.Basis: JSONConvertible {}

extension ShownVerdicts.Item: JSONObject {
  static let jsonFields: [JSONField<ShownVerdicts.Item>] = [
    .init("id", "Stable id.", \.result.id),
    .init("title", "One line.", \.result.title),
    .init("level", "The level.", \.result.level),
    .init("verdict", "The verdict.", \.result.verdict),
    .init("basis", "The evidence: a declaration of the accessory, or its conduct.", \.basis),
    .init("reason", "The reason, unless the verdict is a pass.", \.result.reason),
    .init("measured", "The measured conduct, if it is the evidence.") { item -> String? in
      item.basis == .conduct ? item.result.decisiveStep?.measured : nil
    },
    .init("evidence", "The place in the recording.", \.evidence),
  ]
}

extension RecordedAdvertiser: JSONObject {
  static let jsonFields: [JSONField<RecordedAdvertiser>] = [
    .init("recording", "Index in `recordings`.", \.source),
    .init("interface", "Name.", \.interface),
    .shaped("shown_by", "The source in the recording.", .word(["air", "reports", "commands"])) {
      .text($0.shownBy.rawValue)
    },
    .init("address", "The advertiser's address, if the recording has it.", \.address),
    .init("sid", "Advertising_SID.", \.sid),
    .init("legacy", "By its PDUs.") { $0.properties.contains(.legacy) },
    .init("connectable", "By its PDUs.") { $0.isConnectable },
    .init("scannable", "By its PDUs.") { $0.isScannable },
    .init("directed", "By its PDUs.") { $0.properties.contains(.directed) },
    .init("first_frame", "Counted from 1.", \.firstFrame),
    .init("last_frame", "Counted from 1.", \.lastFrame),
    .init("count", "Packets, reports or commands.", \.count),
    .init("interval_us", "As commanded by the host, or estimated.", \.intervalMicroseconds),
    .init("interval_told", "Whether the host commanded the interval.") { $0.interval != nil },
    .init("gaps", "Number of gaps of the estimate.", \.gapCount),
    .init("tx_power_dbm", "In its packets.", \.txPower?.value.rawValue),
    .init("rssi_dbm", "The greatest.", \.greatestRSSI),
    .init("data", "The last.", \.data),
    .init("scan_response", "The last.", \.scanResponse),
  ]
}

extension AdvertisingData: JSONObject {
  static let jsonFields: [JSONField<AdvertisingData>] = [
    .init("octets", "In hex.") { $0.encoded.hex() },
    .init("name", "In its data.", \.localName),
    .init("flags", "The octet.", \.flags?.rawValue),
    .init("services", "UUIDs in hex.") { $0.serviceUUIDs.map(\.description) },
    .init("tx_power_dbm", "In its data.", \.txPowerLevel),
    .list("manufacturer_data", "By company.", of: companyKeys, \.manufacturerData),
  ]

  private static let companyKeys: [JSONField<(company: UInt16, data: [UInt8])>] = [
    .init("company", "Company identifier.") { $0.company }, .init("octets", "In hex.") { $0.data.hex() },
  ]
}
