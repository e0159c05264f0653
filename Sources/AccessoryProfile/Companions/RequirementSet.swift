/// What one platform asks of an accessory, as data: `Profiles/requirements`.
public struct RequirementSet: Sendable, Equatable {
  /// The schema that this version reads.
  public static let schemaName = "reflector/requirements/1"

  /// The file it was read from.
  public var file: String
  /// As `apple-ios27-cs`.
  public var id: String
  /// One line.
  public var title: String
  /// What the set stands on and where it ends.
  public var summary: String
  /// In the order of the file.
  public var requirements: [Requirement]

  /// The requirement with an id as `CS-A07`.
  public func requirement(_ id: String) -> Requirement? { requirements.first { $0.id == id } }
}

/// One thing a platform asks.
public struct Requirement: Sendable, Equatable {
  /// How much weight it has.
  public enum Level: String, Sendable, CaseIterable {
    /// The platform refuses, or cannot work without it.
    case must
    /// A documented recommendation; a deviation is a warning.
    case should
    /// Reported, never judged.
    case info
  }

  /// A number that verdicts compare with.
  public struct Limit: Sendable, Equatable {
    /// With the unit at its end, as `distance_error_m`.
    public var name: String
    /// In that unit.
    public var value: Double
    /// Where it stands.
    public var position: SourcePosition
  }

  /// As `CS-A07`; stable for ever.
  public var id: String
  /// One line.
  public var title: String
  /// How much weight it has.
  public var level: Level
  /// A citation for a person.
  public var source: String
  /// What is asked, in sentences.
  public var text: String
  /// To which accessories it applies.
  public var applicability: String
  /// Test case ids as `CS/TIM/BV-01`.
  public var cases: [String]
  /// Where each of `cases` stands.
  public var casePositions: [SourcePosition]
  /// The dotted paths of what an accessory profile declares of it, as `channel_sounding.t_fcs_us`, the one that says
  /// most first; reports point there.
  public var declaredIn: [String]
  /// In the order of the file.
  public var limits: [Limit]
  /// Where it stands.
  public var position: SourcePosition
  /// Where its limits stand, or the requirement if it has none.
  public var limitsPosition: SourcePosition

  /// The limit of a name; nil if the requirement does not set it.
  public func limit(_ name: String) -> Double? { limits.first { $0.name == name }?.value }
}

extension RequirementSet {
  /// Reads a requirement set. Throws everything that is wrong with it, with lines.
  public static func read(file: String, load: ProfileLoader) throws(ProfileErrors) -> RequirementSet {
    let document = try CheckedDocument(file: file, schema: schema, load: load)
    let root = document.root
    var set = RequirementSet(
      file: file, id: root.text("id") ?? "", title: root.text("title") ?? "",
      summary: root.text("description") ?? "",
      requirements: [])
    var errors: [ProfileError] = []
    for section in root.sections("requirements") {
      let requirement = Requirement(section, file: file)
      if let first = set.requirement(requirement.id) {
        let problem = ProfileError.Problem.contradiction(
          "found id \(requirement.id) again, expected each id once", other: first.position,
          fix: "Use a new id.")
        errors.append(ProfileError(problem, at: requirement.position, path: "requirements.id"))
      }
      set.requirements.append(requirement)
      errors += declarationErrors(section)
    }
    if !errors.isEmpty { throw ProfileErrors(errors) }
    return set
  }

  /// What `declared_in` names must be keys of an accessory profile.
  private static func declarationErrors(_ section: Section) -> [ProfileError] {
    let known = AccessoryRules.schema.paths
    return zip(section.texts("declared_in"), section.positions("declared_in")).compactMap { path, position in
      if known.contains(path) { return nil }
      let nearest = NearestWord.match(path, in: known)
      return ProfileError(
        .contradiction(
          "found '\(Excerpt.of(path))', expected the dotted path of a key of accessory profiles", other: nil,
          fix: nearest.map { "Did you mean '\($0)'?" } ?? "See docs/profile.md for the keys."),
        at: position, path: "requirements.declared_in")
    }
  }

  static let schema = DocumentSchema(
    name: schemaName,
    fields: [
      FieldRule("id", .text(.name), required: true, example: "example-set", "The name of the set."),
      FieldRule("title", line, required: true, example: "Example", "One line."),
      FieldRule("description", .text(.free(maximum: 2000)), example: "Text.", "What the set stands on."),
      FieldRule(
        "references", .table(keys: .reference, values: line),
        "Public sources: a short name, and where to find it."),
      FieldRule(
        "requirements", .list(.map(requirement), count: 1...200), required: true, example: "[]",
        "The requirements."),
    ], isSourced: false)

  private static let line = Shape.text(.free(maximum: 400))

  private static let requirement: [FieldRule] = [
    FieldRule("id", .text(.requirementID), required: true, example: "CS-A01", "Stable for ever."),
    FieldRule("title", line, required: true, example: "Example", "One line."),
    FieldRule(
      "level", .word(Requirement.Level.allCases.map(\.rawValue)), required: true, example: "must", "Weight."),
    FieldRule("source", line, required: true, example: "Example", "A citation for a person."),
    FieldRule("text", .text(.free(maximum: 2000)), required: true, example: "Example.", "What is asked."),
    FieldRule("applicability", line, example: "every reflector", "To which accessories it applies."),
    FieldRule(
      "cases", .list(.text(.testCaseID), count: 1...20), required: true, example: "[CS/FEA/BV-01]",
      "Test cases."),
    FieldRule(
      "declared_in", .list(.text(.valuePath), count: 1...8), example: "[channel_sounding.t_fcs_us]",
      "What an accessory profile declares of it; reports point there."),
    FieldRule(
      "limits", .table(keys: .valuePath, values: .number(-1e9...1e9)), "Numbers that verdicts compare with."),
  ]
}

extension Requirement {
  fileprivate init(_ section: Section, file: String) {
    id = section.text("id") ?? ""
    title = section.text("title") ?? ""
    level = section.text("level").flatMap(Level.init(rawValue:)) ?? .info
    source = section.text("source") ?? ""
    text = section.text("text") ?? ""
    applicability = section.text("applicability") ?? "every reflector"
    cases = section.texts("cases")
    casePositions = section.positions("cases")
    declaredIn = section.texts("declared_in")
    limits = section.table("limits").map { entry in
      Limit(
        name: entry.key, value: entry.value.scalar.flatMap(ScalarText.number) ?? 0,
        position: entry.value.position)
    }
    let start = section.position ?? SourcePosition(file: file)
    position = start
    limitsPosition = section.position("limits") ?? start
  }
}
