internal import Analysis
internal import ChannelSounding
internal import CoreTypes
internal import Dissection
internal import HostStack
internal import Notation
internal import Profiles
internal import Verdicts

enum ConnectionJSON {
  static func value(_ connection: RecordedConnection) -> JSONValue {
    .object([
      ("recording", .integer(connection.source)),
      ("interface", .optional(connection.interface)),
      ("link", .integer(connection.link)),
      ("handle", .optional(connection.handle?.rawValue)),
      ("access_address", .optional(connection.accessAddress.map { $0.hex(1, .lower) })),
      ("first_frame", .integer(connection.firstFrame)),
      ("last_frame", .integer(connection.lastFrame)),
      ("whole", .flag(connection.isWhole)),
      ("remainder", .flag(connection.isRemainder)),
      ("role", .optional(connection.role.map { "\($0)" })),
      ("interval_us", .optional(connection.intervalMicroseconds)),
      ("latency", fact(connection.latency) { .integer(Int($0)) }),
      ("timeout_ms", fact(connection.timeout) { .integer(10 * Int($0)) }),
      (
        "phys",
        fact(connection.phys) {
          .list([.integer(Int($0.centralToPeripheral)), .integer(Int($0.peripheralToCentral))])
        }
      ),
      ("encrypted", .flag(connection.isEncrypted)),
      ("cs_security", .flag(connection.isSecured)),
      ("hidden_packets", .integer(connection.hiddenCount)),
      ("secure_connections", connection.usesSecureConnections.map(JSONValue.flag) ?? .null),
      ("bonding", connection.isBonding.map(JSONValue.flag) ?? .null),
      ("pairing_failure", fact(connection.pairingFailure) { .text($0.description) }),
      ("lost_bond", fact(connection.lostBond) { .integer($0.bondFrame) }),
      ("end_reason", .optional(connection.endReason?.description)),
      ("own", DeviceJSON.value(connection.own)),
      ("peer", DeviceJSON.value(connection.peer)),
      ("rejections", .list(connection.rejections.map(rejection))),
      (
        "configurations",
        .list(
          connection.configurations.map { configuration in
            fact(configuration) { .text(CapabilityText.text($0, isLog: connection.isLog)) }
          })
      ),
      ("unread_configurations", .list(connection.refusals.map(JSONValue.text))),
      (
        "ranging_data",
        .object([
          ("joined", .integer(connection.rangingDataCount)),
          ("odd_length_frame", .optional(connection.firstOddRangingData)),
          ("first_frame", .optional(connection.firstRangingData)),
          ("unmatched", .integer(connection.unmatchedRangingDataCount)),
        ])
      ),
      ("complete", .integer(connection.procedures.complete)),
      (
        "aborted",
        .list(
          connection.procedures.aborted.map {
            .object([("reason", .text($0.reason)), ("count", .integer($0.count))])
          })
      ),
      ("unfinished", .integer(connection.procedures.unfinished)),
    ])
  }

  private static func rejection(_ rejection: Seen<RecordedConnection.Rejection>) -> JSONValue {
    .object([
      ("request", .optional(rejection.value.opcode.map(AnalysisNames.controlPDU))),
      ("reason", .text(rejection.value.reason.description)),
      ("by_peer", .flag(rejection.value.isByPeer)),
      ("frame", .integer(rejection.frame)),
    ])
  }

  /// A value with its frame, or null.
  static func fact<Value>(_ fact: Seen<Value>?, _ value: (Value) -> JSONValue) -> JSONValue {
    fact.map { .object([("value", value($0.value)), ("frame", .integer($0.frame))]) } ?? .null
  }
}

extension JSONValue {
  static func optional(_ number: (some BinaryInteger)?) -> JSONValue {
    number.map { .integer(Int($0)) } ?? .null
  }
}

/// What recordings show of requirement sets, for programs.
enum VerdictJSON {
  static func value(_ shown: ShownVerdicts) -> JSONValue {
    .object([
      ("accessory", .text(shown.accessory)),
      ("requirement_set", .text(shown.set)),
      ("verdict", .text(shown.verdict.word)),
      ("not_shown", .integer(shown.notShownCount)),
      ("requirements", .list(shown.items.map(value))),
    ])
  }

  private static func value(_ item: ShownVerdicts.Item) -> JSONValue {
    let result = item.result
    return .object([
      ("id", .text(result.id)),
      ("title", .text(result.title)),
      ("level", .text(result.level.rawValue)),
      ("verdict", .text(result.verdict.word)),
      ("basis", .text(item.basis.rawValue)),
      ("reason", .optional(result.reason)),
      ("measured", .optional(item.basis == .conduct ? result.decisiveStep?.measured : nil)),
      ("evidence", .optional(item.evidence)),
    ])
  }
}

/// An advertising set in the JSON of an analysis.
enum AdvertiserJSON {
  static func value(_ advertiser: RecordedAdvertiser) -> JSONValue {
    .object([
      ("recording", .integer(advertiser.source)),
      ("interface", .optional(advertiser.interface)),
      ("shown_by", .text(advertiser.shownBy.rawValue)),
      ("address", advertiser.address.map(DeviceJSON.address) ?? .null),
      ("sid", .optional(advertiser.sid)),
      ("legacy", .flag(advertiser.properties.contains(.legacy))),
      ("connectable", .flag(advertiser.properties.contains(.connectable))),
      ("scannable", .flag(advertiser.properties.contains(.scannable))),
      ("directed", .flag(advertiser.properties.contains(.directed))),
      ("first_frame", .integer(advertiser.firstFrame)),
      ("last_frame", .integer(advertiser.lastFrame)),
      ("count", .integer(advertiser.count)),
      ("interval_us", .optional(advertiser.intervalMicroseconds)),
      ("interval_told", .flag(advertiser.interval != nil)),
      ("gaps", .integer(advertiser.gapCount)),
      ("tx_power_dbm", .optional(advertiser.txPower?.value)),
      ("rssi_dbm", .optional(advertiser.greatestRSSI)),
      ("data", ConnectionJSON.fact(advertiser.data, data)),
      ("scan_response", ConnectionJSON.fact(advertiser.scanResponse, data)),
    ])
  }

  private static func data(_ data: AdvertisingData) -> JSONValue {
    .object([
      ("octets", .text(data.encoded.hex())),
      ("name", .optional(data.localName)),
      ("flags", .optional(data.flags?.rawValue)),
      ("services", .texts(data.serviceUUIDs.map(\.description))),
      ("tx_power_dbm", .optional(data.txPowerLevel)),
      (
        "manufacturer_data",
        .list(
          data.manufacturerData.map {
            .object([("company", .integer(Int($0.company))), ("octets", .text($0.data.hex()))])
          })
      ),
    ])
  }
}
