internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import LinkLayer
internal import ProcedureRanging
internal import SimulationKernel
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// PDUs that are too long or too late, and procedures that the peer misses.
  static let linkLossCases = [
    longPDUs, passedInstants, missedSubevents("CS/LLAIR/BV-21", .perRef),
    missedSubevents("CS/LLAIR/BV-22", .cenIni),
  ]

  private static let longPDUs = link(
    "CS/LLNK/BI-04", .perRef, "Control PDUs longer than supported", from: .secured,
    procedure: """
      Send Channel Sounding requests with one octet and with eight octets too many. Each must be answered with \
      LL_UNKNOWN_RSP or refused, and none may be carried out. Then a request of the right length must be \
      answered.
      """
  ) { trial, _ throws(TesterStop) in
    try trial.expectRightLengths([
      ("with surplus octets: 1", { $0 + [0] }),
      ("with surplus octets: 8", { $0 + [UInt8](repeating: 0, count: 8) }),
    ])
  }

  private static let passedInstants = TestCase(
    id: "CS/LLNK/BI-05", title: "Instant passed", needs: .linkLayer,
    appliesTo: [.role(.reflector)],
    procedure: """
      Send LL_CHANNEL_MAP_IND on one link, LL_CONNECTION_UPDATE_IND on another. Both change nothing, with an Instant \
      twenty connection events ago. The link must end with Instant Passed (0x28), since the two sides are no \
      longer synchronised.
      """
  ) { tester throws(TesterStop) in
    for isMap in [true, false] {
      let trial = try tester.openLink(.perRef)
      let passed = (trial.controller.eventCounter(of: trial.link.peerHandle) ?? 0) - 20
      let pdu = isMap ? LinkTrial.sameMap(at: passed) : LinkTrial.sameParameters(at: passed)
      trial.inject(pdu)
      trial.simulation.run(until: trial.simulation.now + .seconds(1)) { trial.iut.lastDisconnection == nil }
      let reason = trial.iut.lastDisconnection
      tester.expect(
        reason, .equals(.instantPassed) { $0.map { "the link was lost: \($0)" } ?? "the link is up" },
        "link after a passed Instant in \(pdu.name)")
    }
  }

  private static func missedSubevents(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "Procedures missed by the peer, \(side.id)", from: .configured,
      procedure: """
        Run a series of six procedures, of which the lower tester misses the second and the fourth, as a radio \
        with another task does. All must be reported, those two as aborted and the others as complete, with every \
        step on the same channel.
        """
    ) { trial, tester throws(TesterStop) in
      let missed: Set<UInt16> = [1, 3]
      trial.probe.takesPart = { !missed.contains($0) }
      let run = try trial.run(trial.parameters(count: 6), byIUT: side.link == .central)
      let seen = run.iut.map { $0.done == .complete ? "complete" : "aborted" }
      let due = (0..<6 as Range<UInt16>).map { missed.contains($0) ? "aborted" : "complete" }
      tester.expect(
        seen, .equals(due) { $0.joined(separator: ", ") }, "procedures", frames: trial.frames(of: run))
      let steps = run.stepsInStep
      tester.expect(
        Proportion(steps.inStep, of: steps.count), .all("both sides on the same channel"), "steps",
        frames: trial.frames(of: run))
    }
  }
}

extension LinkTrial {
  /// Sends each request of Channel Sounding with a wrong length, which must not be carried out; then a request of the
  /// right length must be answered.
  ///
  /// - Parameter changes: how the octets after the opcode are changed, each with its name.
  func expectRightLengths(_ changes: [(name: String, change: ([UInt8]) -> [UInt8])]) throws(TesterStop) {
    try configure(configuration())
    let whole: [ControlPDU] = [
      request(for: configuration()), startRequest(), .csTerminateReq(CSTerminateReq()), .csSecReq(CSSecReq()),
    ]
    for pdu in whole {
      for (name, change) in changes {
        let octets = change(Array(pdu.encoded.dropFirst()))
        let reply = reply(
          to: pdu.opcode, due: pdu.answerOpcode, after: inject(.unknown(opcode: pdu.opcode, octets: octets)))
        tester.expect(reply, .unknownOrRefused, "\(pdu.name) \(name)", frames: reply.frames)
      }
    }
    try expectAnswer("LL_CS_CONFIG_REQ of the right length", to: request(for: configuration()), .csConfigRsp)
  }

  /// LL_CHANNEL_MAP_IND with all channels, which are in use anyway.
  fileprivate static func sameMap(at instant: ConnEventCounter) -> ControlPDU {
    var pdu = ChannelMapInd()
    (pdu.channelMap, pdu.instant) = (.all, instant)
    return .channelMapInd(pdu)
  }

  /// LL_CONNECTION_UPDATE_IND with the parameters that the link has.
  fileprivate static func sameParameters(at instant: ConnEventCounter) -> ControlPDU {
    var pdu = ConnectionUpdateInd()
    pdu.parameters = ConnectionParameters(interval: 24, timeout: 500)
    pdu.instant = instant
    return .connectionUpdateInd(pdu)
  }
}
