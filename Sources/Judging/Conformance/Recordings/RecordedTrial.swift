public import AccessoryProfile
internal import Analysis
internal import ConformanceTester
public import ProfileImport
public import Verdicts

/// What a recording shows of how an accessory behaves, held against one requirement.
///
/// Nobody asked the accessory to do what a case needs, so a case is settled only where what happened is all that it asks
/// for. What breaks a rule is a failure whoever provoked it; what did not happen is no verdict.
public struct RecordedTrial {
  /// What a recording shows of one case.
  struct Finding {
    var step: Step
    /// Where, as `phone.btsnoop frame 812`.
    var citation: String
  }

  let accessory: SeenAccessory
  let requirement: Requirement

  /// What the recording settles of `requirement` by how the accessory behaved; nil if it does not show that.
  public static func outcome(of requirement: Requirement, for accessory: SeenAccessory) -> RecordedOutcome? {
    let trial = RecordedTrial(accessory: accessory, requirement: requirement)
    let findings = requirement.cases.compactMap { id in
      RecordedCase.named(id).flatMap { item in item.judge(trial).map { (item, $0) } }
    }
    let broken = findings.first { !$0.1.step.isMet }
    guard let decisive = broken ?? findings.last, broken != nil || findings.count == requirement.cases.count
    else { return nil }
    let cases = findings.map { item, finding in
      CaseResult(
        id: item.id, title: item.title, verdict: finding.step.isMet ? .pass : .fail,
        reason: finding.step.isMet ? nil : "\(finding.step.name): \(finding.step.measured)",
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
    return findings.first { !$0.step.isMet } ?? findings.first
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
