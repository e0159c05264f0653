internal import ChannelSounding
internal import CoreTypes
internal import CryptoToolbox
internal import LinkLayer
internal import SimulationKernel

/// The Channel Sounding procedures of one link as one end runs them: which subevent comes when, and what
/// becomes of its result. [Vol 6, Part B, 4.5.18]
final class CSProcedures {
  /// A run of procedures between start and termination.
  private struct Series {
    let configuration: CSConfiguration
    let schedule: CSSchedule
    let timing: StepTiming
    let end: CSEnd
    var nextProcedureEvent: UInt16
    var beginCount = 0
    var isStopping = false
  }

  /// The procedure that is under way.
  private struct Running {
    var planner: ProcedurePlanner
    var nextEvent: UInt16
    var event: UInt16 = 0
    var anchor = Instant.start
    var subevent = 0
    var firstStart: Instant?
  }

  private unowned let connection: Connection
  private var drbg: CSDRBG?
  private var hasUsedDRBG = false
  /// CSProcCount: the procedures begun since CS security was last started.
  private(set) var procedureCounter: UInt16 = 0
  private var series: Series?
  private var running: Running?
  private var abortReason: UInt8?
  /// When the next subevent of this connection event starts.
  private(set) var nextSubeventStart: Instant?

  private var controller: VirtualController { connection.controller }

  /// The series begun on this link.
  private(set) var seriesCount = 0

  init(connection: Connection) { self.connection = connection }

  // MARK: Series

  /// Takes fresh vectors: a new DRBG, and procedures count from 0.
  func use(_ vectors: LinkLayer.CSSecurityVectors) {
    let state = CSSecurityFunctions.h9(
      iv: UInt128(mostSignificantFirst: vectors.iv),
      nonce: UInt64(truncatingIfNeeded: UInt128(mostSignificantFirst: vectors.instantiationNonce)),
      pv: UInt128(mostSignificantFirst: vectors.personalizationVector))
    drbg = CSDRBG(
      key: state.key, v: state.v,
      options: CSDRBG.Options(controller.description.identity.interpretations))
    hasUsedDRBG = false
    procedureCounter = 0
  }

  /// Runs procedures by `schedule` from its first connection event on.
  func start(_ configuration: CSConfiguration, _ schedule: CSSchedule) {
    seriesCount += 1
    let timing = controller.stepTiming(
      configuration, aci: Int(schedule.aci), peer: connection.control.remoteCSCapabilities)
    let end = CSEnd(
      role: configuration.role, series: seriesCount,
      exchangeEnd: ExchangeEnd(
        timing: ExchangeTiming(timing, rttType: configuration.rttType), clock: controller.description.clock,
        radio: controller.description.radio), aci: Int(schedule.aci),
      usesInlinePCT: configuration.usesInlinePCT, behaviour: controller.description.reflectorBehaviour,
      knownFAEPpm: Self.ppmByChannel(connection.control.remoteFAETable))
    series = Series(
      configuration: configuration, schedule: schedule, timing: timing, end: end,
      nextProcedureEvent: schedule.connEventCount)
  }

  /// A FAE table of 72 entries of 1/32 ppm as ppm by channel index.
  private static func ppmByChannel(_ table: [Int8]?) -> [Double] {
    guard let table else { return [] }
    var ppm = [Double](repeating: 0, count: 80)
    for (channel, entry) in zip(CSChannelMap.allowed.channels, table) {
      ppm[Int(channel)] = Double(entry) / 32
    }
    return ppm
  }

  /// Lets the running procedure finish and begins no further one.
  func stop(configID: UInt8) {
    guard series?.configuration.id == configID else { return }
    series?.isStopping = true
    if running == nil { endSeries() }
  }

  /// Ends the procedure under way without its remaining steps; the series goes on.
  func abort(configID: UInt8, reason: UInt8) {
    guard series?.configuration.id == configID, running != nil else { return }
    abortReason = reason
  }

