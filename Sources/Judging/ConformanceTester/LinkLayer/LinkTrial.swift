package import ChannelSounding
package import CoreTypes
internal import HCI
package import LinkLayer
internal import Profiles
package import SimulationKernel
internal import Verdicts
package import VirtualController
package import VirtualHost

/// A link between the controller under test and a lower tester that can send any control PDU at any moment, and hold
/// back or change its own.
///
/// The lower tester is a conforming controller with a probe: PDUs that are not withheld or changed follow the
/// specification.
package final class LinkTrial {
  /// A control PDU seen on the link.
  package typealias ObservedPDU = FrameRecorder.ObservedPDU

  /// The timeout of an answer.
  static let answerTimeout = Picoseconds.seconds(2)

  /// The tester of the case.
  package unowned let tester: Tester
  /// What the controller under test is on the link.
  package let side: LinkSide
  /// The link as both controllers call it.
  package let link: HCILink
  /// What holds back or changes PDUs of the lower tester.
  package let probe: LinkProbe
  /// The capabilities that the controller under test reports over HCI.
  package let declared: CSCapabilities

  /// Takes an existing link.
  package init(_ tester: Tester, side: LinkSide, link: HCILink, probe: LinkProbe, declared: CSCapabilities) {
    self.tester = tester
    self.side = side
    self.link = link
    self.probe = probe
    self.declared = declared
  }

  /// The host above the controller under test.
  package var iut: HCIDriver { tester.iut }
  /// The host above the lower tester.
  package var lowerTester: HCIDriver { tester.peer }
  /// The lower tester itself.
  package var controller: VirtualController { tester.bench.lowerTester }
  /// The simulation of both controllers.
  package var simulation: Simulation { tester.bench.simulation }
  /// The readings of the specification in force.
  package var interpretations: Interpretations { tester.request.profile.interpretations }

  /// Whether a frame is from the controller under test.
  package func isFromIUT(_ pdu: ObservedPDU) -> Bool { pdu.isFromCentral == (side.link == .central) }

  // MARK: What the lower tester does

  /// Runs for `span`.
  package func idle(_ span: Picoseconds) { simulation.run(until: simulation.now + span) }

  /// Sends a control PDU, independent of the lower tester's own procedures. Returns the index among the control
  /// PDUs from which its answer may follow.
  @discardableResult
  package func inject(_ pdu: ControlPDU) -> Int {
    let mark = tester.recorder.controlPDUs.count
    controller.inject(pdu, on: link.peerHandle)
    return mark
  }

  /// Holds back the lower tester's own PDUs with these opcodes; the others go out.
  package func withhold(_ opcodes: ControlOpcode...) {
    probe.outgoing = { pdu in opcodes.contains(where: pdu.has) ? [] : [pdu] }
  }

  /// Replaces the lower tester's own PDUs.
  package func alter(_ change: @escaping (ControlPDU) -> ControlPDU) { probe.outgoing = { [change($0)] } }

  /// Refuses requests: sends LL_REJECT_EXT_IND where the lower tester's own answer would go.
  package func reject(_ request: ControlOpcode, inPlaceOf answer: ControlOpcode, with code: ErrorCode) {
    alter { pdu in
      guard pdu.has(answer) else { return pdu }
      return .rejectExtInd(RejectExtInd(rejectOpcode: request, errorCode: code))
    }
  }

  /// Sends everything unchanged again.
  package func behave() { probe.outgoing = { [$0] } }

  // MARK: What the controller under test does

  /// The index of the next control PDU.
  package var mark: Int { tester.recorder.controlPDUs.count }

  /// The control PDUs of the controller under test from `mark` on.
  package func answers(after mark: Int) -> [ObservedPDU] {
    tester.recorder.controlPDUs.dropFirst(mark).filter(isFromIUT)
  }

  /// The next control PDU of the controller under test that `select` takes; nil if none comes in time.
  package func awaitPDU(
    after mark: Int, within limit: Picoseconds = answerTimeout, _ select: (ControlPDU) -> Bool
  ) -> ObservedPDU? {
    var found: ObservedPDU?
    var examined = mark
    simulation.run(until: simulation.now + limit) {
      let seen = tester.recorder.controlPDUs
      while found == nil, examined < seen.count {
        if isFromIUT(seen[examined]), select(seen[examined].pdu) { found = seen[examined] }
        examined += 1
      }
      return found == nil && iut.lastDisconnection == nil
    }
    return found
  }

  /// The answer to a PDU of the lower tester.
  package struct Reply {
    /// `LL_CS_CONFIG_RSP`, `refused: 0x20 ...`, `no answer`
    package let text: String
    /// The error code of a refusal.
    package var code: ErrorCode?
    /// The answer itself, if it is what was due.
    package var answer: ControlPDU?
    /// Whether it is LL_UNKNOWN_RSP.
    package var isUnknown = false
    /// The frame of the answer, or of the request where there is none.
    package let frames: [Int]
  }

  /// Waits for what answers or refuses `request`.
  package func reply(
    to request: ControlOpcode, due: ControlOpcode?, after mark: Int, within limit: Picoseconds = answerTimeout
  ) -> Reply {
    let seen = awaitPDU(after: mark, within: limit) {
      $0.refuses(request) || due.map($0.has) == true
    }
    guard let seen else {
      let sent = tester.recorder.controlPDUs.dropFirst(mark).first { !isFromIUT($0) }
      let text = iut.lastDisconnection.map { "the link was lost: \($0)" } ?? "no answer"
      return Reply(text: text, frames: sent.map { [$0.frame] } ?? tester.lastFrame)
    }
    let frames = [seen.frame]
    switch seen.pdu {
    case .rejectExtInd(let pdu):
      return Reply(text: "refused: \(pdu.errorCode)", code: pdu.errorCode, frames: frames)
    case .rejectInd(let pdu):
      let code = pdu.errorCode
      // A device with extended rejects refuses Channel Sounding with LL_REJECT_EXT_IND. [Vol 6, Part B, 2.4.2.18]
      let isExtendedDue =
        request.isChannelSounding
        && Claim.feature(.extendedRejectIndication).holds(in: tester.request.profile)
      return Reply(
        text: "refused by LL_REJECT_IND: \(code)", code: isExtendedDue ? nil : code, frames: frames)
    case .unknownRsp: return Reply(text: "LL_UNKNOWN_RSP", isUnknown: true, frames: frames)
    default: return Reply(text: seen.pdu.name, answer: seen.pdu, frames: frames)
    }
  }

  // MARK: Steps

  /// Sends a PDU that must be answered with `due`.
  @discardableResult
  package func expectAnswer(
    _ step: String, to pdu: ControlPDU, _ due: ControlOpcode
  ) throws(TesterStop) -> ControlPDU {
    let reply = reply(to: pdu.opcode, due: due, after: inject(pdu))
    try tester.require(reply, .answered(due.name), step, frames: reply.frames)
    guard let answer = reply.answer else { throw .failed }
    return answer
  }

  /// Sends a PDU that must be refused with one of `codes`.
  package func expectRefusal(_ step: String, of pdu: ControlPDU, _ codes: [ErrorCode], due: ControlOpcode?) {
    note(refusal: reply(to: pdu.opcode, due: due, after: inject(pdu)), step, codes)
  }

  /// Sends a PDU that must be refused with any code.
  package func expectRefusal(_ step: String, of pdu: ControlPDU, due: ControlOpcode?) {
    let reply = reply(to: pdu.opcode, due: due, after: inject(pdu))
    tester.expect(reply, .refused, step, frames: reply.frames)
  }

  /// Judges whether a reply is a refusal with one of `codes`.
  package func note(refusal reply: Reply, _ step: String, _ codes: [ErrorCode]) {
    tester.expect(reply, .refused(with: codes), step, frames: reply.frames)
  }

  /// Judges whether the link is still up half a second later.
  package func expectLink(_ step: String = "link") {
    idle(.milliseconds(500))
    tester.expect(iut.lastDisconnection, .absent("up") { "lost: \($0)" }, step)
  }

  /// Judges whether the link was lost `limit` seconds after `begin`, with the right reason.
  package func noteLoss(
    _ step: String, since begin: Instant, after limit: Double, within tolerance: Double, _ due: ErrorCode
  ) {
    let seconds = (simulation.now - begin).inSeconds
    guard let reason = iut.lastDisconnection, reason == due else {
      return tester.expect(
        iut.lastDisconnection.map { "lost after \(tester.number(seconds)) s: \($0)" }
          ?? "up after \(tester.number(seconds)) s", .inPlaceOf("lost: \(due)"), step)
    }
    tester.expect(seconds, .within(limit, tolerance, "s"), "loss of the \(step): \(reason)")
  }

  /// Shows with a feature exchange that the controller under test still answers. A peripheral has to take part; a central
  /// may answer LL_UNKNOWN_RSP. [Vol 6, Part B, 5.1.4]
  package func expectAlive() throws(TesterStop) {
    let pdu: ControlPDU =
      side.link == .peripheral ? .featureReq(featureRequest) : .peripheralFeatureReq(featureRequest)
    let reply = reply(to: pdu.opcode, due: .featureRsp, after: inject(pdu))
    let mayBeUnknown = side.link == .central
    try tester.require(
      reply,
      .that(mayBeUnknown ? "LL_FEATURE_RSP or LL_UNKNOWN_RSP" : "LL_FEATURE_RSP", words: { $0.text }) {
        $0.answer != nil || $0.isUnknown && mayBeUnknown
      }, "feature exchange afterwards", frames: reply.frames)
  }
}
