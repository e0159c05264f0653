internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// Procedures that both sides begin at once.
  static let linkCrossingCases = [
    startCollision("CS/LLSTA/BI-05", .perRef), startCollision("CS/LLSTA/BI-06", .perIni),
    startCollision("CS/LLSTA/BI-07", .cenRef), startCollision("CS/LLSTA/BI-08", .cenIni), endCollision,
  ]

  private static func startCollision(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "Procedure start collision, \(side.id)", from: .configured,
      procedure: """
        Have the host under test start procedures, leave its LL_CS_REQ unanswered, and send LL_CS_REQ from the \
        lower tester. A central must refuse it with LL Procedure Collision (0x23) and continue its own; a \
        peripheral must abandon its own, report an error to its host, and answer.
        """
    ) { trial, _ throws(TesterStop) in
      let sent = try trial.beginStart()
      let own = side.link == .central ? try trial.insistOn(sent) : try trial.giveWay()
      trial.noteOwnStart(own)
      trial.expectLink()
    }
  }

  private static let endCollision = link(
    "CS/LLTRM/BI-03", .perRef, "Termination collision", from: .configured,
    procedure: """
      Run a series, have the host under test end it, and send LL_CS_TERMINATE_REQ before the LL_CS_TERMINATE_REQ \
      of the controller under test is answered. It must be answered or refused. After LL_CS_TERMINATE_RSP the \
      host must be notified of the end, and another series must run.
      """
  ) { trial, tester throws(TesterStop) in
    try trial.startSeries(trial.parameters(count: 40), byIUT: false)
    trial.idle(.milliseconds(500))
    trial.withhold(.csTerminateRsp)
    let (start, mark) = (trial.iut.events.count, trial.mark)
    let handle = trial.link.iutHandle
    try tester.prepare(
      "end of procedures",
      trial.iut.begin(LECSProcedureEnableCommand { ($0.connectionHandle, $0.enable) = (handle, .disabled) }))
    guard trial.awaitPDU(after: mark, { $0.has(.csTerminateReq) }) != nil else {
      throw .inconclusive("the controller under test sent no LL_CS_TERMINATE_REQ", on: .ownTermination)
    }
    let reply = trial.reply(
      to: .csTerminateReq, due: .csTerminateRsp, after: trial.inject(.csTerminateReq(CSTerminateReq())))
    tester.expect(
      reply, .answeredOrRefused, "LL_CS_TERMINATE_REQ during the IUT's own termination", frames: reply.frames)
    trial.inject(.csTerminateRsp(CSTerminateRsp()))
    trial.behave()
    let state: EnableState = try tester.expectEvent(
      "end of procedures reported", required: "an event with state 0", after: start
    ) { $0.csProcedureEnableComplete.flatMap { $0.state == .disabled ? $0.state : nil } }
    tester.expect(state, .equals(.disabled) { "state \($0)" }, "end of procedures reported")
    trial.idle(.seconds(1))
    trial.note(try trial.run(trial.parameters(count: 2)), "series after the termination", procedures: 2)
  }
}

extension LinkTrial {
  /// Has the host under test start procedures without the lower tester answering. Returns the LL_CS_REQ of the
  /// controller under test.
  fileprivate func beginStart() throws(TesterStop) -> CSReq {
    probe.admits = { !$0.has(.csReq) }
    let (handle, mark, wanted) = (link.iutHandle, mark, parameters(count: aFew))
    try tester.prepare("LE CS Procedure Enable") { () throws(HostError) in
      _ = try iut.complete(
        LECSSetProcedureParametersCommand { ($0.connectionHandle, $0.parameters) = (handle, wanted) })
      _ = try iut.begin(LECSProcedureEnableCommand { ($0.connectionHandle, $0.enable) = (handle, .enabled) })
    }
    let sent = awaitPDU(after: mark) { $0.has(.csReq) }
    guard case .csReq(let pdu)? = sent?.pdu else {
      throw .inconclusive("the controller under test sent no LL_CS_REQ")
    }
    return pdu
  }

  /// The requests cross, and the central's has precedence: the controller under test is the central. Returns the
  /// status of its own start at the host under test.
  fileprivate func insistOn(_ own: CSReq) throws(TesterStop) -> ErrorCode {
    expectRefusal("LL_CS_REQ of the peripheral", of: startRequest(), [.llProcedureCollision], due: .csInd)
    let start = iut.events.count
    inject(.csRsp(CSRsp(own.offer)))
    return try ownStart(after: start)
  }

  /// The requests cross, and the central's has precedence: the controller under test is the peripheral. Returns the
  /// status of its own start at the host under test.
  fileprivate func giveWay() throws(TesterStop) -> ErrorCode {
    let start = iut.events.count
    let answer = try expectAnswer("LL_CS_REQ of the central", to: startRequest(), .csRsp)
    let own = try ownStart(after: start)
    guard case .csRsp(let offered) = answer else { return own }
    let begun = iut.events.count
    inject(.csInd(CSInd(offered.offer.schedule)))
    let status = try ownStart(after: begun)
    tester.expect(status, .equals(.success), "start by the central")
    return own
  }

  private func ownStart(after start: Int) throws(TesterStop) -> ErrorCode {
    try tester.expectEvent(
      "LE CS Procedure Enable Complete", after: start, \.csProcedureEnableComplete?.status)
  }

  /// Judges whether the central's start succeeded, or the peripheral's was abandoned.
  fileprivate func noteOwnStart(_ status: ErrorCode) {
    let isFirst = side.link == .central
    tester.expect(status, isFirst ? .equals(.success) : .error, "start by the host under test")
  }
}
