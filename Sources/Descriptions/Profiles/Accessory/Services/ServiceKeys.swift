internal import Documents

enum ServiceKeys {
  static let services = Key.sections(
    "services", \GATTDescription.services, service, count: 0...8, isDistinct: false,
    example: "[{uuid: 0x180F, characteristics: [{uuid: 0x2A19, properties: [read, notify], value: \"64\"}]}]",
    "Services of the accessory's own, after the vendor service."
  ) { _ in .init() }

  private static let service: [Key<ServiceDescription>] = [
    .uuid("uuid", \.uuid, .serviceUUID, example: "0x180F", "The UUID of the service."),
    .sections(
      "characteristics", \.characteristics, characteristic, count: 1...16, isDistinct: false, required: true,
      example: "[{uuid: 0x2A19, properties: [read]}]", "The characteristics of the service."
    ) { _ in .init() },
  ]

  private static let characteristic: [Key<CharacteristicDescription>] = [
    .uuid("uuid", \.uuid, .characteristicUUID, example: "0x2A19", "The UUID of the characteristic."),
    .words(
      "properties", \.properties, CharacteristicDescription.Properties.words, count: 1...5, required: true,
      example: "[read, notify]", "The operations that a client may use."),
    .word("security", \.security, "What the link must be for the value and its configuration."),
    .octets(
      "value", \.value, maximum: 512, example: "\"64\"", "The value at the start of each connection."),
    .text(
      "description", \.summary, .free(maximum: 512), example: "Battery level",
      "The Characteristic User Description."),
    .word("behaviour", \.behaviour, "What the accessory does with the value on a connection."),
    .integer(
      "interval_ms", \.intervalMilliseconds, 10...60_000, .milliseconds, example: "1000",
      "Time between two changes of a counter or a ramp."
    )
    .written { $0.behaviour.has("interval_ms") },
    ramp("from", \.rampStart, -32_768...32_767, example: "0", "The first value of a ramp."),
    ramp("to", \.rampEnd, -32_768...32_767, example: "100", "The limit of a ramp."),
    ramp("step", \.rampStep, 1...32_767, example: "1", "The change of a ramp in one interval."),
  ]

  private static func ramp(
    _ key: String, _ place: Key<CharacteristicDescription>.Place<Int16>, _ range: ClosedRange<Int>,
    example: String, _ summary: String
  ) -> Key<CharacteristicDescription> {
    .integer(key, place, range, example: example, summary).written { $0.behaviour.has(key) }
  }
}

extension Key {
  /// A UUID that has to be there.
  static func uuid(
    _ key: String, _ place: Place<AttributeUUID>, _ form: TextForm, example: String, _ summary: String
  ) -> Key {
    Key(FieldRule(key, .text(form), required: true, example: example, summary)) {
      if let uuid = $0.text(key).flatMap(AttributeUUID.init(text:)) { $1[keyPath: place] = uuid }
    } text: {
      $0[keyPath: place].description
    }
  }
}

extension CharacteristicDescription.Behaviour {
  /// The keys that say how the value changes, and what it is at first: each belongs to some behaviours.
  static let keys = ["value", "interval_ms", "from", "to", "step"]

  /// Whether one of those keys belongs to the behaviour.
  func has(_ key: String) -> Bool {
    switch self {
    case .constant, .echo: key == "value"
    case .counter: key == "interval_ms"
    case .ramp: key != "value"
    case .sink: false
    }
  }
}
