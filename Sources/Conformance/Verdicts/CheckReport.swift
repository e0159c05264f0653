public import AccessoryProfile

/// What one requirement came to.
public struct RequirementResult: Hashable, Sendable {
  /// The id, as `CS-A07`.
  public var id: String
  /// What the requirement is about.
  public var title: String
  /// How binding it is.
  public var level: Requirement.Level
  /// Who asks for it.
  public var source: String
  /// What is asked for, in a sentence.
  public var requirement: String
  /// What it came to.
  public var verdict: Verdict
  /// The cases behind the verdict, in the order of the requirement set; empty if none covers it.
  public var cases: [CaseResult]
  /// What the profile declares of it; nil if nothing is declared.
  public var declared: DeclaredValue?

  /// Makes a result.
  public init(
    id: String, title: String, level: Requirement.Level, source: String, requirement: String,
    verdict: Verdict, cases: [CaseResult], declared: DeclaredValue? = nil
  ) {
    self.id = id
    self.title = title
    self.level = level
    self.source = source
    self.requirement = requirement
    self.verdict = verdict
    self.cases = cases
    self.declared = declared
  }

  /// Whether a case is behind what counts: a failure that is waived is, if nothing else is wrong.
  public func decides(_ item: CaseResult) -> Bool {
    isWaived ? item.verdict == .fail : item.verdict == standing && item.waiver == nil
  }

  /// The case that decides what counts: the first of them.
  public var decisiveCase: CaseResult? { cases.first(where: decides) ?? cases.first }

  /// Why the verdict is not a pass.
  public var reason: String? { decisiveCase?.reason }

  /// The warnings of all cases.
  public var warnings: [String] { cases.flatMap(\.warnings) }

  /// The step that says most: the first that was not met; among met ones the headline, else the last.
  public var decisiveStep: Step? {
    guard verdict == .pass else {
      let steps = decisiveCase?.steps ?? []
      return steps.first { !$0.isMet } ?? steps.last
    }
    let steps = cases.flatMap(\.steps)
    return steps.first(where: \.isHeadline) ?? steps.last
  }

  /// The frames that show the verdict, in order.
  public var frames: [Int] { decisiveStep?.frames.sorted() ?? [] }
}

/// What one accessory came to under one requirement set.
public struct CheckReport: Hashable, Sendable {
  /// One reading of the specification in force.
  public struct Reading: Hashable, Sendable {
    /// The field of `Interpretations`.
    public var field: String
    /// Its value as profiles write it.
    public var value: String

    /// Makes a reading.
    public init(field: String, value: String) {
      self.field = field
      self.value = value
    }
  }

  /// Vendor and chipset.
  public var accessory: String
  /// What was on trial: `profile`, or what was attached, as `host tcp:127.0.0.1:9001`.
  public var iut: String
  /// The profile as the user named it.
  public var profilePath: String
  /// SHA-256 of the profile's text, hex.
  public var profileDigest: String
  /// The id of the requirement set, as `apple-ios27-cs`.
  public var requirementSet: String
  /// The initiator's behaviour, as `iphone-ios27`.
  public var phone: String
  /// What lay between the two, as `line-of-sight`.
  public var environment: String
  /// The seed of the run.
  public var seed: UInt64
  /// The true distance in metres.
  public var distanceMetres: Double
  /// The readings of the specification in force.
  public var interpretations: [Reading]
  /// The version of the set; nil if it has none.
  public var requirementSetVersion: String?
  /// When the sources of the set were last read, as `2026-11-21`; nil if it does not say.
  public var requirementSetLastSeen: String?
  /// Whether the run was interrupted: of what was not run nothing is known.
  public var isPartial = false
  /// The results in the order of the set.
  public var requirements: [RequirementResult]
  /// What the profile declares, in the order of its files; empty for a controller of which nothing is known.
  public var declarations: [DeclaredValue]
  /// Notices about the profile that are no verdicts.
  public var notices: [String]
  /// The one command that repeats the run; empty until whoever knows the command line sets it.
  public var replay: String
  /// Where the capture is; nil if none was kept.
  public var capturePath: String?

  /// Makes a report.
  public init(
    accessory: String, iut: String = "profile", profilePath: String, profileDigest: String,
    requirementSet: String, phone: String,
    environment: String, seed: UInt64, distanceMetres: Double, interpretations: [Reading],
    requirements: [RequirementResult], declarations: [DeclaredValue] = [],
    notices: [String], replay: String = "", capturePath: String? = nil
  ) {
    self.accessory = accessory
    self.iut = iut
    self.profilePath = profilePath
    self.profileDigest = profileDigest
    self.requirementSet = requirementSet
    self.phone = phone
    self.environment = environment
    self.seed = seed
    self.distanceMetres = distanceMetres
    self.interpretations = interpretations
    self.requirements = requirements
    self.declarations = declarations
    self.notices = notices
    self.replay = replay
    self.capturePath = capturePath
  }

  /// The verdict on the accessory: the worst of the requirements that it must meet, without what is waived.
  public var verdict: Verdict {
    Verdict.combined(requirements.filter { $0.level == .must }.map(\.standing))
  }

  /// How many requirements came to `verdict`.
  public func count(of verdict: Verdict) -> Int { requirements.count { $0.verdict == verdict } }
}
