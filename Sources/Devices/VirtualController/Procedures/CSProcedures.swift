internal import ChannelSounding
internal import CoreTypes
internal import CryptoToolbox
internal import Faults
internal import LinkLayer

/// The Channel Sounding procedures of one link as one end runs them: which subevent comes when, and what
/// becomes of its result. [Vol 6, Part B, 4.5.18]
final class CSProcedures {
  /// A run of procedures between start and termination.
  private struct Series {
    let configuration: CSConfiguration
    let schedule: CSSchedule
    let timing: StepTiming
    var end: CSEnd
    var nextProcedureEvent: ConnEventCounter
    var beginCount = 0
    var isHeld = false
    var isStopping = false
    /// The channels that `planner` was made for; nil before the first procedure.
    var channelMap: CSChannelMap?
  }

  /// The procedure that is under way.
  private struct Running {
    let number: UInt16
    let firstEvent: ConnEventCounter
    var nextEvent: ConnEventCounter
    var event: ConnEventCounter = 0
    var anchor = Instant.start
    var subevent = 0
    /// Its place among all subevents of the procedure.
    var subeventIndex = 0
  }

  /// It owns this, and whoever calls here holds it.
  private unowned(unsafe) let connection: Connection
  private var drbg: CSDRBG?
  /// CSProcCount: the procedures begun since CS security was last started.
  private var beginCount: UInt16 = 0
  private var hasUsedDRBG = false
  /// Whether a defective device keeps the DRBG of its former link.
  private var keepsDRBG = false
  /// Where a defective device begins to count procedures.
  private var formerCount: UInt16 = 0
  private var series: Series?
  private var running: Running?
  /// Plans the running procedure, or the last; nil before the first of the series.
  private var planner: ProcedurePlanner?
  private var abortReason: ProcedureAbortReason?
  /// When the next subevent of this connection event starts.
  private(set) var nextSubeventStart: Instant?

  private var controller: VirtualController { connection.controller }
  private var faults: FaultSet { controller.faults }

  /// The series begun on this link.
  private(set) var seriesCount = 0

  init(connection: Connection) { self.connection = connection }

  // MARK: Series

  /// Takes fresh vectors: a new DRBG, and procedures count from 0.
  func useSecurity(central: CSSecurityVectors, peripheral: CSSecurityVectors) {
    if keepsDRBG || (faults.contains(.drbgNotRenewedBySecurityRestart) && drbg != nil) { return }
    drbg = CSDRBG(
      central: central, peripheral: peripheral,
      options: CSDRBG.Options(controller.description.identity.interpretations))
    hasUsedDRBG = false
    beginCount = formerCount
  }

  /// Takes over what a defective device does not clear between two links.
  func inherit(_ leftovers: FaultSet, from former: CSProcedures) {
    if leftovers.contains(.drbgKeptOverLinks) {
      (drbg, hasUsedDRBG, keepsDRBG) = (former.drbg, true, former.drbg != nil)
    }
    if leftovers.contains(.procedureCounterKeptOverLinks) { formerCount = former.beginCount }
  }

  /// Runs procedures by `schedule` from its first connection event on.
  func start(_ configuration: CSConfiguration, _ schedule: CSSchedule) {
    seriesCount += 1
    var configuration = configuration
    if faults.contains(.subModeOmitted) { configuration.subMode = nil }
    let timing = controller.stepTiming(
      configuration, aci: schedule.aci, peer: connection.control.remoteCSCapabilities)
    var exchangeEnd = ExchangeEnd(
      of: controller.description, configuration, timing: timing,
      maxPowerDbm: Double(connection.control.csMaxTXPower.rawValue),
      snrControl: configuration.role == .initiator ? schedule.txSNRInitiator : schedule.txSNRReflector,
      syncAntennas: connection.control.csSyncAntennaSelection)
    controller.description.stepFaults.spoil(&exchangeEnd.timing)
    let end = CSEnd(
      of: controller, series: seriesCount, configuration: configuration, exchangeEnd: exchangeEnd,
      aci: schedule.aci, knownFAEPpm: connection.control.remoteFAETable?.ppmByChannel ?? [])
    planner = nil
    series = Series(
      configuration: configuration, schedule: schedule, timing: timing, end: end,
      nextProcedureEvent: schedule.connEventCount)
  }

