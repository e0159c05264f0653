internal import ConformanceTester
internal import Documents
internal import Profiles
internal import Verdicts

/// Names the cause in the reason of a case: the requirement of the checked set whose case judges the failed
/// precondition. A requirement never refers to itself, and a chain of references is followed to its end.
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

  /// Where the cause is judged; nil where only the reason itself is known.
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

  /// The first failed case among the preconditions, directly or through others.
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

/// Failures that follow from the failure of another case in the same run: one cause is one failure. Its consequences
/// become inconclusive and name the requirement of the cause.
struct Consequences {
  /// The requirements in the order of the set.
  let requirements: [Requirement]

  /// Withdraws failures that follow from a failure of another case.
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

/// The unknown parts of an accessory, which leave verdicts open: a verdict on a default value would be one on the
/// tester.
struct UnseenParts {
  /// The sections that the virtual controller below an attached host plays.
  private static let controllerSections = ["core", "features", "channel_sounding", "radio"]

  private let profile: AccessoryProfile
  private let iut: ImplementationUnderTest

  init(_ profile: AccessoryProfile, _ iut: ImplementationUnderTest) {
    self.profile = profile
    self.iut = iut
  }

  /// Whether it is unknown if the accessory claims it.
  func hides(_ claim: Claim) -> Bool { profile.unknownPart(of: claim.unknownPath) != nil }

  /// Why a case cannot be judged, independent of its result; nil if it can.
  func reason(before testCase: TestCase, of requirement: Requirement) -> String? {
    // An attached firmware reports its own claims.
    let claims = iut.isVirtual ? testCase.appliesTo.map(\.unknownPath) : []
    return part(of: claims + requirement.declaredIn)?.sentence
  }

  /// Withdraws a verdict that depends on unknown behaviour of the accessory.
  ///
  /// A failure stands if every declared value of the requirement is known: unknown values are set in favour of the
  /// accessory.
  func withdraw(_ result: inout CaseResult, of requirement: Requirement) {
    guard iut.isVirtual, requirement.settledBy == .conduct,
      let part = profile.unknown.first(where: { $0.path == UnknownPart.conduct })
    else { return }
    guard result.verdict == .pass || (result.verdict == .fail && requirement.declaredIn.isEmpty) else {
      return
    }
    result = CaseResult(id: result.id, title: result.title, verdict: .inconclusive, reason: part.sentence)
  }

  private func part(of paths: [String]) -> UnknownPart? {
    for path in paths where isPlayed(path) {
      if let part = profile.unknownPart(of: path) { return part }
    }
    return nil
  }

  /// Whether what is under test takes the value at `path` from the profile.
  private func isPlayed(_ path: String) -> Bool {
    switch iut {
    case .profile: true
    case .host: Self.controllerSections.contains(String(path.prefix { $0 != "." }))
    case .controller: false
    }
  }
}
