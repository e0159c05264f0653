internal import Analysis
internal import ChannelSounding
internal import ConformanceCases
internal import ConformanceTester
package import CoreTypes
package import ProfileImport
package import Profiles
package import Verdicts

/// A test case as far as a recording that was not made for it settles it.
struct RecordedCase: Sendable {
  /// The id of the case.
  let id: String
  /// What the recording shows; nil if it settles nothing.
  let judge: @Sendable (RecordedTrial) -> RecordedTrial.Finding?

  /// What the case is about.
  var title: String {
    guard let testCase = TestCase.named(id) else { preconditionFailure("there is no case \(id)") }
    return testCase.title
  }

  /// All of them.
  static let all = measuring + securing + repeating

  /// The case with this id; nil if recordings settle nothing of it.
  static func named(_ id: String) -> RecordedCase? { all.first { $0.id == id } }
}

extension RecordedCase {
  /// Measurements of the accessory.
  static let measuring = [mode0, mode2, reflectorReport]

  private static let fewestProcedures = 2

  private static let mode0 = RecordedCase(id: "CS/M0/BV-01") { trial in
    let required = trial.limit("answered_fraction")
    var last: RecordedTrial.Finding?
    for count in trial.wholeLimit("mode_0_steps_least")...trial.wholeLimit("mode_0_steps_most") {
      let shown = trial.decisive { (account, conduct: ConfigurationConduct) in
        let found = conduct.syncFound.min() ?? 0
        guard Int(conduct.configuration.mode0Steps) == count, conduct.completeCount >= fewestProcedures,
          Quantity.part(found, of: conduct.subeventCount, atLeast: required)?.isMet ?? false,
          let frame = conduct.lastFrame
        else { return nil }
        return trial.finding(
          account, frame: frame, "answers to \(count) mode-0 steps",
          Proportion(found, of: conduct.subeventCount, "subevents at the worst position"),
          .atLeast(part: required))
      }
      guard let shown else { return nil }
      last = shown
    }
    return last
  }

  private static let mode2 = RecordedCase(id: "CS/M2/BV-01") { trial in
    let required = trial.limit("usable_tone_fraction")
    return trial.decisive { (account, conduct: ConfigurationConduct) in
      // Each end judges the tones of one direction.
      let ends = [conduct.initiatorTones, conduct.reflectorTones]
      let areUsable = ends.allSatisfy {
        Quantity.part($0.usableCount, of: $0.count, atLeast: required)?.isMet ?? false
      }
      guard conduct.configuration.mainMode == .mode2, conduct.configuration.subMode == nil,
        conduct.completeCount >= fewestProcedures, conduct.brokenCount == 0, areUsable,
        ends.contains(where: { $0.ratedCount > 0 }), let frame = conduct.lastFrame
      else { return nil }
      let (usable, count) = (ends.reduce(0) { $0 + $1.usableCount }, ends.reduce(0) { $0 + $1.count })
      return trial.finding(
        account, frame: frame, "usable tones", Proportion(usable, of: count, "tones usable"),
        .atLeast(part: required))
    }
  }

  /// The accuracy of a distance needs the true one, so the case can fail here and never pass. Where packets are missing,
  /// another configuration may have been in force.
  private static let reflectorReport = RecordedCase(id: "CS/IPT/BV-02") { trial in
    trial.decisive { (account, conduct: ConfigurationConduct) in
      guard conduct.configuration.usesInlinePCT, !trial.accessory.mayLackPackets(in: account.source),
        let frame = conduct.reflectorPhaseFrame
      else { return nil }
      return trial.finding(
        account, frame: frame, "PCT in the accessory's report",
        "Q != 0 or I < 0 in \(conduct.reflectorPhaseCount) of \(conduct.reflectorToneCount) tones",
        .inPlaceOf("Q = 0 and I >= 0"))
    }
  }
}

