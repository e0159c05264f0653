import Testing

@testable import Documents
@testable import Profiles

/// A key with values that its rule allows, one of which at least is not that of the documents below.
struct ChangedKey: CustomTestStringConvertible, Sendable {
  var path: [String]
  var values: [String]
  var testDescription: String { path.joined(separator: ".") }

  /// One for each value that a document can have, those in lists of mappings too.
  static func all(_ rules: [FieldRule], below path: [String] = []) -> [ChangedKey] {
    rules.flatMap { rule -> [ChangedKey] in
      switch rule.shape {
      case .map(let below), .list(.map(let below), _, _): all(below, below: path + [rule.key])
      default: [ChangedKey(path: path + [rule.key], values: values(rule.shape) + [rule.example])]
      }
    }
  }

  private static func values(_ shape: Shape) -> [String] {
    switch shape {
    case .flag: ["true", "false"]
    case .integer(let range, _): ["\(range.lowerBound)", "\(range.upperBound)"]
    case .choice(let values, _): values.map { "\($0)" }
    case .number(let range, _, _): ["\(range.lowerBound)", "\(range.upperBound)"]
    case .word(let words, _): words
    case .either(let word, let other): [word] + values(other)
    case .list(let item, _, _): values(item).map { "[\($0)]" }
    case .text: ["0103", "Other"]
    case .map, .table: []
    }
  }

  /// Whether one of the values makes something else of one of the documents.
  func hasEffect<Model: Equatable>(on documents: [String], _ read: (String) throws -> Model) throws -> Bool {
    for text in documents {
      let document = try Document(octets: Array(text.utf8), file: "p.yaml").root
      let before = try read(document.text)
      for value in values {
        let new = try Document(octets: Array("value: \(value)\n".utf8), file: "p.yaml").root["value"]
        let changed = try replaced(document, path[...], #require(new))
        // Some values contradict the rest of a document.
        if let after = try? read(changed.text), after != before { return true }
      }
    }
    return false
  }

  func replaced(_ node: DocumentNode, _ path: ArraySlice<String>, _ value: DocumentNode)
    -> DocumentNode
  {
    guard let key = path.first else { return value }
    var node = node
    if let first = node.items.first {
      node.content = .list([replaced(first, path, value)] + node.items.dropFirst())
      return node
    }
    let below = node[key] ?? DocumentNode(content: .map([]), position: node.position)
    let entry = DocumentNode.Entry(
      key: key, keyPosition: node.position, value: replaced(below, path.dropFirst(), value))
    node.content = .map(node.entries.filter { $0.key != key } + [entry])
    return node
  }
}

@Suite("Every key has an effect")
struct KeyEffectTests {
  private static let phone = """
    schema: reflector/phone/1
    id: x
    identity: { title: X }
    sources:
      { match: assumed, connection: assumed, channel_sounding: assumed, procedures: assumed, radio: assumed, apps: assumed }
    match: { services: [0x1234], company_id: 0x4C, manufacturer_data: "0102", manufacturer_mask: "FFFF" }
    connection: { phy_2m: true }
    channel_sounding: { mode_0_steps: 2, inline_pct: true, ranging_service: false, sub_mode: 1, channel_selection: 3c }
    procedures: { min_interval_events: 2 }
    radio: { pct_bits: 10 }
    apps: { maximum_links: 3 }

    """

  /// Some values are for configurations without a sub mode, or with channel selection #3b alone.
  static let phones = [
    phone, phone.replacing("sub_mode: 1, ", with: ""), phone.replacing(", channel_selection: 3c", with: ""),
  ]

  @Test("on a phone", arguments: ChangedKey.all(PhoneKeys.schema.fields))
  func phone(key: ChangedKey) throws {
    #expect(
      try key.hasEffect(on: Self.phones) { text in
        var phone = try PhoneProfile.read(file: "p.yaml", load: Fixture.loader(text))
        phone.declarations = []
        return phone
      })
  }

  static let environments = [
    """
    extra_paths: [{ extra_m: 3, loss_db: 6 }]
    ground_reflection: { initiator_height_m: 1.2, reflector_height_m: 0.8, coefficient: -0.7 }
    scattering: { k_factor_db: 3, decay_ns: 25, clusters: { count: 3, spacing_ns: 21, decay_ns: 23 } }
    antennas: { initiator: [{ x_m: 0, y_m: 0 }], reflector: [{ x_m: 0, y_m: 0 }] }
    interference: [{ wifi_channel: 6, duty: 0.5, level_db: 20 }]
    motion: { radial_speed_m_s: 1 }
    attack: { kind: relay, delay_ns: 100 }

    """,
    """
    interference: [{ first_channel: 3, last_channel: 4, duty: 0.5, level_db: 20 }]
    motion: { way_points: [{ x_m: 2, y_m: 0 }], speed_m_s: 1.2 }
    attack: { kind: early-detect-late-commit, advance_ns: 100 }

    """, "",
  ].map { EnvironmentPresetTests.head + $0 }

  @Test("on an environment", arguments: ChangedKey.all(EnvironmentKeys.schema.fields))
  func environment(key: ChangedKey) throws {
    let taps = ["taps.csv": "delay_ns,gain_db\n0,-3\n"]
    #expect(
      try key.hasEffect(on: Self.environments) { text in
        try EnvironmentPreset.read(file: "p.yaml", load: Fixture.loader(text, taps))
      })
  }
}
