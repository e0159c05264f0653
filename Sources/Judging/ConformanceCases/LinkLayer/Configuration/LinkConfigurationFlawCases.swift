internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// Configurations that must be refused.
  static let linkConfigurationFlawCases =
    [
      wrongFields("LL/CS/CEN/INI/BI-03-C", .cenIni), wrongFields("LL/CS/CEN/REF/BI-04-C", .cenRef),
      wrongFields("LL/CS/PER/INI/BI-04-C", .perIni), wrongFields("LL/CS/PER/REF/BI-05-C", .perRef),
    ]
    + [
      undeclaredFields("LL/CS/CEN/INI/BI-05-C", .cenIni), undeclaredFields("LL/CS/CEN/REF/BI-06-C", .cenRef),
      undeclaredFields("LL/CS/PER/INI/BI-06-C", .perIni), undeclaredFields("LL/CS/PER/REF/BI-07-C", .perRef),
    ]
    + [
      configurationInUse("LL/CS/CEN/INI/BI-09-C", .cenIni), configurationInUse("CS/LLCFG/BI-02", .perRef),
      refusedConfiguration,
    ]

  private static func wrongFields(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "Configuration fields out of range, \(side.id)", from: .prepared,
      procedure: """
        Send LL_CS_CONFIG_REQ with one field after the other out of its range. Each must be refused, with Unsupported LL \
        Parameter Value (0x20) or Unsupported Feature or Parameter Value (0x11): public sources disagree.
        """
    ) { trial, _ throws(TesterStop) in
      var flaws = Flaw<CSConfigReq>.outOfRange
      if trial.declared.subfeatures.contains(.channelSelection3c) { flaws += Flaw<CSConfigReq>.outOfRange3c }
      trial.expectRefusals(of: flaws)
      try trial.expectAlive()
    }
  }

  private static func undeclaredFields(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "Configurations beyond the claims, \(side.id)", from: .prepared,
      procedure: """
        Send LL_CS_CONFIG_REQ with values that are legal but not claimed: a time, mode-3, a sequence, a PHY, #3c, \
        a role, inline PCT. Each must be refused, with 0x20 or 0x11: public sources disagree.
        """
    ) { trial, _ throws(TesterStop) in
      trial.expectRefusals(
        of: Flaw<CSConfigReq>.undeclared(
          by: trial.declared, as: side.role,
          hasEnhancements: trial.interpretations.enhancementOctet == .octet26))
      try trial.expectAlive()
    }
  }

  private static func configurationInUse(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "Configuration in use, \(side.id)", from: .configured,
      procedure: """
        Run a series, and in the middle of it send LL_CS_CONFIG_REQ for its configuration, to replace it and to \
        remove it. Both must be refused with Command Disallowed (0x0C), and the series must continue.
        """
    ) { trial, tester throws(TesterStop) in
      let count = 8
      let start = trial.lowerTester.events.count
      let iutStart = trial.iut.events.count
      tester.recorder.forgetProcedures()
      try trial.startSeries(trial.parameters(count: ProcedureCount(count)), byIUT: side.link == .central)
      trial.idle(.milliseconds(200))
      for (name, action) in [
        ("LL_CS_CONFIG_REQ in a series, replacement", CSConfigAction.create),
        ("LL_CS_CONFIG_REQ in a series, removal", CSConfigAction.remove),
      ] {
        trial.expectRefusal(
          name, of: trial.request(for: trial.configuration(), action: action), [.commandDisallowed],
          due: .csConfigRsp)
      }
      trial.idle(.seconds(3))
      trial.note(trial.series(lowerTesterAfter: start, iutAfter: iutStart), "series", procedures: count)
    }
  }

  private static let refusedConfiguration = link(
    "LL/CS/CEN/INI/BI-04-C", .cenIni, "Start with a refused configuration", from: .secured,
    procedure: """
      Have the host under test create a configuration and refuse it with 0x1E; then send LL_CS_REQ with its Config_ID. It \
      must be refused with Invalid LL Parameters (0x1E).
      """
  ) { trial, tester throws(TesterStop) in
    trial.reject(.csConfigReq, inPlaceOf: .csConfigRsp, with: .invalidLLParameters)
    let report = try trial.configureFromIUT()
    tester.expect(
      report.status, .equals(.invalidLLParameters) { "reported with \($0)" }, "refused configuration")
    trial.expectRefusal("LL_CS_REQ", of: trial.startRequest(), [.invalidLLParameters], due: .csInd)
  }
}

extension LinkTrial {
  /// Sends each flawed request; each must be refused with a code that public sources give.
  fileprivate func expectRefusals(of flaws: [Flaw<CSConfigReq>]) {
    for flaw in flaws {
      expectRefusal(
        flaw.name, of: request(for: configuration(), flaw.spoil),
        [.unsupportedLLParameterValue, .unsupportedFeatureOrParameterValue], due: .csConfigRsp)
    }
  }

  /// Has a host start a series as a precondition, not as a check.
  func startSeries(_ parameters: CSProcedureParameters, byIUT: Bool) throws(TesterStop) {
    try tester.requireProcedures(parameters.maxProcedureCount, claimed: declared.maxConsecutiveProcedures)
    try tester.prepare("start of procedures", self.start(parameters, byIUT: byIUT))
  }
}
