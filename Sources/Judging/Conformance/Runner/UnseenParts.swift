internal import AccessoryProfile
internal import ConformanceTester
internal import Verdicts

/// What nobody has seen of an accessory, and what that leaves open: a verdict on a default would be one on the tester.
struct UnseenParts {
  /// The sections that the virtual controller below an attached host plays.
  private static let controllerSections = ["core", "features", "channel_sounding", "radio"]

  private let profile: AccessoryProfile
  private let iut: ImplementationUnderTest

  init(_ profile: AccessoryProfile, _ iut: ImplementationUnderTest) {
    self.profile = profile
    self.iut = iut
  }

  /// Whether nobody can say if the accessory claims it.
  func hides(_ claim: Claim) -> Bool { profile.unknownPart(of: claim.key) != nil }

  /// Why a case cannot be judged whatever it would come to; nil if it can.
  func reason(before testCase: TestCase, of requirement: Requirement) -> String? {
    // What a firmware claims shows when it is asked.
    let claims = iut.isVirtual ? testCase.appliesTo.map(\.key) : []
    return part(of: claims + requirement.declaredIn)?.sentence
  }

  /// Takes a verdict back that rests on how the accessory behaves.
  ///
  /// A failure stands where all that is declared of the requirement was seen: everything else was granted to the
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
