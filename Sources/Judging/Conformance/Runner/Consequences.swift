internal import AccessoryProfile
internal import ConformanceTester
internal import Verdicts

/// Failures whose cause another case of the same run fails by itself: one cause is one failure, and what follows from
/// it is inconclusive and says where to look.
struct Consequences {
  /// The requirements in the order of the set.
  let requirements: [Requirement]

  /// Takes the verdict of what follows from a failure elsewhere back.
  func withdraw(in results: inout [CaseReference: CaseResult]) {
    let before = results
    let roots = requirements.flatMap { requirement in
      requirement.cases.map { CaseReference(requirementID: requirement.id, caseID: $0) }
    }
    .filter { before[$0]?.failsByItself(as: $0.caseID) ?? false }
    for (reference, result) in before {
      guard result.verdict == .fail, !result.failsByItself(as: reference.caseID) else { continue }
      let causes = Set(result.steps.filter { $0.finding == .unmet }.flatMap(\.restsOn))
      guard let root = roots.first(where: { causes.contains($0.caseID) }) else { continue }
      results[reference]?.verdict = .inconclusive
      results[reference]?.basis = [root.caseID]
    }
  }
}

extension CaseResult {
  /// Whether it failed in something that does not rest on another case.
  fileprivate func failsByItself(as id: String) -> Bool {
    verdict == .fail
      && steps.contains { $0.finding == .unmet && ($0.restsOn.isEmpty || $0.restsOn.contains(id)) }
  }
}