  /// Begins no further procedure of the series, whose end the peer is being asked for.
  func hold() { series?.isHeld = true }

  /// Counts the procedures that only the peer began, up to `count` in all.
  func skip(to count: UInt16) {
    while beginCount != count { countProcedure() }
  }

  /// Lets the running procedure finish and begins no further one.
  func stop(configID: ConfigID) {
    guard series?.configuration.id == configID else { return }
    series?.isStopping = true
    if running == nil { endSeries() }
  }

  /// Ends the procedure under way without its remaining steps; the series goes on.
  func abort(configID: ConfigID, reason: ProcedureAbortReason) {
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
    procedure.nextEvent = counter + series.schedule.eventInterval
    running = procedure
    prepareSubevent()
  }

  /// Lets the procedure of this connection event pass without counting it, as a defective device does.
  func forgetProcedure() {
    guard let current = series, current.nextProcedureEvent == connection.eventCounter else { return }
    series?.nextProcedureEvent = connection.eventCounter + current.schedule.procedureInterval
  }

  /// Whether nothing of a procedure hangs on connection event `counter`.
  func passes(over counter: ConnEventCounter) -> Bool {
    series?.nextProcedureEvent != counter && running?.nextEvent != counter
  }

  private func beginProcedure(at counter: ConnEventCounter) {
    if let overdue = running {
      // Its last subevent may still be on its way to the end it planned for.
      if let end = series?.end { series?.end = end.renewed() }
      reportWithoutSteps(overdue.number, at: overdue.event, abortReason: .unspecified)
    }
    guard var current = series, drbg != nil else { return }
    if current.isStopping || current.isHeld || controller.refusesProcedure(number: current.beginCount) {
      return
    }
    current.beginCount += 1
    current.nextProcedureEvent = counter + current.schedule.procedureInterval
    series = current
    let number = beginCount
    guard let drbg = countProcedure() else { return }
    let map = connection.asking { $0.csChannelMap(for: current.configuration, at: counter) }
    guard map.count >= CSChannelMap.minimumChannelCount else {
      return reportWithoutSteps(number, at: counter, abortReason: .tooFewChannels)
    }
    if planner == nil || map != series?.channelMap {
      planner = ProcedurePlanner(
        configuration: current.configuration, schedule: current.schedule, channelMap: map,
        timing: current.timing, drbg: drbg, interpretations: controller.description.identity.interpretations)
      series?.channelMap = map
    } else {
      planner?.beginProcedure(drbg: drbg)
    }
    running = Running(number: number, firstEvent: counter, nextEvent: counter)
  }

  /// Counts a procedure and gives its DRBG.
  @discardableResult
  private func countProcedure() -> CSDRBG? {
    if hasUsedDRBG { drbg?.backtrack() }
    hasUsedDRBG = true
    beginCount &+= 1
    connection.control.csProcedureCounted(beginCount)
    return drbg
  }

  /// Tells the host that a procedure ended without a further step.
  private func reportWithoutSteps(
    _ number: UInt16, at event: ConnEventCounter, abortReason: ProcedureAbortReason = .none
  ) {
    guard let series else { return }
    var result = SubeventResult()
    result.configID = series.configuration.id
    result.startACLConnEventCounter = event
    result.procedureCounter = number
    result.numAntennaPaths = 0
    result.procedureDone = abortReason == .none ? .complete : .aborted
    result.subeventDone = abortReason == .none ? .complete : .aborted
    result.procedureAbortReason = abortReason
    result.subeventAbortReason = abortReason == .none ? .none : .unspecified
    controller.report(result, handle: connection.origin.handle)
    completeProcedure()
  }

