internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// Procedures that a host requests, in the right and in the wrong order.
  static let controllerProcedureCases = [
    wrongParameters, parametersBeyondClaims, tooFewChannels, wrongEnable, commandsInSeries, endOfSeries,
    reportOfStart, startThatFails,
  ]

  private static let wrongParameters = TestCase(
    id: "HCI/PAR/BI-01", title: "Refusal of procedure parameters out of range", needs: [.hci, .peer],
    procedure: """
      Send LE CS Set Procedure Parameters with one value out of its range each: lengths, intervals and subevents \
      of 0, too short or too long, minimum above maximum, antenna configuration 8, PHYs 0 and 5, a reserved \
      antenna, SNR 5, and a configuration that does not exist. Each must be refused with Invalid HCI Command \
      Parameters (0x12).
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectConfigured()
    for wrong in Flaw<CSProcedureParameters>.outOfRange {
      var parameters = Tester.parameters(count: 1)
      wrong.spoil(&parameters)
      try tester.expectRefusal(of: setting(parameters, link), wrong.name, with: .invalidHCICommandParameters)
    }
    try tester.expectAcceptance(of: setting(Tester.parameters(count: 1), link), "with legal values")
  }

  private static let parametersBeyondClaims = TestCase(
    id: "HCI/PAR/BI-02", title: "Refusal of procedure parameters beyond the claims", needs: [.hci, .peer],
    procedure: """
      Send LE CS Set Procedure Parameters with more antenna paths than either controller claims, and with more \
      procedures in a row. Each must be refused with Connection Rejected due to Limited Resources (0x0D). Not \
      applicable to controllers that claim the maximum.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectConfigured()
    guard let own = try tester.localCapabilities(tester.iut) else {
      throw .inconclusive("the controller does not report its capabilities")
    }
    let hasAllPaths = own.numAntennas > 1 && own.maxAntennaPaths == 4
    guard !hasAllPaths || !own.maxConsecutiveProcedures.isEndless else {
      throw .notApplicable("all antenna paths and an unlimited procedure count are claimed")
    }
    if !hasAllPaths {
      var parameters = Tester.parameters(count: 1)
      parameters.toneAntennaConfigSelection = 7
      parameters.preferredPeerAntenna = 3
      try tester.expectRefusal(of: setting(parameters, link), "with 2:2 antennas", with: .limitedResources)
    }
    if !own.maxConsecutiveProcedures.isEndless {
      try tester.expectRefusal(
        of: setting(Tester.parameters(count: .endless), link), "with a procedure count of 0",
        with: .limitedResources
      )
    }
  }

  private static let tooFewChannels = TestCase(
    id: "HCI/PAR/BI-03", title: "Refusal of procedures on too few channels", needs: [.hci, .peer],
    procedure: """
      With a configuration of 15 channels, set its parameters, and then send LE CS Set Channel Classification without those \
      channels. A second later, setting the parameters again and enabling the procedures must be refused with Insufficient \
      Channels (0x48).
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectConfigured(.onFewChannels)
    try tester.startSecurity(link)
    let parameters = setting(Tester.parameters(count: 1), link)
    try tester.expectAcceptance(of: parameters, "on 15 channels")
    try tester.expectAcceptance(
      of: LECSSetChannelClassificationCommand {
        $0.channelClassification = CSChannelMap(channels: 26..<76)
      }, "without the channels of the configuration")
    tester.idle(.seconds(1))
    try tester.expectRefusal(of: parameters, "without a usable channel", with: .insufficientChannels)
    try tester.expectRefusal(
      of: enable(.enabled, link), "without a usable channel", with: .insufficientChannels)
  }

  private static func setting(
    _ parameters: CSProcedureParameters, _ link: HCILink
  ) -> LECSSetProcedureParametersCommand {
    LECSSetProcedureParametersCommand {
      ($0.connectionHandle, $0.parameters) = (link.iutHandle, parameters)
    }
  }

  private static func enable(_ value: EnableState, _ link: HCILink) -> LECSProcedureEnableCommand {
    LECSProcedureEnableCommand { ($0.connectionHandle, $0.enable) = (link.iutHandle, value) }
  }

  private static let wrongEnable = TestCase(
    id: "HCI/PRC/BI-02", title: "Procedure start and end in the wrong state", needs: [.hci, .peer],
    procedure: """
      With a configuration and parameters, enable procedures before CS security, which must be refused with 0x2F \
      or 0x0C. After CS security, disable them while no procedure runs, which must be refused with Command \
      Disallowed (0x0C). Send a reserved Enable of 2, which must be refused with Invalid HCI Command Parameters \
      (0x12).
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectConfigured()
    try tester.expectAcceptance(of: setting(Tester.parameters(count: 1), link), "with legal values")
    try tester.expectRefusal(
      of: enable(.enabled, link), "before CS security",
      withOneOf: [.insufficientSecurity, .commandDisallowed])
    try tester.startSecurity(link)
    try tester.expectRefusal(of: enable(.disabled, link), "while no procedure runs", with: .commandDisallowed)
    try tester.expectRefusal(of: enable(2, link), "with a reserved value", with: .invalidHCICommandParameters)
  }

  private static let commandsInSeries = TestCase(
    id: "HCI/PRC/BI-03", title: "Refusal of changes to a running series", needs: [.hci, .peer],
    procedure: """
      While procedures run, create and remove their configuration, set their parameters and enable them again. Each \
      must be refused with Command Disallowed (0x0C), and the results must continue.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectConfigured(.onFewChannels)
    try tester.startLongSeries(link)
    try tester.awaitResult(after: tester.iut.events.count, "results of the running series")
    let commands: [any HCICommand] = [
      link.creation(), LECSRemoveConfigCommand { $0.connectionHandle = link.iutHandle },
      setting(Tester.parameters(count: 1), link), enable(.enabled, link),
    ]
    for command in commands {
      try tester.expectRefusal(of: command, "in a series", with: .commandDisallowed)
    }
    try tester.awaitResult(after: tester.iut.events.count, "results after the refusals")
  }

  private static let endOfSeries = TestCase(
    id: "HCI/PRC/BV-01", title: "Report of the end of a series", needs: [.hci, .peer],
    procedure: """
      Disable the procedures of a series that runs. LE CS Procedure Enable Complete must report state 0 with status 0 for \
      that configuration, and no result may follow.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectConfigured(.onFewChannels)
    try tester.startLongSeries(link)
    try tester.awaitResult(after: tester.iut.events.count, "results of the running series")
    let start = try tester.expectAcceptance(of: enable(.disabled, link), "to end a series")
    let end = try tester.expectEvent(
      "LE CS Procedure Enable Complete", after: start, \.csProcedureEnableComplete)
    tester.expect(
      "state \(end.state) of configuration \(end.configID), \(end.status)",
      .equals("state 0 of configuration 0, \(ErrorCode.success)"), "LE CS Procedure Enable Complete")
    let afterwards = tester.iut.events.count
    tester.idle(.seconds(2))
    let results = tester.events(after: afterwards, \.csSubeventResult)
    tester.expect(results.isEmpty, .holds("none", else: "\(results.count)"), "results after the end")
  }

  private static let reportOfStart = TestCase(
    id: "HCI/PRC/BV-02", title: "Report of the start of a series", needs: [.hci, .peer],
    procedure: """
      Have the peer start procedures. LE CS Procedure Enable Complete must report the same values to both hosts, \
      except for the power, and every value must be in its range.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectConfigured()
    try tester.startSecurity(link)
    let start = tester.iut.events.count
    let told = try tester.startProcedures(link, count: 2)
    let own = try tester.expectEvent(
      "LE CS Procedure Enable Complete", after: start, \.csProcedureEnableComplete)
    var expected = told
    (expected.connectionHandle, expected.selectedTXPower) = (own.connectionHandle, own.selectedTXPower)
    tester.expect(
      own.firstDifference(from: expected),
      .absent("the same at both hosts") { "\($0.name) is \($0.value), at the peer's host \($1.value)" },
      "LE CS Procedure Enable Complete")
    let values = [
      ("State", Int(own.state.rawValue), own.state.isEnabled),
      ("Subevents_Per_Event", Int(own.subeventsPerEvent), (1...32).contains(own.subeventsPerEvent)),
      (
        "Subevent_Interval", Int(own.subeventInterval.rawValue),
        (own.subeventInterval == .oneSubevent) == (own.subeventsPerEvent == 1)
      ),
      ("Subevent_Len", own.subeventLen.microseconds, own.subeventLen.isLegal),
      (
        "Selected_TX_Power", Int(own.selectedTXPower.rawValue),
        own.selectedTXPower.isPower || own.selectedTXPower == .unknown
      ),
    ]
    tester.expect(
      values.first { !$0.2 }, .absent("within their ranges") { "\($0.0) is \($0.1)" }, "values of the report")
  }

  private static let startThatFails = TestCase(
    id: "HCI/CCO/BI-113-C", title: "Report of a failed start", needs: [.hci, .peer],
    appliesTo: [.role(.reflector)],
    procedure: """
      Create a configuration on this side only (Create_Context 0), so that the peer does not know it, and enable \
      its procedures. The command must be refused, or LE CS Procedure Enable Complete must report an error. No \
      result may follow. The text of the public test is not public; its subject is inferred from implementations.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    try tester.exchangeCapabilities(link)
    try tester.startSecurity(link)
    var creation = link.creation()
    creation.createContext = .local
    let first = try tester.expectAcceptance(of: creation, "with Create_Context 0")
    tester.idle(.milliseconds(500))
    try tester.expectAcceptance(of: setting(Tester.parameters(count: 1), link), "with legal values")
    let name = "start of procedures of a configuration that the peer does not have"
    let start = tester.iut.events.count
    let answer = try tester.answer(to: enable(.enabled, link))
    if answer.status == .success {
      let report = try tester.expectEvent(
        name, after: start, within: .seconds(45), \.csProcedureEnableComplete)
      tester.expect(report.status, .error, name)
    } else {
      tester.expect("refused: \(answer.status)", .reported("an error"), name)
    }
    tester.idle(.seconds(1))
    let results = tester.events(after: first, \.csSubeventResult)
    tester.expect(results.isEmpty, .holds("none", else: "\(results.count)"), "results")
  }
}

