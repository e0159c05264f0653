internal import ConformanceTester
internal import Profiles

/// How far both sides of a link are when a case begins.
enum LinkStage {
  /// Connected and encrypted.
  case connected
  /// Both have exchanged capabilities and taken their roles, too.
  case prepared
  /// CS security was started, too.
  case secured
  /// The lower tester's host has created configuration 0 of mode-2, too.
  case configured
}

extension TestCase {
  /// A case at the link layer, with the controller under test on one side of a link to the lower tester.
  ///
  /// - Parameters:
  ///   - stage: how far both sides are when `run` begins.
  ///   - claims: what the case needs besides the role.
  static func link(
    _ id: String, _ side: LinkSide, _ title: String, from stage: LinkStage = .connected, claims: [Claim] = [],
    budget: CaseBudget = .usual, limits: [LimitRule] = [], procedure: String,
    run: @escaping @Sendable (LinkTrial, Tester) throws(TesterStop) -> Void
  ) -> TestCase {
    TestCase(
      id: id, title: title, needs: .linkLayer, appliesTo: [.role(side.role)] + claims, budget: budget,
      limits: limits, procedure: procedure
    ) { tester throws(TesterStop) in
      let trial = try tester.openLink(side)
      if stage != .connected { try trial.prepareConfigurations() }
      if stage == .secured || stage == .configured { try trial.secure() }
      if stage == .configured { try trial.configure(trial.configuration()) }
      try run(trial, tester)
    }
  }
}
