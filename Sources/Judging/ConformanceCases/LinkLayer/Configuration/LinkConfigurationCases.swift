internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import SimulationKernel
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// Configurations that must be accepted, kept, replaced and removed.
  static let linkConfigurationCases =
    [
      everyConfigurationID("CS/LLCFG/BV-01", .perRef), everyConfigurationID("LL/CS/CEN/INI/BV-05-C", .cenIni),
      reservedBits, sentTwice, configurationCount, alternatingConfigurations,
      removalByHost("LL/CS/PER/REF/BV-36-C", .perRef), removalByPeer, freedPlace, removalOfNothing,
      configurationLost,
    ]
    + [
      configurationCollision("LL/CS/PER/INI/BV-28-C", .perIni),
      configurationCollision("LL/CS/PER/REF/BV-28-C", .perRef),
      configurationCollision("LL/CS/CEN/INI/BV-29-C", .cenIni),
      configurationCollision("LL/CS/CEN/REF/BV-29-C", .cenRef),
    ]

  private static func everyConfigurationID(_ id: String, _ side: LinkSide) -> TestCase {
    TestCase(
      id: id, title: "Every Config_ID, twice, \(side.id)", needs: .linkLayer,
      appliesTo: [.role(side.role)],
      procedure: """
        For each Config_ID from 0 to 3, on a link of its own: send LL_CS_CONFIG_REQ, start CS security, and send the same \
        request again. Both must be answered with that Config_ID, and the host notified of it.
        """
    ) { tester throws(TesterStop) in
      for id in ConfigID.defined {
        let trial = try tester.openLink(side, to: .prepared)
        for round in ["created", "created again"] {
          let start = trial.iut.events.count
          let pdu = trial.request(for: trial.configuration(id: id))
          let answer = try trial.expectAnswer("Config_ID \(id) \(round)", to: pdu, .csConfigRsp)
          if case .csConfigRsp(let rsp) = answer, rsp.configID != id {
            tester.expect("\(rsp.configID)", .inPlaceOf("\(id)"), "Config_ID of the answer")
          }
          let report: LECSConfigCompleteEvent = try tester.expectEvent(
            "Config_ID \(id) reported", after: start, \.csConfigComplete)
          tester.expect(
            "status \(report.status), action \(report.action), Config_ID \(report.configID)",
            .equals("status \(ErrorCode.success), action 1, Config_ID \(id)"), "Config_ID \(id) reported")
          if round == "created" { try trial.secure() }
        }
      }
    }
  }

  private static let reservedBits = link(
    "CS/LLCFG/BV-02", .perRef, "Reserved bits ignored", from: .secured,
    procedure: """
      Set the reserved bits of LL_CS_CONFIG_REQ and of LL_CS_REQ, and Ch3cJump and Ch3cShape, which have no \
      meaning under #3b, to values that are illegal under #3c. Each request must be answered as if these fields \
      were zero. The reserved bits of Preferred_Peer_Ant may be refused with Invalid LL Parameters (0x1E) as well: \
      public sources disagree.
      """
  ) { trial, tester throws(TesterStop) in
    for bits in [1, 2, 3] as [UInt8] {
      let pdu = trial.request(for: trial.configuration()) {
        ($0.rfuRole, $0.configuration.ch3cJump, $0.configuration.ch3cShape) = (bits, 0, 0)
      }
      try trial.expectAnswer("reserved bits \(bits) of LL_CS_CONFIG_REQ", to: pdu, .csConfigRsp)
    }
    for (jump, shape) in [(0, 0), (1, 1), (0xFF, 0xF)] as [(UInt8, Ch3cShape)] {
      let pdu = trial.request(for: trial.configuration()) {
        ($0.configuration.ch3cJump, $0.configuration.ch3cShape) = (jump, shape)
      }
      try trial.expectAnswer("Ch3cJump \(jump) and Ch3cShape \(shape) under #3b", to: pdu, .csConfigRsp)
    }
    let enhanced = trial.request(for: trial.configuration()) {
      $0.configuration.enhancements = CSEnhancements(rawValue: 0xFF).subtracting(.inlinePCT)
    }
    try trial.expectAnswer("reserved bits of CS_Enhancements_1", to: enhanced, .csConfigRsp)
    let start = trial.startRequest {
      $0.rfuConfigID = 3
      $0.offer.schedule.phy.rawValue |= 0xF0
    }
    try trial.expectAnswer("reserved bits of LL_CS_REQ", to: start, .csRsp)
    let again = try tester.openLink(trial.side, to: .configured)
    let reply = again.reply(
      to: .csReq, due: .csRsp, after: again.inject(again.startRequest { $0.rfuPreferredPeerAnt = 0xF }))
    tester.expect(
      reply, .answeredOrRefused(with: [.invalidLLParameters]), "reserved bits of Preferred_Peer_Ant",
      frames: reply.frames)
  }

  private static let sentTwice = link(
    "CS/LLCFG/BV-03", .perRef, "Same configuration created twice", from: .secured,
    procedure: """
      Send LL_CS_CONFIG_REQ twice in one connection event, as a peer does after a lost answer. Both must be \
      answered, and ranging with the configuration must work.
      """
  ) { trial, tester throws(TesterStop) in
    let pdu = trial.request(for: trial.configuration())
    let mark = trial.inject(pdu)
    trial.inject(pdu)
    trial.idle(.seconds(1))
    let count = trial.answers(after: mark).count { $0.pdu.has(.csConfigRsp) }
    tester.expect(count, .exactly(2, "answers"), "answers to LL_CS_CONFIG_REQ sent twice")
    try trial.configure(trial.configuration(), onTrial: "configuration after the repetition")
    trial.note(try trial.run(trial.parameters(count: 1)), "procedure after the repetition", procedures: 1)
  }

  private static let configurationCount = link(
    "CS/LLCFG/BV-04", .perRef, "As many configurations as claimed", from: .prepared,
    procedure: """
      Create as many configurations as Num_Config_Supported claims, one after the other: all must be accepted. Where that \
      is fewer than four, one more must be refused.
      """
  ) { trial, _ throws(TesterStop) in
    let claimed = trial.declared.numConfigs
    for id in ConfigID.defined.prefix(Int(claimed)) {
      try trial.expectAnswer(
        "configuration \(id.index + 1) of \(claimed)", to: trial.request(for: trial.configuration(id: id)),
        .csConfigRsp)
    }
    guard claimed < 4 else { return }
    let pdu = trial.request(for: trial.configuration(id: ConfigID(rawValue: claimed)))
    trial.expectRefusal("one more configuration than claimed", of: pdu, due: .csConfigRsp)
  }

  private static let alternatingConfigurations = link(
    "CS/LLCFG/BV-05", .perRef, "Alternating configurations", from: .secured, claims: [.configurations(2)],
    procedure: """
      Where more than one configuration is claimed, create two, of mode-2 and of mode-1, and range with them in turn, three \
      times each.
      """
  ) { trial, _ throws(TesterStop) in
    try trial.configure(trial.configuration(id: 0), onTrial: "configuration 0 of mode-2")
    try trial.configure(trial.configuration(id: 1, mode: 1), onTrial: "configuration 1 of mode-1")
    for round in 1...3 {
      for id in [0, 1] as [ConfigID] {
        let run = try trial.run(trial.parameters(id: id, count: 1))
        trial.note(run, "round \(round), configuration \(id)", procedures: 1)
      }
    }
  }

  private static func removalByHost(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "Configuration removed by the host under test", from: .configured,
      procedure: """
        Run two procedures, then have the host under test send LE CS Remove Config. LL_CS_CONFIG_REQ with action \
        0 must follow, and after LL_CS_CONFIG_RSP the host must be notified that the configuration is removed. \
        LL_CS_REQ for it must then be refused.
        """
    ) { trial, tester throws(TesterStop) in
      trial.note(try trial.run(trial.parameters(count: 2)), "procedures before the removal", procedures: 2)
      let mark = trial.mark
      let handle = trial.link.iutHandle
      let start = try tester.prepare(
        "LE CS Remove Config", tester.iut.begin(LECSRemoveConfigCommand { $0.connectionHandle = handle }))
      try trial.expectRemovalReport(after: start)
      let sent = trial.answers(after: mark).contains {
        if case .csConfigReq(let pdu) = $0.pdu { return pdu.action == .remove }
        return false
      }
      tester.expect(sent, .holds("sent", else: "not sent"), "LL_CS_CONFIG_REQ with action 0")
      trial.expectStartRefused("LL_CS_REQ for a removed configuration")
    }
  }

  private static let removalByPeer = link(
    "CS/LLCFG/BV-06", .perRef, "Configuration removed by the peer", from: .secured,
    procedure: """
      Create a configuration and remove it with LL_CS_CONFIG_REQ, action 0. It must be answered and reported, and \
      LL_CS_REQ for it must then be refused.
      """
  ) { trial, tester throws(TesterStop) in
    try trial.expectAnswer(
      "LL_CS_CONFIG_REQ, creation", to: trial.request(for: trial.configuration()), .csConfigRsp)
    let start = trial.iut.events.count
    try trial.expectAnswer(
      "LL_CS_CONFIG_REQ, removal", to: trial.request(for: trial.configuration(), action: .remove),
      .csConfigRsp)
    try trial.expectRemovalReport(after: start)
    trial.expectStartRefused("LL_CS_REQ for a removed configuration")
  }

  private static let freedPlace = link(
    "CS/LLCFG/BV-07", .perRef, "New configuration after a removal", from: .prepared,
    procedure: """
      Create and remove configurations ten times, with Config_IDs 0 and 1 in turn, so that there is never more than one. Each must \
      be answered.
      """
  ) { trial, _ throws(TesterStop) in
    for round in 0..<10 {
      let configuration = trial.configuration(id: ConfigID(rawValue: UInt8(round % 2)))
      try trial.expectAnswer(
        "LL_CS_CONFIG_REQ, creation \(round + 1)", to: trial.request(for: configuration), .csConfigRsp)
      try trial.expectAnswer(
        "LL_CS_CONFIG_REQ, removal \(round + 1)",
        to: trial.request(for: configuration, action: .remove), .csConfigRsp)
    }
  }

  private static let removalOfNothing = link(
    "CS/LLCFG/BI-01", .perRef, "Removal of a missing configuration", from: .prepared,
    procedure: """
      Send LL_CS_CONFIG_REQ with action 0 for a configuration that was never created. It must be refused; public \
      sources do not give the code.
      """
  ) { trial, _ throws(TesterStop) in
    let pdu = trial.request(for: trial.configuration(id: 2), action: .remove)
    trial.expectRefusal("removal of configuration 2", of: pdu, due: .csConfigRsp)
  }

  private static let configurationLost = link(
    "LL/CS/CEN/INI/BV-04-C", .cenIni, "Configuration request without an answer", from: .prepared,
    procedure: """
      Have the host under test create a configuration and refuse it with LL_REJECT_EXT_IND. Its host must be \
      notified of that error. Then withhold LL_CS_CONFIG_RSP: after 40 s the link must end with LL Response Timeout \
      (0x22), and the host must be notified of an error.
      """
  ) { trial, tester throws(TesterStop) in
    trial.reject(.csConfigReq, inPlaceOf: .csConfigRsp, with: .invalidLLParameters)
    let refused = try trial.configureFromIUT()
    tester.expect(
      refused.status, .equals(.invalidLLParameters) { "reported with \($0)" },
      "configuration refused with 0x1E")
    trial.withhold(.csConfigRsp)
    let last = trial.simulation.now + longestWait
    let lost = try trial.configureFromIUT(within: longestWait)
    tester.expect(lost.status, .error, "configuration without an answer")
    trial.simulation.run(until: last) { trial.iut.lastDisconnection == nil }
    tester.expect(
      trial.iut.lastDisconnection, .equals(.llResponseTimeout) { $0.map { "ended: \($0)" } ?? "up" },
      "link without LL_CS_CONFIG_RSP")
  }

  /// The procedure response timeout of 40 s, and a second until the request is on the air. [Vol 6, Part B, 5.2]
  private static let longestWait = Picoseconds.seconds(41)

  private static func configurationCollision(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "Configuration collision, \(side.id)", from: .prepared,
      procedure: """
        Have the host under test create a configuration, withhold the answer, and send LL_CS_CONFIG_REQ. A \
        central must refuse it with LL Procedure Collision (0x23) and continue its own; a peripheral must abandon \
        its own with that error, and answer.
        """
    ) { trial, _ throws(TesterStop) in
      try trial.crossConfigurations()
    }
  }
}

