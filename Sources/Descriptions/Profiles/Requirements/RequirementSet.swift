public import Documents

/// What one platform asks of an accessory, as data: `Profiles/requirements`.
public struct RequirementSet: Sendable, Equatable {
  /// The schema that this version reads.
  public static let schemaName = "reflector/requirements/1"

  public var file: String
  /// As `apple-ios27-cs`.
  public var id = ""
  public var title = ""
  /// As its owner counts versions; nil if the file does not say.
  public var version: String?
  /// When its sources were last read; nil if the file does not say.
  public var lastSeen: CalendarDate?
  /// What the set stands on and where it ends.
  public var summary = ""
  /// The sets it builds on, the nearest first.
  public var bases: [String] = []
  /// What it leaves out of those, in the order of the files.
  public var drops: [Drop] = []
  /// Those of its base first, then its own, each in the order of its file.
  public var requirements: [Requirement] = []

  /// A requirement of a base that a set leaves out.
  public struct Drop: Sendable, Equatable {
    public var id: String
    public var reason: String
    public var position: SourcePosition
  }

  /// The requirement with an id as `CS-A07`.
  public func requirement(_ id: String) -> Requirement? { requirements.first { $0.id == id } }
}

/// One thing a platform asks.
public struct Requirement: Sendable, Equatable {
  public enum Level: String, Sendable, CaseIterable {
    /// The platform refuses, or cannot work without it.
    case must
    /// A documented recommendation; a deviation is a warning.
    case should
    /// Reported, never judged.
    case info
  }

  /// What settles whether it is met.
  public enum Settlement: String, Sendable, CaseIterable {
    /// How the accessory behaves.
    case conduct
    /// What a profile declares at `declaredIn`, and nothing else.
    case declaration
  }

  public enum Subject: String, Sendable, CaseIterable {
    case accessory
    /// The app that goes with it; nothing of it counts for the verdict on the accessory.
    case app
  }

  /// A number that verdicts compare with.
  public struct Limit: Sendable, Equatable {
    /// With the unit at its end, as `distance_error_m`.
    public var name: String
    /// In that unit.
    public var value: Double
    public var position: SourcePosition
  }

  /// As `CS-A07`; stable for ever.
  public var id = ""
  public var title = ""
  public var level = Level.info
  /// Citations for a person, one or more.
  public var sources: [String] = []
  public var subject = Subject.accessory
  /// When its sources were last read: its own date, else that of the set which brought it.
  public var lastSeen: CalendarDate?
  /// The id of the set that brought it; another one than the set's own for what is inherited.
  public var origin = ""
  /// Whether a failure may be waived for a time.
  public var isWaivable = true
  public var text = ""
  /// To which accessories it applies.
  public var applicability = "every reflector"
  /// Test case ids as `CS/TIM/BV-01`.
  public var cases: [String] = []
  /// Where each of `cases` stands.
  public var casePositions: [SourcePosition] = []
  /// The dotted paths of what an accessory profile declares of it, as `channel_sounding.t_fcs_us`, the one that says
  /// most first; reports point there.
  public var declaredIn: [String] = []
  public var settledBy = Settlement.conduct
  /// In the order of the file.
  public var limits: [Limit] = []
  public var position: SourcePosition
  /// Where its limits stand, or the requirement if it has none.
  public var limitsPosition: SourcePosition

  /// All citations in one line.
  public var source: String { sources.joined(separator: "; ") }

  /// The limit of a name; nil if the requirement does not set it.
  public func limit(_ name: String) -> Double? { limits.first { $0.name == name }?.value }
}

extension RequirementSet {
  /// Reads a set with those of `library` that it extends by name. Throws everything that is wrong with it, with lines.
  public static func read(
    file: String, library: SetLibrary = SetLibrary(), load: DocumentLoader
  ) throws(DocumentErrors) -> RequirementSet {
    let merged = try MergedRequirements(file: file, library: library, load: load)
    let errors = merged.root.sections("requirements").flatMap(declarationErrors)
    if !errors.isEmpty { throw DocumentErrors(errors) }
    var set = RequirementSet(file: file, bases: merged.bases, drops: merged.drops)
    keys.read(merged.root, into: &set)
    for index in set.requirements.indices {
      set.requirements[index].origin = merged.origins[set.requirements[index].id] ?? set.id
    }
    return set
  }

