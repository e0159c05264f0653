internal import Capture
package import ChannelSounding
package import CoreTypes
internal import HCI
internal import HostStack
package import Initiator
package import LinkLayer
package import ProcedureRanging
package import Profiles
internal import SimulationKernel
package import Verdicts
internal import VirtualController
package import VirtualHost

/// Why a test case ends before its last step.
package enum TesterStop: Error {
  /// The tester could not reach the point of the case; `on` is the precondition that failed.
  case inconclusive(String, on: Basis? = nil)
  /// The accessory does not claim what the case is about, or its precondition `on` does not work.
  case notApplicable(String, on: Basis? = nil)
  /// A step was not met, and the following steps depend on it.
  case failed
}

/// What a test case works with: the two ends, what is declared and required, and the steps it took.
package final class Tester {
  /// What is checked, and how.
  package let request: CheckRequest
  /// The requirement of the case.
  package let requirement: Requirement
  private let site: TestSite
  /// The steps so far, in order.
  package private(set) var steps: [Step] = []
  /// What is allowed but worth knowing.
  package private(set) var warnings: [String] = []
  /// What the accessory declared on this link; nil before the exchange.
  package var declared: CSCapabilities?
  /// Whether the case sends PDUs that no conforming phone sends, so that an accessory may end the link.
  package let isProvoking: Bool
  /// The role of the controller under test in Channel Sounding.
  package var iutRole = CSRole.reflector
  /// Whether CS security was started on this link.
  package var hasCSSecurity = false
  /// Whether the case judges the preamble of the other cases.
  private var isPreambleUnderTest = false

  /// What was seen of the run.
  package var recorder: FrameRecorder { site.recorder }
  /// The virtual phone of a case that needs the air.
  package var phone: VirtualInitiator { bed.initiator }

  /// The two ends of a case that needs the air.
  package var bed: TestBed {
    guard case .air(let bed) = site else {
      preconditionFailure("this case did not say that it needs the air")
    }
    return bed
  }

  /// The controllers of a case that needs no air.
  package var bench: HCIBench {
    guard case .hci(let bench) = site else { preconditionFailure("this case said that it needs the air") }
    return bench
  }

  /// Takes what is checked, what the case serves and where it runs.
  package init(_ request: CheckRequest, requirement: Requirement, site: TestSite, isProvoking: Bool = false) {
    self.request = request
    self.requirement = requirement
    self.isProvoking = isProvoking
    self.site = site
  }

  /// A limit of the requirement.
  package func limit(_ name: String) -> Double { requirement.setLimit(name) }

  /// A limit whose rule admits whole numbers alone.
  package func wholeLimit(_ name: String) -> Int { requirement.setWholeLimit(name) }

  // MARK: Steps

  /// Compares what was measured with what is required, and records the step.
  ///
  /// - Parameters:
  ///   - frames: the evidence; unless given, the last frame.
  ///   - basis: the other cases that judge what the step builds on, if any.
  package func expect<Measured>(
    _ measured: Measured, _ expectation: Expectation<Measured>, _ name: String, frames: [Int]? = nil,
    isHeadline: Bool = false, on basis: Basis? = nil
  ) {
    var step = Step(name, measured, expectation, frames: frames ?? lastFrame, isHeadline: isHeadline)
    if let basis { step.rest(on: basis.caseIDs) }
    append(step)
  }

  /// As `expect`, and ends the case if it was not met.
  package func require<Measured>(
    _ measured: Measured, _ expectation: Expectation<Measured>, _ name: String, frames: [Int]? = nil
  ) throws(TesterStop) {
    let step = Step(name, measured, expectation, frames: frames ?? lastFrame)
    append(step)
    if step.finding == .unmet { throw .failed }
  }

  /// Records a step. If it was not met after a fault in the steps on the air, it names that cause and refers to the
  /// cases that judge it. This does not apply to a step whose evidence is control PDUs.
  private func append(_ step: Step) {
    var step = step
    if step.finding == .unmet, !recorder.areControlPDUs(step.frames), let blame, blame.explains(step) {
      step.addCause(blame.text, judgedBy: blame.quantity.judges)
    }
    steps.append(step)
  }

  /// Records what is allowed but worth knowing.
  package func warn(_ text: String) { warnings.append(text) }

  /// Does something that is itself under test: an error is a step that was not met, unless the phone's own
  /// controller refused a command, which the accessory never saw.
  ///
  /// - Parameter basis: the other cases that judge what the step builds on, if any.
  @discardableResult
  package func attempt<Value>(
    _ name: String, _ action: @autoclosure () throws(HostError) -> Value, required: String,
    on basis: Basis? = nil, frames: @autoclosure () -> [Int]? = nil
  ) throws(TesterStop) -> Value {
    do throws(HostError) {
      return try action()
    } catch {
      if case .commandRefused = error { throw stop(name, error) }
      throw fail(name, "\(error)" + cause(behind: error), required: required, on: basis, frames: frames())
    }
  }

  /// Records that something was not done; the step refers to the cases that judge its precondition.
  private func fail(
    _ name: String, _ measured: String, required: String, on basis: Basis?, frames: [Int]? = nil
  ) -> TesterStop {
    expect(measured, .inPlaceOf(required), name, frames: frames, on: basis)
    return .failed
  }

  /// Runs a preamble of the other cases as the subject of this case: an action that fails is a step that was not met.
  package func judgePreamble(_ preamble: () throws(TesterStop) -> Void) throws(TesterStop) {
    isPreambleUnderTest = true
    defer { isPreambleUnderTest = false }
    try preamble()
  }

  /// Performs an action of the preamble: an error leaves the case inconclusive.
  ///
  /// - Parameter basis: the other cases that judge the action, if any.
  @discardableResult
  package func prepare<Value>(
    _ what: String, _ action: @autoclosure () throws(HostError) -> Value, on basis: Basis? = nil
  ) throws(TesterStop) -> Value {
    do throws(HostError) {
      return try action()
    } catch {
      throw stop(what, error, on: basis)
    }
  }

  /// As `prepare`, for an action of several statements.
  @discardableResult
  package func prepare<Value>(
    _ what: String, _ action: () throws(HostError) -> Value
  ) throws(TesterStop) -> Value {
    try prepare(what, action())
  }

  /// How a case ends when an action of its preamble has failed.
  package func stop(_ what: String, _ error: HostError, on basis: Basis? = nil) -> TesterStop {
    if case .controllerGone = error { return .inconclusive("\(what): \(error)") }
    if case .air(let bed) = site {
      switch error {
      case .commandRefused(let command, let code):
        return .inconclusive("\(what): the phone's own controller refused \(command): \(code)")
      case .disconnected, .notConnected:
        guard let end = endOfLink(by: bed) else { break }
        expect(
          "\(end.text), during: \(what)", .inPlaceOf("kept by the accessory"), "link", frames: [end.frame])
        return .failed
      default: break
      }
    }
    return notReached(what, "\(error)" + cause(behind: error), on: basis)
  }

  /// How a case ends when the accessory made its preamble fail.
  package func notReached(_ what: String, _ reason: String, on basis: Basis? = nil) -> TesterStop {
    if isPreambleUnderTest { return fail(what, reason, required: "done", on: basis) }
    let preamble: Basis = if case .air = site { .preamble } else { .benchPreamble }
    return .inconclusive("\(what): \(reason)", on: basis?.or(preamble) ?? preamble)
  }

  /// The state of an attached host or controller that did not answer, or why the host's controller refused, after a
  /// semicolon; otherwise empty.
  func cause(behind error: HostError) -> String {
    if case .hci(let bench) = site, case .missing = error {
      return bench.whySilent.map { "; \($0)" } ?? ""
    }
    guard case .air(let bed) = site, let host = bed.hostTraffic else { return "" }
    switch error {
    case .missing: return host.whySilent(at: bed.simulation.now).map { "; \($0)" } ?? ""
    case .failed(_, let code):
      guard let refusal = host.lastRefusal(), refusal.code == code else { return "" }
      return "; the accessory refused, because \(refusal.reason)"
    default: return ""
    }
  }

  /// How the accessory ended the link; nil if it did not, or if the case provoked it.
  private func endOfLink(by bed: TestBed) -> (text: String, frame: Int)? {
    guard !isProvoking, let reason = phone.driver.lastDisconnection else { return nil }
    if let frame = bed.hostTraffic?.resetOnLink { return ("the host reset its controller", frame) }
    let last = recorder.last(fromCentral: false) { pdu in
      if case .terminateInd(let end) = pdu { end.errorCode == reason } else { false }
    }
    return last.map { ("the accessory ended the link: \(reason)", $0.frame) }
  }

  // MARK: Evidence

  /// The last frame of a control PDU from the accessory, or from the phone.
  package func frame(fromAccessory: Bool, where select: (ControlPDU) -> Bool) -> [Int] {
    recorder.last(fromCentral: !fromAccessory, where: select).map { [$0.frame] } ?? []
  }

  /// The last frame of a control PDU with that opcode from the accessory, or from the phone.
  package func frame(fromAccessory: Bool, of opcode: ControlOpcode) -> [Int] {
    frame(fromAccessory: fromAccessory) { $0.has(opcode) }
  }

  /// The frame in which the accessory refused a request.
  package func rejection(of request: ControlOpcode) -> [Int] {
    frame(fromAccessory: true) { $0.refuses(request) }
  }

  /// The frames of a request of the phone and of the accessory's answer or refusal, as far as there are any.
  package func exchangeFrames(_ request: ControlOpcode, _ answer: ControlOpcode) -> [Int] {
    frame(fromAccessory: false, of: request)
      + frame(fromAccessory: true) { $0.has(answer) || $0.refuses(request) }
  }

  /// The frames of the initiator's events about a procedure.
  package func frames(of procedure: ProcedureResult) -> [Int] {
    let indices = procedure.packetIndices
    return (indices.count == 1 ? [indices.lowerBound] : [indices.lowerBound, indices.upperBound])
      .filter { $0 < recorder.initiatorEvents.count }.map { recorder.initiatorEvents[$0] }
      .filter { $0 > 0 }
  }

  /// The frames of the initiator's events about the last of `procedures`; none without procedures.
  package func frames(ofLast procedures: [ProcedureResult]) -> [Int] {
    procedures.last.map { frames(of: $0) } ?? []
  }

  /// The frame of one of the initiator's events.
  package func frame(ofEvent index: Int) -> [Int] {
    index < recorder.initiatorEvents.count ? [recorder.initiatorEvents[index]] : []
  }

  /// The last frame of the capture.
  package var lastFrame: [Int] { recorder.lastFrame > 0 ? [recorder.lastFrame] : [] }
}

extension ControlPDU {
  /// Whether the PDU has that opcode.
  package func has(_ opcode: ControlOpcode) -> Bool { self.opcode == opcode }

  /// Whether the PDU refuses one with that opcode; LL_REJECT_IND does not say which.
  package func refuses(_ request: ControlOpcode) -> Bool {
    switch self {
    case .rejectInd: true
    case .rejectExtInd(let pdu): pdu.rejectOpcode == request
    case .unknownRsp(let pdu): pdu.unknownType == request
    default: false
    }
  }
}