extension LinkTrial {
  /// Has the host under test create a configuration.
  func configureFromIUT(
    within limit: Picoseconds = .seconds(5)
  ) throws(TesterStop) -> LECSConfigCompleteEvent {
    let start = try tester.prepare("LE CS Create Config", iut.begin(creation))
    return try tester.expectEvent("end of the configuration", after: start, within: limit, \.csConfigComplete)
  }

  /// LE CS Create Config of the host under test.
  private var creation: LECSCreateConfigCommand {
    var configuration = configuration()
    configuration.role = side.role
    return LECSCreateConfigCommand(connectionHandle: link.iutHandle, configuration: configuration)
  }

  /// The host under test must be notified that the configuration is removed.
  fileprivate func expectRemovalReport(after start: Int) throws(TesterStop) {
    let report: LECSConfigCompleteEvent = try tester.expectEvent(
      "removal reported", after: start, \.csConfigComplete)
    tester.expect(
      "status \(report.status), action \(report.action)", .equals("status \(ErrorCode.success), action 0"),
      "removal reported")
  }

  /// LL_CS_REQ for configuration 0 must be refused, with any code.
  fileprivate func expectStartRefused(_ step: String) {
    expectRefusal(step, of: startRequest(), due: side.link == .central ? .csInd : .csRsp)
  }