  private func prepareSubevent() {
    guard let series, let procedure = running else { return }
    let (schedule, end) = (series.schedule, series.end)
    let subeventOffset = procedure.subevent * schedule.subeventInterval.microseconds
    let start = controller.instant(
      .microseconds(Int(schedule.offset) + subeventOffset), after: procedure.anchor)
    planner?.planSubevent(
      into: &end.plan, lengthMicroseconds: schedule.subeventLen.microseconds,
      remainingProcedureMicroseconds: remainingTime(procedure, schedule))
    guard end.plan.count > 0 else { return reportWithoutSteps(procedure.number, at: procedure.event) }
    endIfNothingFollows(end)
    controller.description.stepFaults.spoil(&end.plan, subevent: procedure.subeventIndex)
    controller.linkProbe?.replan(&end.plan, procedure.subeventIndex)
    nextSubeventStart = start
    end.start = start
    end.procedureCounter = procedure.number
    end.subeventIndex = procedure.subeventIndex
    let number = procedure.number
    if let probe = controller.linkProbe, !probe.takesPart(number) {
      return controller.air.meetings.sitOut(end) { [connection] in
        connection.procedures.subeventEnded(number)
      }
    }
    let place = CSMeetings.Place.link(accessAddress: connection.origin.llData.accessAddress)
    controller.air.meetings.meet(end, at: place) { [connection] in
      connection.procedures.subeventEnded(number)
    }
  }

  /// What Max_Procedure_Len leaves at the start of the subevent that `procedure` stands at, in microseconds.
  private func remainingTime(_ procedure: Running, _ schedule: CSSchedule) -> Int {
    let events = Int(procedure.event.events(since: procedure.firstEvent)) * connection.interval.microseconds
    let subevents = procedure.subevent * schedule.subeventInterval.microseconds
    return schedule.maxProcedureLen.microseconds - events - subevents
  }

  /// Marks the plan as the last of its procedure if Max_Procedure_Len has no room for another subevent.
  private func endIfNothingFollows(_ end: CSEnd) {
    guard !end.plan.endsProcedure, let schedule = series?.schedule, var next = running else { return }
    next.subevent += 1
    if next.subevent == Int(schedule.subeventsPerEvent) {
      next.event = next.nextEvent
      next.subevent = 0
    }
    let follows =
      planner?.canContinue(
        lengthMicroseconds: schedule.subeventLen.microseconds,
        remainingProcedureMicroseconds: remainingTime(next, schedule)) ?? false
    end.plan.endsProcedure = !follows
  }

  private func subeventEnded(_ number: UInt16) {
    guard !connection.isClosed, let series, var procedure = running, procedure.number == number else {
      return
    }
    nextSubeventStart = nil
    let end = series.end
    end.result.configID = series.configuration.id
    end.result.startACLConnEventCounter = procedure.event
    end.result.procedureCounter =
      faults.contains(.procedureCounterOffByOne) ? procedure.number &+ 1 : procedure.number
    judgeProcedure(end)
    let isMissed = end.result.subeventAbortReason == .noSyncReceived
    if isMissed, faults.contains(.seriesLostOnMissedSubevent) { hold() }
    controller.report(end.result, handle: connection.origin.handle)
    if end.result.procedureDone != .partial { return completeProcedure() }
    procedure.subevent += 1
    running?.subevent = procedure.subevent
    running?.subeventIndex += 1
    if procedure.subevent < Int(series.schedule.subeventsPerEvent), !faults.contains(.keepsOnlyOneSubevent) {
      prepareSubevent()
    }
  }

  /// Says whether the procedure goes on after the subevent that `end` reports.
  private func judgeProcedure(_ end: CSEnd) {
    end.result.procedureAbortReason = .none
    if let reason = abortReason.take() {
      end.result.procedureDone = .aborted
      end.result.procedureAbortReason = reason
    } else if !end.plan.endsProcedure {
      end.result.procedureDone = .partial
    } else if end.result.subeventDone == .aborted {
      end.result.procedureDone = .aborted
      end.result.procedureAbortReason = .unspecified
    } else {
      end.result.procedureDone = .complete
    }
  }

  private func completeProcedure() {
    running = nil
    abortReason = nil
    guard let series else { return }
    var count = series.schedule.procedureCount.limit ?? 0
    if count == 0, let least = controller.description.limitFaults.endlessProcedures { count = least }
    if faults.contains(.procedureCountInOctet) { count &= 0xFF }
    if series.isStopping || (count > 0 && series.beginCount >= count) { endSeries() }
  }
}