/// The behaviour of an accessory in a recording, judged by one requirement.
///
/// A recording settles a case only if it shows everything that the case requires. A violation is a failure in any
/// recording; missing behaviour is no verdict. A case whose measurement leaves it open is inconclusive.
package struct RecordedTrial {
  /// What a recording shows of one case.
  struct Finding {
    var step: Step
    /// Where, as `phone.btsnoop frame 812`.
    var citation: String

    /// A step that is left open decides nothing.
    var verdict: Verdict {
      switch step.finding {
      case .met: .pass
      case .unmet: .fail
      case .uncertain: .inconclusive
      }
    }

    /// Why it is no pass; nil for a pass.
    var reason: String? {
      verdict == .pass ? nil : "\(step.name): \(step.doubt ?? step.measured)"
    }
  }

  let accessory: SeenAccessory
  let requirement: Requirement

  /// What the recording settles of `requirement` by how the accessory behaved; nil if it does not show that.
  package static func outcome(of requirement: Requirement, for accessory: SeenAccessory) -> RecordedOutcome? {
    let trial = RecordedTrial(accessory: accessory, requirement: requirement)
    let findings = requirement.cases.compactMap { id in
      RecordedCase.named(id).flatMap { item in item.judge(trial).map { (item, $0) } }
    }
    let broken = findings.first { $0.1.verdict == .fail }
    let open = findings.first { $0.1.verdict == .inconclusive }
    guard let decisive = broken ?? open ?? findings.last,
      broken != nil || findings.count == requirement.cases.count
    else { return nil }
    let cases = findings.map { item, finding in
      CaseResult(
        id: item.id, title: item.title, verdict: finding.verdict, reason: finding.reason,
        steps: [finding.step])
    }
    let result = RequirementResult(
      id: requirement.id, title: requirement.title, level: requirement.level, source: requirement.source,
      requirement: requirement.text, verdict: Verdict.combined(cases.map(\.verdict)), cases: cases)
    return RecordedOutcome(result: result, citation: decisive.1.citation)
  }

  /// A limit of the requirement.
  func limit(_ name: String) -> Double { requirement.setLimit(name) }

  /// A limit whose rule admits whole numbers alone.
  func wholeLimit(_ name: String) -> Int { requirement.setWholeLimit(name) }

  /// What the accounts of all links show: the first finding against the accessory, else the first for it.
  func decisive(_ judge: (SeenAccessory.Account, RecordedConnection) -> Finding?) -> Finding? {
    decisive(\.connections, judge)
  }

  /// What the configurations of all links show: the first finding against the accessory, else the first for it.
  func decisive(_ judge: (SeenAccessory.Account, ConfigurationConduct) -> Finding?) -> Finding? {
    decisive(\.conduct, judge)
  }

  private func decisive<Shown>(
    _ parts: (SeenAccessory.Account) -> [Shown], _ judge: (SeenAccessory.Account, Shown) -> Finding?
  ) -> Finding? {
    let findings = accessory.accounts.flatMap { account in parts(account).compactMap { judge(account, $0) } }
    return findings.first { $0.verdict == .fail } ?? findings.first { $0.verdict == .pass } ?? findings.first
  }

  /// What is shown at a frame of the recording of an account.
  func finding<Measured>(
    _ account: SeenAccessory.Account, frame: Int, _ name: String, _ measured: Measured,
    _ expectation: Expectation<Measured>
  ) -> Finding {
    Finding(
      step: Step(name, measured, expectation, frames: [frame], isHeadline: true),
      citation: accessory.citation(account.source, "frame \(frame)"))
  }
}

extension Requirement {
  /// Whether one of its cases applies only to accessories with one of these features.
  package func isOnly(forAnyOf features: [FeatureSet.Feature]) -> Bool {
    cases.compactMap(TestCase.named).flatMap(\.appliesTo).contains { claim in
      features.contains { claim == .feature($0) }
    }
  }
}