  /// Lets a request of either side be under way at once.
  fileprivate func crossConfigurations() throws(TesterStop) {
    withhold(.csConfigRsp, .rejectExtInd)
    probe.admits = { pdu in !pdu.has(.csConfigReq) }
    let (start, mark) = (iut.events.count, mark)
    try tester.prepare("LE CS Create Config", iut.begin(creation))
    let sent = awaitPDU(after: mark) { $0.has(.csConfigReq) }
    if sent == nil { throw .inconclusive("the controller under test sent no LL_CS_CONFIG_REQ") }
    let pdu = request(for: configuration())
    let isCentral = side.link == .central
    if isCentral {
      expectRefusal("LL_CS_CONFIG_REQ of the peripheral", of: pdu, [.llProcedureCollision], due: .csConfigRsp)
      inject(.csConfigRsp(CSConfigRsp(configID: 0)))
    } else {
      try expectAnswer("LL_CS_CONFIG_REQ of the central", to: pdu, .csConfigRsp)
    }
    let step = "configuration requested by the host under test"
    let status = try tester.expectEvent(step, after: start, \.csConfigComplete).status
    tester.expect(
      status,
      isCentral
        ? .equals(.success)
        : .equals(.llProcedureCollision, required: "abandoned: \(ErrorCode.llProcedureCollision)"), step)
  }
}