  private func endSeries() {
    guard let ended = series else { return }
    series = nil
    nextSubeventStart = nil
    connection.control.csSeriesEnded(configID: ended.configuration.id)
    if ended.isStopping { controller.reportProceduresStopped(ended.schedule, on: connection) }
    controller.seriesEnded(on: connection)
  }

  // MARK: Events

  /// A connection event has begun at `anchor`.
  func connectionEvent(anchor: Instant) {
    guard let series else { return }
    let counter = connection.eventCounter
    if counter == series.nextProcedureEvent { beginProcedure(at: counter) }
    guard var procedure = running, procedure.nextEvent == counter else { return }
    procedure.event = counter
    procedure.anchor = anchor
    procedure.subevent = 0
    procedure.nextEvent = counter &+ series.schedule.eventInterval
    running = procedure
    prepareSubevent()
  }

  private func beginProcedure(at counter: UInt16) {
    guard var current = series, var fresh = drbg else { return }
    if running != nil { finishProcedure() }
    if current.isStopping || controller.refusesProcedure(number: current.beginCount) { return }
    if hasUsedDRBG { fresh.backtrack() }
    hasUsedDRBG = true
    drbg = fresh
    current.beginCount += 1
    current.nextProcedureEvent = counter &+ current.schedule.procedureInterval
    series = current
    running = Running(
      planner: ProcedurePlanner(
        configuration: current.configuration, schedule: current.schedule,
        channelMap: connection.control.csChannelMap(for: current.configuration, at: counter),
        timing: current.timing, drbg: fresh,
        interpretations: controller.description.identity.interpretations),
      nextEvent: counter)
  }

  private func prepareSubevent() {
    guard let series, let procedure = running else { return }
    let (schedule, end) = (series.schedule, series.end)
    let local = Int(schedule.offset) + procedure.subevent * 625 * Int(schedule.subeventInterval)
    let start = controller.instant(.microseconds(local), after: procedure.anchor)
    let firstStart = procedure.firstStart ?? start
    running?.firstStart = firstStart
    let elapsed = Int((start - firstStart).inMicroseconds)
    running?.planner.planSubevent(
      into: &end.plan, lengthMicroseconds: Int(schedule.subeventLen),
      remainingProcedureMicroseconds: Int(schedule.maxProcedureLen) * 625 - elapsed)
    guard end.plan.count > 0 else { return completeProcedure() }
    nextSubeventStart = start
    end.start = start
    controller.air.meetings.meet(end, on: connection.origin.parameters.accessAddress) { [weak self] in
      self?.subeventEnded()
    }
  }

  private func subeventEnded() {
    guard let series, var procedure = running else { return }
    nextSubeventStart = nil
    let end = series.end
    end.result.configID = series.configuration.id
    end.result.startACLConnEventCounter = procedure.event
    end.result.procedureCounter = procedureCounter
    judgeProcedure(end)
    controller.report(end.result, on: connection)
    if end.result.procedureDone != .partial { return completeProcedure() }
    procedure.subevent += 1
    running?.subevent = procedure.subevent
    if procedure.subevent < Int(series.schedule.subeventsPerEvent) { prepareSubevent() }
  }

  /// Says whether the procedure goes on after the subevent that `end` reports.
  private func judgeProcedure(_ end: CSEnd) {
    if let reason = abortReason.take() {
      end.result.procedureDone = .aborted
      end.result.procedureAbortReason = reason
    } else if !end.plan.endsProcedure {
      end.result.procedureDone = .partial
    } else if end.result.subeventDone == .aborted {
      end.result.procedureDone = .aborted
      end.result.procedureAbortReason = 0xF
    } else {
      end.result.procedureDone = .complete
    }
  }

  private func completeProcedure() {
    finishProcedure()
    guard let series else { return }
    let count = Int(series.schedule.procedureCount)
    if series.isStopping || (count > 0 && series.beginCount >= count) { endSeries() }
  }

  /// A procedure instance is over, however it went.
  private func finishProcedure() {
    running = nil
    procedureCounter &+= 1
    connection.control.csProcedureCounted(procedureCounter)
  }
}
