internal import ChannelSounding
internal import CoreTypes
internal import Faults
internal import HCI
internal import LinkLayer
internal import SimulationKernel

/// A Channel Sounding test: one procedure without a link, as the tester set it. [Vol 4, Part E, 7.8.142]
///
/// The initiator begins by itself, the reflector when it first hears the initiator.
///
/// Interpretation: a command runs one procedure, and the test is on until the host ends it; the alternative is
/// one procedure after another.
final class CSTest {
  /// From the command to the initiator's first subevent, for a tester to get ready.
  private static let preparation = Picoseconds.milliseconds(5)
  /// More than any procedure lasts, in microseconds.
  private static let noLimit = 1 << 40

  private unowned let controller: VirtualController
  private let request: CSTestRequest
  private let place: CSMeetings.Place
  private let end: CSEnd
  private var planner: ProcedurePlanner
  private var appointment: CSMeetings.Appointment?
  private var firstStart: Instant
  private var subevent = 0
  private var isEnding = false

  private var simulation: Simulation { controller.simulation }

  init(_ request: CSTestRequest, number: Int, controller: VirtualController) {
    self.controller = controller
    self.request = request
    place = .test(nonce: request.nonce, aci: request.aci)
    let description = controller.description
    end = CSEnd(
      of: controller, series: number, configuration: request.configuration,
      exchangeEnd: ExchangeEnd(
        of: description, request.configuration, timing: request.timing,
        maxPowerDbm: request.powerDbm ?? .infinity, snrControl: request.snrControl,
        syncAntennas: request.syncAntennaSelection), aci: request.aci)
    planner = request.planner(description.identity.interpretations)
    firstStart = controller.instant(Self.preparation, after: controller.simulation.now)
  }

  /// Runs the procedure.
  func begin() { prepareSubevent() }

  /// Ends the test; the result of a subevent under way still comes. Returns whether it was not ending already.
  func finish() -> Bool {
    guard !isEnding else { return false }
    isEnding = true
    if appointment?.hasBegun ?? false { return true }
    abandon()
    simulation.schedule(after: .zero) { [weak self] in self?.complete() }
    return true
  }

  /// Leaves the air without a word.
  func abandon() {
    appointment?.cancel()
    controller.air.meetings.leave(place)
  }

  private func complete() {
    guard controller.csTest === self else { return }
    controller.csTest = nil
    controller.air.meetings.leave(place)
    if !controller.faults.contains(.testEndNotReported) { controller.send(LECSTestEndCompleteEvent()) }
  }

  private func prepareSubevent() {
    planner.planSubevent(
      into: &end.plan, lengthMicroseconds: request.subeventLen.microseconds,
      remainingProcedureMicroseconds: Self.noLimit)
    if request.isStablePhase {
      end.plan.replaceSteps(from: end.plan.mode0Count, withLongToneAfter: request.timing.tFCSMicroseconds)
    }
    if isLast { end.plan.endsProcedure = true }
    let offset = request.subeventInterval.time * subevent
    end.start = controller.instant(offset, after: firstStart)
    end.subeventIndex = subevent
    let isPatient = subevent == 0 && end.role == .reflector
    appointment = controller.air.meetings.meet(end, at: place, isPatient: isPatient) { [weak self] in
      self?.subeventEnded()
    }
  }

  /// Whether nothing follows the subevent just planned.
  private var isLast: Bool {
    request.isStablePhase || request.subeventInterval == .oneSubevent || subevent + 1 == request.maxSubevents
      || !planner.canContinue(
        lengthMicroseconds: request.subeventLen.microseconds, remainingProcedureMicroseconds: Self.noLimit)
  }

  private func subeventEnded() {
    guard controller.csTest === self else { return }
    appointment = nil
    if subevent == 0 { firstStart = end.start }
    let isAborted = end.result.subeventDone == .aborted
    if end.plan.endsProcedure {
      end.result.procedureDone = isAborted ? .aborted : .complete
      end.result.procedureAbortReason = isAborted ? .unspecified : .none
    } else {
      end.result.procedureDone = .partial
    }
    controller.report(end.result, handle: LECSSubeventResultEvent.testHandle)
    subevent += 1
    if isEnding { return complete() }
    if !end.plan.endsProcedure { prepareSubevent() }
  }
}
