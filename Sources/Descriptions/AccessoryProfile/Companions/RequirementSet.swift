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
  /// As its owner counts versions; nil if the file does not say.
  public var version: String?
  /// When its sources were last read; nil if the file does not say.
  public var lastSeen: CalendarDate?
  /// What the set stands on and where it ends.
  public var summary: String
  /// The sets it builds on, the nearest first.
  public var bases: [String] = []
  /// What it leaves out of those, in the order of the files.
  public var drops: [Drop] = []
  /// Those of its base first, then its own, each in the order of its file.
  public var requirements: [Requirement]

  /// A requirement of a base that a set leaves out.
  public struct Drop: Sendable, Equatable {
    /// The requirement.
    public var id: String
    /// Why, for a person.
    public var reason: String
    public var position: SourcePosition
  }

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

  /// What settles whether it is met.
  public enum Settlement: String, Sendable, CaseIterable {
    /// How the accessory behaves.
    case conduct
    /// What a profile declares at `declaredIn`, and nothing else.
    case declaration
  }

  /// Whom a requirement is about.
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
  public var id: String
  /// One line.
  public var title: String
  /// How much weight it has.
  public var level: Level
  /// Citations for a person, one or more.
  public var sources: [String]
  /// Whom it is about.
  public var subject = Subject.accessory
  /// When its sources were last read: its own date, else that of the set which brought it.
  public var lastSeen: CalendarDate?
  /// The id of the set that brought it; another one than the set's own for what is inherited.
  public var origin: String
  /// Whether a failure may be waived for a time.
  public var isWaivable: Bool
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
  /// What settles it.
  public var settledBy: Settlement
  /// In the order of the file.
  public var limits: [Limit]
  public var position: SourcePosition
  /// Where its limits stand, or the requirement if it has none.
  public var limitsPosition: SourcePosition

  /// All citations in one line.
  public var source: String { sources.joined(separator: "; ") }

  /// The limit of a name; nil if the requirement does not set it.
  public func limit(_ name: String) -> Double? { limits.first { $0.name == name }?.value }
}
