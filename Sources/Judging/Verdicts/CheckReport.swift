package import Documents
package import Profiles

/// The verdicts on one accessory under one requirement set.
package struct CheckReport: Hashable, Sendable {
  /// One reading of the specification in force.
  package struct Reading: Hashable, Sendable {
    /// The field of `Interpretations`.
    package var field: String
    /// Its value as profiles write it.
    package var value: String

    package init(field: String, value: String) {
      self.field = field
      self.value = value
    }
  }

  /// Vendor and chipset.
  package var accessory: String
  /// What was under test: `profile`, or what was attached, as `host tcp:127.0.0.1:9001`.
  package var iut: String
  /// The profile as the user named it.
  package var profilePath: String
  /// SHA-256 of the profile's text, hex.
  package var profileDigest: String
  /// The id of the requirement set, as `apple-ios27-cs`.
  package var requirementSet: String
  /// The initiator's behaviour, as `iphone-ios27`.
  package var phone: String
  /// What lay between the two, as `line-of-sight`.
  package var environment: String
  /// The seed of the run.
  package var seed: UInt64
  /// The true distance in metres.
  package var distanceMetres: Double
  /// The readings of the specification in force.
  package var interpretations: [Reading]
  /// The version of the set; nil if it has none.
  package var requirementSetVersion: String?
  /// When the sources of the set were last read, as `2026-11-21`; nil if the set does not give it.
  package var requirementSetLastSeen: String?
  /// Whether a pass needs a source for every declared value.
  package var requiresSources = false
  /// The modes, sequences, PHYs, antennas and paths that the cases exercised.
  package var exercised: Set<Exercise> = []
  /// Whether the run was interrupted: requirements that were not run have no result.
  package var isPartial = false
  /// The results in the order of the set.
  package var requirements: [RequirementResult]
  /// What the profile declares, in the order of its files; empty for a controller without a profile.
  package var declarations: [DeclaredValue]
  /// Notices about the profile, which do not change a verdict.
  package var notices: [String]
  /// The one command that repeats the run; empty until the command-line tool sets it.
  package var replay: String
  /// Where the capture is; nil if none was kept.
  package var capturePath: String?

  package init(
    accessory: String, iut: String = "profile", profilePath: String, profileDigest: String,
    requirementSet: String, phone: String, environment: String, seed: UInt64, distanceMetres: Double,
    interpretations: [Reading], requirements: [RequirementResult], declarations: [DeclaredValue] = [],
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

  /// The verdict on the accessory: the worst verdict of its mandatory requirements, without waived failures. A pass on
  /// assumed values is inconclusive where sources are required.
  ///
  /// Without a mandatory requirement: inconclusive if all that apply are inconclusive, otherwise not applicable.
  package var verdict: Verdict {
    let verdict = worst(about: .accessory)
    return verdict == .pass && lacksSources ? .inconclusive : verdict
  }

  /// The verdict on the accessory's app; nil if it was not judged.
  package var appVerdict: Verdict? {
    let verdict = worst(about: .app)
    return verdict == .notApplicable ? nil : verdict
  }

  /// The verdict on the accessory and on its app.
  package var outcome: Verdict { Verdict.combined([verdict] + (appVerdict.map { [$0] } ?? [])) }

  private func worst(about subject: Requirement.Subject) -> Verdict {
    let results = requirements.filter { $0.subject == subject }
    let binding = results.filter { $0.level == .must }.map(\.standing)
    if !binding.isEmpty { return Verdict.combined(binding) }
    let verdicts = Set(results.map(\.verdict))
    return verdicts.contains(.inconclusive) && verdicts.isSubset(of: [.inconclusive, .notApplicable])
      ? .inconclusive : .notApplicable
  }

  /// How many of the declared values have no source.
  package var assumedCount: Int { declarations.count { $0.source == .assumed } }

  /// As `92 of 92 values assumed`; nil where no profile declares anything.
  package var sourceSummary: String? {
    declarations.isEmpty ? nil : "\(assumedCount) of \(declarations.count) values assumed"
  }

  /// Whether sources are required and values lack them.
  package var lacksSources: Bool { requiresSources && assumedCount > 0 }

  /// How many requirements have `verdict`.
  package func count(of verdict: Verdict) -> Int { requirements.count { $0.verdict == verdict } }
}

/// The result of one test case.
package struct CaseResult: Hashable, Sendable {
  /// The id of the case, as `CS/TIM/BV-01`.
  package var id: String
  /// What the case is about.
  package var title: String
  package var verdict: Verdict
  /// Why, for every verdict but a pass.
  package var reason: String?
  /// What is allowed but worth knowing.
  package var warnings: [String]
  /// The checks of the case, in order.
  package var steps: [Step]
  /// The cases that judge the precondition that failed, where the case did not reach its point; empty once `reason`
  /// names the cause.
  package var basis: [String] = []
  /// Why its failure is waived; nil if it is not.
  package var waiver: Waiver?
  /// How long it ran, in virtual time; that of attached firmware passes with the clock.
  package var seconds = 0.0

  package init(
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
  package var decisiveStep: Step? {
    steps.first { $0.finding == .unmet } ?? steps.first { !$0.isMet }
  }
}

/// A test case as the catalogue lists it: what a report prints of a case that was not run.
package struct CaseEntry: Hashable, Sendable {
  /// The id, the same for ever: `CS/TIM/BV-01`.
  package var id: String
  /// What the case is about.
  package var title: String
  /// The id of the public test specification that the case follows; nil for one of our own.
  package var publicID: String?
  /// What the case does and requires.
  package var procedure: String

  package init(id: String, title: String, publicID: String?, procedure: String) {
    self.id = id
    self.title = title
    self.publicID = publicID
    self.procedure = procedure
  }
}

extension [Verdict: Int] {
  /// How many verdicts are counted.
  package var total: Int { values.reduce(0, +) }
}

/// The verdict on a test case or a requirement.
package enum Verdict: String, Sendable, CaseIterable {
  /// Everything required was seen.
  case pass
  /// Something required was not met.
  case fail
  /// The tester could not decide.
  case inconclusive
  /// The accessory does not claim what the case is about, or gives no access to it.
  case notApplicable

  /// The verdict of several cases together: the worst of them.
  package static func combined(_ verdicts: [Verdict]) -> Verdict {
    for verdict in [Verdict.fail, .inconclusive, .pass] where verdicts.contains(verdict) { return verdict }
    return .notApplicable
  }

  /// Whether it decides over another.
  package func isWorse(than other: Verdict) -> Bool {
    self != other && Verdict.combined([self, other]) == self
  }
}