  /// What `declared_in` names must be keys of an accessory profile.
  private static func declarationErrors(_ section: Section) -> [DocumentError] {
    let known = AccessoryProfile.paths
    return zip(section.texts("declared_in"), section.positions("declared_in")).compactMap { path, position in
      if known.contains(path) { return nil }
      let nearest = NearestWord.match(path, in: known)
      return DocumentError(
        .contradiction(
          "found '\(Excerpt.of(path))', expected the dotted path of a key of accessory profiles", other: nil,
          fix: nearest.map { "Did you mean '\($0)'?" } ?? "See docs/keys/accessory.md for the keys."),
        at: position, path: "requirements.declared_in")
    }
  }

  private static let keys: [Key<RequirementSet>] = [
    .text("id", \.id, .name, required: true, example: "example-set", "The name of the set."),
    Key(
      FieldRule(
        "extends", .text(.nameOrPath), example: "core-6-3-hci",
        "The extended set: the name of a shipped set, or a path relative to this file.")),
    .text("title", \.title, line, required: true, example: "Example", "One line."),
    .text("version", \.version, .free(maximum: 40), example: "1.0", "Version of the set."),
    .text(
      "last_seen", \.lastSeen, .date, example: "2026-11-01", "Date on which the sources were last read."),
    .text("description", \.summary, long, example: "Text.", "Basis and scope of the set."),
    Key(
      FieldRule(
        "references", .table(keys: .reference, values: .text(line)),
        "Public sources: a short name and a citation.")),
    Key(
      FieldRule(
        "drop", .list(.map(drop), count: 1...200), "Requirements of the extended set that do not apply.")),
    .sections(
      "requirements", \.requirements, requirement, count: 1...200, required: true, example: "[]",
      "The requirements; an inherited requirement has its id and the changed keys.",
      new: { Requirement(position: $0, limitsPosition: $0) }),
  ]

  static let schema = DocumentSchema(name: schemaName, fields: keys.described(by: RequirementSet(file: "")))

  private static let line = TextForm.free(maximum: 400)
  private static let long = TextForm.free(maximum: 2000)

  private static let drop: [FieldRule] = [
    FieldRule("id", .text(.requirementID), required: true, example: "CS-A01", "The requirement."),
    FieldRule("reason", .text(line), required: true, example: "Example.", "Reason for dropping it."),
  ]

  private static let requirement: [Key<Requirement>] = [
    .text("id", \.id, .requirementID, required: true, example: "CS-A01", "Stable id."),
    .text("title", \.title, line, required: true, example: "Example", "One line."),
    .word(
      "level", \.level, required: true, "Level: a must is judged, a should warns, an info is only reported."),
    .word(
      "subject", \.subject,
      "Subject: accessory or app; an app does not affect the accessory's verdict; defaults to accessory."),
    Key(
      FieldRule(
        "source", .text(line), example: "Example", "A citation for readers; required without 'sources'.")
    ) {
      $1.sources = $0.text("source").map { [$0] } ?? []
    },
    .texts("sources", \.sources, line, count: 1...10, example: "[Example]", "Several citations."),
    .text(
      "last_seen", \.lastSeen, .date, example: "2026-11-01",
      "Date on which the citations were last read, unless that of the set."),
    .text("text", \.text, long, required: true, example: "Example.", "What is required."),
    .text(
      "applicability", \.applicability, line, example: "every reflector",
      "Accessories to which the requirement applies."),
    .flag(
      "waivable", \.isWaivable, example: "true", "Whether a failure may be waived; defaults to true."),
    Key(
      FieldRule(
        "cases", .list(.text(.testCaseID), count: 1...40), required: true, example: "[CS/FEA/BV-01]",
        "Test cases.")
    ) {
      $1.cases = $0.texts("cases")
      $1.casePositions = $0.positions("cases")
    },
    .texts(
      "declared_in", \.declaredIn, .valuePath, count: 1...32, example: "[channel_sounding.t_fcs_us]",
      "Profile keys that declare the required value; reports cite their lines."),
    .word(
      "settled_by", \.settledBy,
      "Evidence: declaration if the values of declared_in are enough, otherwise conduct; defaults to conduct."
    ),
    Key(
      FieldRule("limits", .table(keys: .valuePath, values: .number(-1e9...1e9)), "Limits of the test cases.")
    ) { section, requirement in
      requirement.limits = section.table("limits").map { entry in
        Requirement.Limit(
          name: entry.key, value: entry.value.scalar.flatMap(ScalarText.number) ?? 0,
          position: entry.value.position)
      }
      if let start = section.position("limits") { requirement.limitsPosition = start }
    },
  ]
}
