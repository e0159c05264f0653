internal import Analysis
internal import ChannelSounding
internal import CoreTypes
internal import Dissection
internal import HostStack
internal import Notation
internal import Wire

extension RecordedDevice: JSONObject {
  static let jsonFields = identity + abilities + requests

  private static let identity: [JSONField<RecordedDevice>] = [
    .init("address", "The address on the connection.", \.address),
    .init("identity_address", "The identity address.", \.identityAddress),
    .init("version", "The version of LL_VERSION_IND.", \.version),
    .fact("features", "Page 0 in hex.", \.features) { $0.rawValue.hex(1, .lower) },
    .list("feature_pages", "Further pages.", of: page, \.featurePages),
  ]

  private static let abilities: [JSONField<RecordedDevice>] = [
    .fact("capabilities", "Channel Sounding capabilities, as text.", \.capabilities) {
      CapabilityText.text($0)
    },
    .fact("fae_table", "In 1/32 ppm.", \.faeTable) { $0.entries },
    .init("data_length", "The maximum data lengths.", \.dataLength),
    .init("phys", "Bits 0 LE 1M, 1 LE 2M, 2 LE Coded.", \.phys),
    .init("receive_mtu", "Receive MTU of ATT.", \.receiveMTU),
    .fact("clock_accuracy", "0 to 7.", \.clockAccuracy) { $0.rawValue },
  ]

  private static let requests: [JSONField<RecordedDevice>] = [
    .list("parameter_requests", "Requested connection parameters.", of: request, \.parameterRequests),
    .init("pairing", "Pairing features.", \.pairing),
    .init("database", "The GATT server.", \.database),
  ]

  private static let page: [JSONField<Seen<RecordedDevice.FeaturePage>>] = [
    .init("page", "1 to 10.", \.value.number), .init("octets", "In hex.") { $0.value.octets.hex() },
    .init("frame", "Counted from 1.", \.frame),
  ]

  private static let request: [JSONField<Seen<ConnectionParameterRange>>] = [
    .init("interval_min_us", "The shortest.") { Double($0.value.intervalMin.microseconds) },
    .init("interval_max_us", "The longest.") { Double($0.value.intervalMax.microseconds) },
    .init("latency", "Connection events.", \.value.latency),
    .init("timeout_ms", "Supervision.") { Int($0.value.timeout.milliseconds) },
    .init("frame", "Counted from 1.", \.frame),
  ]
}

extension DeviceAddress: JSONObject {
  static let jsonFields: [JSONField<DeviceAddress>] = [
    .init("address", "As C0:FF:EE:00:00:02.", \.description),
    .shaped("kind", "The kind.", .word(["public", "random"])) { .text("\($0.kind)") },
  ]
}

extension RecordedDevice.Version: JSONObject {
  static let jsonFields: [JSONField<RecordedDevice.Version>] = [
    .init("core", "As 6.0.", \.core.description), .init("company", "Company identifier.", \.company.rawValue),
    .init("subversion", "Subversion number.", \.subversion),
  ]
}

extension DataLengths: JSONObject {
  static let jsonFields: [JSONField<DataLengths>] = [
    .init("tx_octets", "Sent.", \.tx.octets), .init("tx_us", "Sent.", \.tx.microseconds),
    .init("rx_octets", "Received.", \.rx.octets), .init("rx_us", "Received.", \.rx.microseconds),
  ]
}

extension RecordedDevice.PHYs: JSONObject {
  static let jsonFields: [JSONField<RecordedDevice.PHYs>] = [
    .init("tx", "To send.", \.tx.rawValue), .init("rx", "To receive.", \.rx.rawValue),
  ]
}

extension PairingFeatures: JSONObject {
  static let jsonFields: [JSONField<PairingFeatures>] = [
    .init("io_capability", "0 to 4.", \.ioCapability),
    .init("oob", "Out of band data.") { $0.oobDataFlag == 1 },
    .init("bonding", "Asked for.") { $0.authenticationRequirements.contains(.bonding) },
    .init("mitm", "Asked for.") { $0.authenticationRequirements.contains(.mitm) },
    .init("secure_connections", "Supported.") { $0.authenticationRequirements.contains(.secureConnections) },
    .init("maximum_key_size", "Octets.", \.maximumKeySize),
  ]
}

extension RecordedDatabase: JSONObject {
  static let jsonFields: [JSONField<RecordedDatabase>] = [
    .list("services", "In the order of handles.", of: serviceKeys) { database in
      database.services.map { (service: $0, characteristics: database.characteristics(of: $0)) }
    },
    .init("services_end", "The frame that ends the service discovery.", \.servicesEnd),
    .list("absent", "Services that were searched for and are absent.", of: absent, \.absentServices),
    .init("attributes", "Descriptors and other attributes.", \.attributes),
    .init("values", "The last value read.", \.values),
    .init("subscriptions", "The last value written.", \.subscriptions),
    .init("refusals", "Requests that were refused.", \.refusals),
  ]

  private static let serviceKeys: [JSONField<(service: Service, characteristics: [Characteristic])>] = [
    .init("uuid", "In hex.") { $0.service.uuid.description },
    .init("first_handle", "Of the group.") { $0.service.handles.start },
    .init("last_handle", "Of the group.") { $0.service.handles.end },
    .init("primary", "Whether the service is primary.") { $0.service.isPrimary },
    .init("frame", "Counted from 1.") { $0.service.frame },
    .init("characteristics", "In the order of handles.") { $0.characteristics },
  ]

  private static let absent: [JSONField<Seen<BluetoothUUID>>] = [
    .init("uuid", "In hex.", \.value.description), .init("frame", "Counted from 1.", \.frame),
  ]
}

extension RecordedDatabase.Characteristic: JSONObject {
  static let jsonFields: [JSONField<RecordedDatabase.Characteristic>] = [
    .init("uuid", "In hex.", \.uuid.description), .init("handle", "Of the value.", \.valueHandle),
    .init("properties", "The octet of the declaration.", \.properties.rawValue),
    .init("frame", "Counted from 1.", \.frame),
  ]
}

extension RecordedDatabase.Attribute: JSONObject {
  static let jsonFields: [JSONField<RecordedDatabase.Attribute>] = [
    .init("handle", "Of the attribute.", \.handle), .init("type", "In hex.", \.type.description),
    .init("frame", "Counted from 1.", \.frame),
  ]
}

extension RecordedDatabase.Value: JSONObject {
  static let jsonFields: [JSONField<RecordedDatabase.Value>] = [
    .init("handle", "Of the attribute.", \.handle), .init("octets", "In hex.") { $0.octets.hex() },
    .init("frame", "Counted from 1.", \.frame),
  ]
}

extension RecordedDatabase.Refusal: JSONObject {
  static let jsonFields: [JSONField<RecordedDatabase.Refusal>] = [
    .init("handle", "Of the attribute.", \.handle), .init("request", "Opcode.", \.request),
    .init("reason", "Reason.", \.reason.description), .init("frame", "Counted from 1.", \.frame),
  ]
}
