internal import ConformanceTester
internal import Profiles
internal import Verdicts

extension TestCase {
  /// The preamble of most link layer cases, under test by itself in each role.
  static let linkPreambleCases = [
    setup("CS/LLPRE/BV-01", .perRef), setup("CS/LLPRE/BV-02", .perIni), setup("CS/LLPRE/BV-03", .cenRef),
    setup("CS/LLPRE/BV-04", .cenIni),
  ]

  private static func setup(_ id: String, _ side: LinkSide) -> TestCase {
    TestCase(
      id: id, title: "Setup of procedures as \(side.name)", needs: .linkLayer, appliesTo: [.role(side.role)],
      procedure: """
        Connect, encrypt, exchange capabilities, configure mode-2, start CS security, and run two procedures that the \
        lower tester's host starts, then two that the host under test starts. Each must succeed.
        """
    ) { tester throws(TesterStop) in
      var completed: [Int] = []
      try tester.judgePreamble { () throws(TesterStop) in
        let trial = try tester.openLink(side, to: .prepared)
        try trial.configure(trial.configuration())
        try trial.secure()
        for byIUT in [false, true] {
          let run = try trial.run(trial.parameters(count: trial.aFew), onTrial: nil, byIUT: byIUT)
          completed.append(run.completeCount)
        }
      }
      tester.expect(completed.min() ?? 0, .atLeast(1, "procedures"), "completed procedures of each series")
    }
  }
}

extension TestCase {
  /// What a controller does at the link layer, in the order of the requirement set.
  static let linkLayerCases =
    linkPreambleCases + linkCapabilityCases + linkConfigurationCases + linkConfigurationFlawCases
    + linkSecurityCases + linkStartCases + linkCrossingCases + linkTerminationCases + linkChannelMapCases
    + linkProcedureCases + linkSeriesCases + linkTimingCases + linkTimelineCases + linkReportCases
    + linkLossCases + linkFieldCases + linkLifeCases + linkLossyAirCases + linkLongRunCases + linkInstantCases
    + linkEndlessCases
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
      try run(tester.openLink(side, to: stage), tester)
    }
  }
}