extension Flaw where Value == CSProcedureParameters {
  /// Parameters with one value out of its range.
  fileprivate static let outOfRange = [
    Flaw("for a configuration that does not exist") { $0.configID = 3 },
    Flaw("with a procedure length of 0") { $0.maxProcedureLen = 0 },
    Flaw("with an interval of 0") { $0.minProcedureInterval = 0 },
    Flaw("with Min_Procedure_Interval above Max_Procedure_Interval") {
      ($0.minProcedureInterval, $0.maxProcedureInterval) = (9, 8)
    },
    Flaw("with a subevent of 1249 us") { $0.minSubeventLen = 1249 },
    Flaw("with a subevent of 4000001 us") { $0.maxSubeventLen = 4_000_001 },
    Flaw("with Min_Subevent_Len above Max_Subevent_Len") {
      ($0.minSubeventLen, $0.maxSubeventLen) = (30_000, 20_000)
    },
    Flaw("with antenna configuration 8") { $0.toneAntennaConfigSelection = 8 },
    Flaw("with PHY 0") { $0.phy = 0 },
    Flaw("with PHY 5") { $0.phy = 5 },
    Flaw("with a reserved antenna") { $0.preferredPeerAntenna = 0x10 },
    Flaw("with SNR 5") { $0.snrControlInitiator = 5 },
  ]
}

extension Tester {
  /// Waits for another result at the host under test.
  func awaitResult(after start: Int, _ name: String) throws(TesterStop) {
    _ = try expectEvent(name, after: start, \.csSubeventResult)
  }
}

extension HCIEventValue {
  /// LE CS Subevent Result.
  fileprivate var csSubeventResult: LECSSubeventResultEvent? {
    if case .leCSSubeventResult(let event) = self { event } else { nil }
  }
}
