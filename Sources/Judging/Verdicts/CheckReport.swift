public import Documents
public import Profiles

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
  /// Whether the run was interrupted: requirements that were not run have no result.
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

/// What one test case came to.
public struct CaseResult: Hashable, Sendable {
  /// The id of the case, as `CS/TIM/BV-01`.
  public var id: String
  /// What the case is about.
  public var title: String
  /// What it came to.
  public var verdict: Verdict
  /// Why, for every verdict but a pass.
  public var reason: String?
  /// What is allowed but worth knowing.
  public var warnings: [String]
  /// Everything it looked at, in order.
  public var steps: [Step]
  /// The cases that judge what it builds on, where that is what kept it from its point; empty once `reason` says where
  /// the cause is.
  package var basis: [String] = []
  /// Why its failure is waived; nil if it is not.
  public var waiver: Waiver?

  public init(
    id: String, title: String, verdict: Verdict, reason: String? = nil, warnings: [String] = [],
    steps: [Step] = []
  ) {
    self.id = id
    self.title = title
    self.verdict = verdict
    self.reason = reason
    self.warnings = warnings
    self.steps = steps
  }

  /// The step that keeps the case from passing: the first that was not met, else the first left open.
  public var decisiveStep: Step? {
    steps.first { $0.finding == .unmet } ?? steps.first { !$0.isMet }
  }
}

/// A test case as the catalogue lists it: what a report prints of a case that was not run.
public struct CaseEntry: Hashable, Sendable {
  /// The id, the same for ever: `CS/TIM/BV-01`.
  public var id: String
  /// What the case is about.
  public var title: String
  /// The id of the public test specification that the case follows; nil for one of our own.
  public var publicID: String?
  /// How the case is done and read.
  public var procedure: String

  public init(id: String, title: String, publicID: String?, procedure: String) {
    self.id = id
    self.title = title
    self.publicID = publicID
    self.procedure = procedure
  }
}

/// What a test case or a requirement came to.
public enum Verdict: String, Sendable, CaseIterable {
  /// Everything asked for was seen.
  case pass
  /// Something asked for was not so.
  case fail
  /// The tester could not tell.
  case inconclusive
  /// The accessory does not claim what the case is about, or gives no access to it.
  case notApplicable

  /// The verdict of several cases together: the worst of them.
  public static func combined(_ verdicts: [Verdict]) -> Verdict {
    for verdict in [Verdict.fail, .inconclusive, .pass] where verdicts.contains(verdict) { return verdict }
    return .notApplicable
  }
}
