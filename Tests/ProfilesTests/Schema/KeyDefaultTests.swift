import Testing

@testable import Documents
@testable import Profiles

@Suite("The default of a key")
struct KeyDefaultTests {
  private static let schemas = [
    AccessoryKeys.schema, PhoneKeys.schema, EnvironmentKeys.schema, ScenarioKeys.schema, CampaignKeys.schema,
    GatePolicy.schema, RequirementSet.schema, WaiverList.schema,
  ]

  /// Each key with its path, those of mappings in lists too.
  private static func keys(
    _ rules: [FieldRule], below path: [String] = []
  ) -> [(path: [String], rule: FieldRule)] {
    rules.flatMap { rule -> [(path: [String], rule: FieldRule)] in
      let path = path + [rule.key]
      switch rule.shape {
      case .map(let below), .list(.map(let below), _, _): return [(path, rule)] + keys(below, below: path)
      default: return [(path, rule)]
      }
    }
  }

  @Test(
    "is that of the model: of a section, of a part that may not be there, and of a mapping in a list",
    arguments: [
      (AccessoryKeys.schema, "advertising.flags", "[general-discoverable, br-edr-not-supported]"),
      (AccessoryKeys.schema, "advertising.beacon.measured_power_dbm", "-59"),
      (AccessoryKeys.schema, "gatt.services.characteristics.behaviour", "constant"),
      (AccessoryKeys.schema, "advertising.company_id", nil),
      (PhoneKeys.schema, "channel_sounding.channels", "all"),
      (PhoneKeys.schema, "procedures.max_length_ms", "40959.375"),
      (EnvironmentKeys.schema, "scattering.taps", "12"),
      (EnvironmentKeys.schema, "interference.first_channel", nil),
      (ScenarioKeys.schema, "accessories.power", "true"),
      (ScenarioKeys.schema, "script.factor", nil),
      (CampaignKeys.schema, "checks.distance_m", "3"),
      (GatePolicy.schema, "changes.new-failure", "block"),
      (RequirementSet.schema, "requirements.settled_by", "conduct"),
    ] as [(DocumentSchema, String, String?)])
  func usual(schema: DocumentSchema, path: String, text: String?) throws {
    let key = Self.keys(schema.rules).first { $0.path.joined(separator: ".") == path }
    #expect(try #require(key).rule.usual == text)
  }

  @Test("stands at the end of the meaning if it is in words")
  func words() {
    let keys = Self.schemas.flatMap { Self.keys($0.rules) }
    for (path, rule) in keys where rule.summary.contains("default") {
      let parts = rule.summary.split(separator: "; defaults to ")
      #expect(parts.count == 2, "\(path)")
      #expect(parts.last?.contains(";") == false, "\(path)")
      #expect(!parts.contains { $0.contains("default") }, "\(path)")
    }
  }

  private static let accessories = [
    Fixture.least("security: assumed }", "security: assumed, gatt: assumed, link: assumed, radio: assumed }")
      + "gatt: { ranging_service: true }\nlink: { data_octets: 200 }\nradio: { pct_bits: 10 }\n"
  ]

  @Test("in an accessory has the effect of no key")
  func accessory() throws {
    let count = try Self.compared(AccessoryKeys.schema, Self.accessories) { text in
      var profile = try Fixture.profile(text)
      (profile.declarations, profile.notices) = ([], [])
      return profile
    }
    #expect(count > 30)
  }

  @Test("in a phone has the effect of no key")
  func phone() throws {
    let count = try Self.compared(PhoneKeys.schema, KeyEffectTests.phones) { text in
      var phone = try PhoneProfile.read(file: "p.yaml", load: Fixture.loader(text))
      phone.declarations = []
      return phone
    }
    #expect(count > 50)
  }

  @Test("in an environment has the effect of no key")
  func environment() throws {
    let count = try Self.compared(EnvironmentKeys.schema, KeyEffectTests.environments) { text in
      try EnvironmentPreset.read(file: "p.yaml", load: Fixture.loader(text))
    }
    #expect(count > 5)
  }

  /// Adds the default of each key to each document that has the mapping without the key.
  ///
  /// - Returns: the number of documents that are then read.
  private static func compared<Model: Equatable>(
    _ schema: DocumentSchema, _ documents: [String], _ read: (String) throws -> Model
  ) throws -> Int {
    var count = 0
    for text in documents {
      let document = try Document(octets: Array(text.utf8), file: "p.yaml").root
      let before = try read(document.text)
      for (path, rule) in keys(schema.fields) where !rule.isRequired {
        guard let usual = rule.usual, !rule.summary.contains("; defaults to "),
          value(document, path[...]) == nil, value(document, path.dropLast()) != nil
        else { continue }
        let new = try Document(octets: Array("value: \(usual)\n".utf8), file: "p.yaml").root["value"]
        let key = ChangedKey(path: path, values: [usual])
        let changed = key.replaced(document, path[...], try #require(new))
        // Some keys are only for documents with another one.
        do {
          let after = try read(changed.text)
          #expect(after == before, "\(key.testDescription): \(usual)")
          count += 1
        } catch is DocumentErrors {
          continue
        }
      }
    }
    return count
  }

  private static func value(_ node: DocumentNode, _ path: ArraySlice<String>) -> DocumentNode? {
    guard let key = path.first else { return node }
    return (node.items.first ?? node)[key].flatMap { value($0, path.dropFirst()) }
  }
}
