package import ChannelSounding
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import ProcedureRanging
internal import SimulationKernel
internal import Verdicts
internal import VirtualController
internal import VirtualHost

/// The outcome of a series that is too long to keep.
package struct EndlessRun {
  /// What one side reported.
  package struct Side {
    /// Procedures that ended.
    package fileprivate(set) var count = 0
    /// The first that did not complete, from 0.
    package fileprivate(set) var incomplete: Int?
    /// The first procedure whose counter does not follow the previous one, and the previous counter.
    package fileprivate(set) var miscounted: (counter: UInt16, previous: UInt16)?
    fileprivate var last: UInt16?
    fileprivate var collector = ProcedureCollector()

    /// Takes an event. Returns the procedure that it ends.
    fileprivate mutating func take(_ event: HCIDriver.ReceivedEvent) -> ProcedureResult? {
      guard let procedure = collector.receive(event.value, packetIndex: event.packetIndex) else { return nil }
      if procedure.done != .complete, incomplete == nil { incomplete = count }
      if let last, procedure.counter != last &+ 1, miscounted == nil {
        miscounted = (procedure.counter, last)
      }
      last = procedure.counter
      count += 1
      return procedure
    }
  }

  /// The controller under test.
  package fileprivate(set) var iut = Side()
  package fileprivate(set) var lowerTester = Side()
  /// The steps of all procedures, by the reports of both sides.
  package fileprivate(set) var reportedSteps = StepCount()
  /// The steps of the procedures whose steps were watched.
  package fileprivate(set) var steps = StepCount()
  /// Whether the series stopped before its end.
  package fileprivate(set) var isSilent = false
}

extension LinkTrial {
  /// After this many periods without a procedure a series has ended.
  private static let silentPeriods = 50

  /// Runs a series without end until `count` procedures have ended on both sides, looks at each of them as it ends, and
  /// lets the capture keep the first, the last, and those that are not like the others.
  package func runEndless(_ parameters: CSProcedureParameters, count: Int) throws(TesterStop) -> EndlessRun {
    tester.recorder.forgetProcedures()
    let schedule = try tester.attempt(
      "start of procedures", self.start(parameters), required: "accepted",
      frames: tester.exchangeFrames(of: self, .csReq, .csRsp))
    let watch = EndlessWatch(tester.recorder, controller.air, of: count)
    iut.eventReceiver = { watch.takeFromIUT($0) }
    lowerTester.eventReceiver = { watch.takeFromLowerTester($0) }
    let period = Picoseconds.microseconds(30_000 * max(1, Int(schedule.procedureInterval)))
    let (simulation, iut, silence) = (simulation, iut, period * Self.silentPeriods)
    simulation.run(until: simulation.now + period * count + silence) {
      watch.count < count && watch.run.lowerTester.incomplete == nil && iut.lastDisconnection == nil
        && simulation.now - watch.lastEnd < silence
    }
    watch.run.isSilent = watch.count < count && watch.run.lowerTester.incomplete == nil
    (iut.eventReceiver, lowerTester.eventReceiver) = (nil, nil)
    watch.isResting = false
    tester.recorder.endStretches()
    return watch.run
  }

  /// Judges a long series.
  package func note(_ run: EndlessRun, of count: Int) {
    let frames = tester.recorder.initiatorEvents.last { $0 > 0 }.map { [$0] } ?? tester.lastFrame
    let complete = min(
      run.iut.incomplete ?? run.iut.count, run.lowerTester.incomplete ?? run.lowerTester.count)
    let step = "procedures of an endless series"
    if complete >= count {
      tester.expect(complete, .atLeast(count, "procedures"), step, frames: frames, isHeadline: true)
    } else {
      tester.expect(
        "\(complete) complete on both sides, then " + (run.isSilent ? "none" : "one aborted"),
        .inPlaceOf("\(count) or more, complete on both sides"), step, frames: frames)
    }
    for (name, side) in [("the IUT", run.iut), ("its peer", run.lowerTester)] {
      tester.expect(
        side.miscounted.map { "\($0.counter) after \($0.previous)" },
        .absent("one more in each procedure, 0 after 65535", met: "as required in \(side.count) procedures"),
        "Procedure_Counter reported by \(name)", frames: frames)
    }
    tester.expect(
      run.reportedSteps.proportion, .all("both sides on the same channel"),
      "reported steps of an endless series", frames: frames)
    tester.expect(
      run.steps.proportion, .all("both sides on the same channel"), "observed steps of an endless series",
      frames: frames)
  }
}

