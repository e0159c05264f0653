internal import AccessoryProfile
internal import ConformanceTester
internal import Verdicts

/// Writes into the reason of a case where its cause is judged: the requirement of the checked set whose case failed in
/// what this one builds on. A requirement never refers to itself, and a chain of references is followed to its end.
struct CauseReferences {
  private let set: RequirementSet
  private let results: [CaseReference: CaseResult]

  init(_ set: RequirementSet, _ results: [CaseReference: CaseResult]) {
    self.set = set
    self.results = results
  }

  /// The result with the reference in its reason.
  func explained(_ result: CaseResult, in own: CaseReference) -> CaseResult {
    guard !result.basis.isEmpty, let reason = result.reason else { return result }
    var explained = result
    explained.reason = reason + (place(of: result.basis, from: own).map { ", see \($0)" } ?? "")
    explained.basis = []
    return explained
  }

  /// Where the cause is judged; nil where the reason itself is all that is known.
  private func place(of basis: [String], from own: CaseReference) -> String? {
    var visited: Set<CaseReference> = [own]
    if let cause = cause(of: basis, &visited) {
      return cause.requirementID == own.requirementID ? "case \(cause.caseID)" : cause.requirementID
    }
    let judging = references(to: basis).filter { $0 != own }
    if let other = judging.first(where: { results[$0] == nil && $0.requirementID != own.requirementID }) {
      return "\(other.requirementID), which was not run"
    }
    return judging.isEmpty && !basis.contains(own.caseID) ? basis.first.map { "case \($0)" } : nil
  }

  /// The first case that failed in what is built on, directly or through others.
  private func cause(of basis: [String], _ visited: inout Set<CaseReference>) -> CaseReference? {
    for reference in references(to: basis) where visited.insert(reference).inserted {
      guard let result = results[reference] else { continue }
      if result.verdict == .fail { return reference }
      if let cause = cause(of: result.basis, &visited) { return cause }
    }
    return nil
  }

  /// The places of some cases in the set, in the order of the set.
  private func references(to basis: [String]) -> [CaseReference] {
    set.requirements.flatMap { requirement in
      requirement.cases.filter(basis.contains).map {
        CaseReference(requirementID: requirement.id, caseID: $0)
      }
    }
  }
}
