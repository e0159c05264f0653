internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import SimulationKernel
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// How a series of procedures ends.
  static let linkTerminationCases = [
    endedByPeer("CS/LLTRM/BV-01", .perRef), endedByPeer("LL/CS/CEN/INI/BV-26-C", .cenIni), endedAtAnyMoment,
    endedByHost("CS/LLTRM/BV-03", .perRef), endedByHost("LL/CS/CEN/INI/BV-33-C", .cenIni),
    endedByHost("LL/CS/CEN/REF/BV-33-C", .cenRef), endOfNothing, endedTwice,
  ]

  private static func endedByPeer(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "Series ended by the peer, \(side.id)", from: .configured, claims: [.endlessProcedures],
      procedure: """
        Start an endless series, and end it from the lower tester after some procedures. LL_CS_TERMINATE_RSP must \
        follow, the host must be notified of the end, and no procedure may begin after that. The configuration \
        must stay usable.
        """
    ) { trial, _ throws(TesterStop) in
      for round in 1...2 {
        try trial.endSeries("round \(round)", after: .milliseconds(700))
      }
    }
  }

  private static let endedAtAnyMoment = link(
    "CS/LLTRM/BV-02", .perRef, "Termination at any time", from: .configured, claims: [.endlessProcedures],
    procedure: """
      Start an endless series twelve times, and end it from the lower tester a little later each time, from \
      before its first procedure to the middle of one. Each LL_CS_TERMINATE_REQ must be answered, and no subevent \
      may follow. A new series must then run.
      """
  ) { trial, _ throws(TesterStop) in
    for step in 0..<12 { try trial.endSeries("after \(step * 37) ms", after: .milliseconds(step * 37)) }
    trial.note(try trial.run(trial.parameters(count: 2)), "series after the terminations", procedures: 2)
  }

  private static func endedByHost(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "Series ended by the host under test, \(side.id)", from: .configured,
      procedure: """
        Start a series of forty procedures, and in the middle of it have the host under test end it. \
        LL_CS_TERMINATE_REQ must follow, and after LL_CS_TERMINATE_RSP the host must be notified of the end. Three \
        rounds; the configuration must stay usable.
        """
    ) { trial, tester throws(TesterStop) in
      for round in 1...3 {
        try trial.startSeries(trial.parameters(count: 40), byIUT: side.link == .central)
        trial.idle(.milliseconds(500))
        let mark = trial.mark
        try tester.attempt(
          "end by the host, round \(round)", trial.stop(byIUT: true), required: "reported with state 0")
        let sent = trial.awaitPDU(after: mark, within: .zero) {
          $0.has(.csTerminateReq)
        }
        tester.expect(
          sent != nil, .holds("sent", else: "not sent"), "LL_CS_TERMINATE_REQ, round \(round)",
          frames: sent.map { [$0.frame] })
        trial.idle(.seconds(1))
      }
    }
  }

  private static let endOfNothing = link(
    "CS/LLTRM/BI-01", .perRef, "Termination of procedures that do not run", from: .configured,
    procedure: """
      Send LL_CS_TERMINATE_REQ for a configuration whose procedures do not run, and for one that does not exist. Both must \
      be refused with Command Disallowed (0x0C).
      """
  ) { trial, _ throws(TesterStop) in
    for id in [0, 3] as [ConfigID] {
      var pdu = CSTerminateReq()
      pdu.configID = id
      trial.expectRefusal(
        "LL_CS_TERMINATE_REQ of configuration \(id)", of: .csTerminateReq(pdu), [.commandDisallowed],
        due: .csTerminateRsp)
    }
  }

  private static let endedTwice = link(
    "CS/LLTRM/BI-02", .perRef, "Termination sent twice", from: .configured, claims: [.endlessProcedures],
    procedure: """
      Start an endless series and send LL_CS_TERMINATE_REQ twice, the second a second later, as a peer does after \
      a lost answer. Both must be answered, or the second refused, and the link must stay up.
      """
  ) { trial, tester throws(TesterStop) in
    try trial.endSeries("first", after: .milliseconds(500))
    let reply = trial.reply(
      to: .csTerminateReq, due: .csTerminateRsp, after: trial.inject(.csTerminateReq(CSTerminateReq())))
    tester.expect(reply, .answeredOrRefused, "LL_CS_TERMINATE_REQ, second", frames: reply.frames)
    trial.expectLink()
  }
}

extension LinkTrial {
  /// Runs a series without end and ends it from the lower tester.
  fileprivate func endSeries(_ step: String, after span: Picoseconds) throws(TesterStop) {
    try startSeries(parameters(count: 0), byIUT: side.link == .central)
    idle(span)
    let start = iut.events.count
    let mark = mark
    let handle = link.peerHandle
    try tester.prepare(
      "end of procedures",
      lowerTester.begin(LECSProcedureEnableCommand { ($0.connectionHandle, $0.enable) = (handle, .disabled) })
    )
    let reply = reply(to: .csTerminateReq, due: .csTerminateRsp, after: mark)
    try tester.require(
      reply, .answered("LL_CS_TERMINATE_RSP"), "LL_CS_TERMINATE_REQ, \(step)", frames: reply.frames)
    let _: EnableState = try tester.expectEvent(
      "end of procedures reported, \(step)", required: "an event with state 0", after: start
    ) { $0.csProcedureEnableComplete.flatMap { $0.state == .disabled ? $0.state : nil } }
    let count = tester.recorder.subevents.count
    idle(.seconds(1))
    let late = tester.recorder.subevents.count - count
    tester.expect(late, .exactly(0, "subevents"), "subevents after LL_CS_TERMINATE_RSP, \(step)")
  }
}
