internal import Documents
internal import Profiles

/// The kinds of file that a user writes, distinguished by their key `schema`.
enum DocumentKind: CaseIterable {
  case accessory, phone, environment, requirements, scenario, campaign, waivers, gatePolicy

  /// The value of `schema`, and what a file of this kind is.
  private var names: (schema: String, noun: String) {
    switch self {
    case .accessory: (AccessoryProfile.schemaName, "an accessory")
    case .phone: (PhoneProfile.schemaName, "a phone")
    case .environment: (EnvironmentPreset.schemaName, "an environment")
    case .requirements: (RequirementSet.schemaName, "a requirement set")
    case .scenario: (Scenario.schemaName, "a scenario")
    case .campaign: (Campaign.schemaName, "a campaign")
    case .waivers: (WaiverList.schemaName, "waivers")
    case .gatePolicy: (GatePolicy.schemaName, "the policy of a gate")
    }
  }

  var schemaName: String { names.schema }

  static var choice: String {
    let nouns = allCases.map { $0.names.noun }
    return nouns.dropLast().joined(separator: ", ") + " or " + nouns[nouns.count - 1]
  }

  /// The kind of a file. Throws if it is no document, or names none of the kinds.
  init(file: String, load: DocumentLoader) throws(DocumentErrors) {
    let document = try Document(octets: try load(file), file: file)
    guard let schema = document.root["schema"] else {
      throw DocumentErrors(
        .missingKey("schema", example: AccessoryProfile.schemaName), at: document.root.position)
    }
    guard let kind = Self.allCases.first(where: { $0.schemaName == schema.scalar }) else {
      throw DocumentErrors(Self.refusal(schema.text), at: schema.position, path: "schema")
    }
    self = kind
  }

  private static func refusal(_ schema: String) -> DocumentError.Problem {
    let word = word(of: schema)
    if let near = NearestWord.match(word, in: allCases.map { self.word(of: $0.schemaName) }),
      let kind = allCases.first(where: { self.word(of: $0.schemaName) == near })
    {
      return .wrongSchema(found: schema, expected: kind.schemaName)
    }
    return .unknownWord(found: schema, expected: allCases.map(\.schemaName), nearest: nil)
  }

  /// The part in which the names of schemas differ, as `phone` in `reflector/phone/1`.
  private static func word(of schema: String) -> String {
    schema.split(separator: "/").first { $0 != "reflector" }.map(String.init) ?? schema
  }

  /// Reads a file of this kind, a scenario with the files that it names, and gives the notices about it.
  func notices(
    file: String, shipped: DataLibrary, load: DocumentLoader
  ) throws(DocumentErrors) -> [String] {
    switch self {
    case .accessory: return try AccessoryProfile.read(file: file, load: load).notices.map { "\($0)" }
    case .phone: _ = try PhoneProfile.read(file: file, load: load)
    case .environment: _ = try EnvironmentPreset.read(file: file, load: load)
    case .requirements:
      let sets = SetLibrary(files: shipped.files(in: .requirements))
      _ = try CheckPlan.requirements(file: file, library: sets, load: load)
    case .scenario:
      _ = try Scenario.read(file: file, load: load).cast(from: Scenario.Library(shipped), load: load)
    case .campaign: _ = try Campaign.read(file: file, load: load)
    case .waivers: _ = try WaiverList.read(file: file, load: load)
    case .gatePolicy: _ = try GatePolicy.read(file: file, load: load)
    }
    return []
  }
}
