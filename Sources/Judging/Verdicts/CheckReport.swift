public import AccessoryProfile

/// What one accessory came to under one requirement set.
public struct CheckReport: Hashable, Sendable {
  /// One reading of the specification in force.
  public struct Reading: Hashable, Sendable {
    /// The field of `Interpretations`.
    public var field: String
    /// Its value as profiles write it.
    public var value: String

    public init(field: String, value: String) {
      self.field = field
      self.value = value
    }
  }

  /// Vendor and chipset.
  public var accessory: String
  /// What was under test: `profile`, or what was attached, as `host tcp:127.0.0.1:9001`.
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
  /// Whether a verdict may stand on declared values with a source alone.
  public var requiresSources = false
  /// What of the declared modes, sequences, PHYs, antennas and paths the cases exercised.
  public var exercised: Set<Exercise> = []
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

  /// The verdict on the accessory: the worst of the requirements that it must meet, without what is waived. One that
  /// would pass on assumed values is inconclusive where sources are required.
  ///
  /// Inconclusive too where the check has no such requirement and all of its requirements are.
  public var verdict: Verdict {
    let verdict = worst(about: .accessory)
    return verdict == .pass && lacksSources ? .inconclusive : verdict
  }

  /// The verdict on the app that goes with the accessory; nil where none was judged.
  public var appVerdict: Verdict? {
    let verdict = worst(about: .app)
    return verdict == .notApplicable ? nil : verdict
  }

  /// The verdict on the accessory and on its app.
  public var outcome: Verdict { Verdict.combined([verdict] + (appVerdict.map { [$0] } ?? [])) }

  private func worst(about subject: Requirement.Subject) -> Verdict {
    let results = requirements.filter { $0.subject == subject }
    let binding = results.filter { $0.level == .must }.map(\.standing)
    if !binding.isEmpty { return Verdict.combined(binding) }
    let verdicts = Set(results.map(\.verdict))
    return verdicts.contains(.inconclusive) && verdicts.isSubset(of: [.inconclusive, .notApplicable])
      ? .inconclusive : .notApplicable
  }

  /// How many of the declared values have no source.
  public var assumedCount: Int { declarations.count { $0.source == .assumed } }

  /// As `92 of 92 values assumed`; nil where no profile declares anything.
  public var sourceSummary: String? {
    declarations.isEmpty ? nil : "\(assumedCount) of \(declarations.count) values assumed"
  }

  /// Whether sources are required and values lack them.
  public var lacksSources: Bool { requiresSources && assumedCount > 0 }

  /// How many requirements came to `verdict`.
  public func count(of verdict: Verdict) -> Int { requirements.count { $0.verdict == verdict } }
}