/// Looks at each procedure of a long series as both controllers report it.
private final class EndlessWatch {
  /// Where counters of 8, 15 and 16 bits wrap.
  private static let wraps = [256, 32_768, 65_536]
  /// How many procedures to either side of a wrap have their steps watched.
  private static let margin = 5

  private let recorder: FrameRecorder
  private let air: Air
  private let total: Int
  var run = EndlessRun()
  /// When the last procedure ended.
  private(set) var lastEnd: Instant
  /// The subevents of the recorder that were looked at.
  private var examined = 0
  /// A procedure that only one side has reported so far.
  private var awaited: (iut: ProcedureResult?, lowerTester: ProcedureResult?)

  init(_ recorder: FrameRecorder, _ air: Air, of total: Int) {
    (self.recorder, self.air, self.total) = (recorder, air, total)
    lastEnd = air.simulation.now
  }

  /// Procedures that have ended on both sides.
  var count: Int { min(run.iut.count, run.lowerTester.count) }

  /// Takes an event; the driver keeps it if the answer is true.
  func takeFromIUT(_ event: HCIDriver.ReceivedEvent) -> Bool {
    guard event.value.isSubeventResult else { return true }
    guard let procedure = run.iut.take(event) else { return false }
    awaited.iut = procedure
    compareReports()
    return false
  }

  /// Takes an event; the driver keeps it if the answer is true.
  func takeFromLowerTester(_ event: HCIDriver.ReceivedEvent) -> Bool {
    guard event.value.isSubeventResult else { return true }
    guard let procedure = run.lowerTester.take(event) else { return false }
    awaited.lowerTester = procedure
    compareReports()
    lastEnd = air.simulation.now
    let seen = recorder.subevents[examined...].stepsInStep
    run.steps.add(seen)
    // The steps of a failed procedure stay, as the cause of checks that are not met.
    if procedure.done == .complete, seen.inStep == seen.count { recorder.forgetProcedures() }
    examined = recorder.subevents.count
    let ended = run.lowerTester.count
    if ended == SeriesWatch.firstCount { recorder.beginStretch() }
    if ended > SeriesWatch.firstCount {
      recorder.nextStretch(isOrdinary: procedure.done == .complete && isResting)
    }
    isResting = !isWatched(ended)
    return false
  }

  /// Whether neither frames nor steps are watched, but only what the controllers report.
  var isResting: Bool {
    get { air.hidesSteps }
    set {
      (air.hidesSteps, air.isUnwatched) = (newValue, newValue)
      recorder.collectsProcedures = !newValue
    }
  }

  /// Whether the steps of a procedure, counted from 0, are watched.
  private func isWatched(_ number: Int) -> Bool {
    number < SeriesWatch.firstCount || number >= total - SeriesWatch.firstCount
      || Self.wraps.contains { ($0 - number).magnitude <= Self.margin }
  }

  private func compareReports() {
    guard let iut = awaited.iut, let peer = awaited.lowerTester else { return }
    run.reportedSteps.add(reported: peer, iut)
    awaited = (nil, nil)
  }
}

extension HCIEventValue {
  /// Whether it is a part of the result of a subevent.
  fileprivate var isSubeventResult: Bool {
    switch self {
    case .leCSSubeventResult, .leCSSubeventResultContinue: true
    default: false
    }
  }
}
