package import ChannelSounding
internal import CoreTypes
package import HCI
internal import LinkLayer
package import ProcedureRanging
internal import SimulationKernel
internal import Verdicts
package import VirtualController
package import VirtualHost

/// The results of a series of procedures.
package struct SeriesRun {
  /// The procedures as the controller under test reported them.
  package let iut: [ProcedureResult]
  /// The procedures as the lower tester reported them.
  package let lowerTester: [ProcedureResult]
  /// The transmissions of both sides.
  package let subevents: [ObservedSubevent]
  /// The schedule that was agreed.
  package let schedule: LECSProcedureEnableCompleteEvent

  /// How many procedures both sides completed.
  package var completeCount: Int {
    min(iut.count { $0.done == .complete }, lowerTester.count { $0.done == .complete })
  }

  /// The steps of the initiator, and those in which the reflector used the same channel and mode.
  package var stepsInStep: StepCount { subevents.stepsInStep }
}

extension LinkTrial {
  /// Procedures of configuration `id` that the host of the lower tester requests.
  package func parameters(
    id: ConfigID = 0, count: ProcedureCount, _ change: (inout CSProcedureParameters) -> Void = { _ in }
  ) -> CSProcedureParameters {
    var parameters = CSProcedureParameters()
    parameters.configID = id
    parameters.maxProcedureCount = count
    parameters.maxSubeventLen = 25_000
    (parameters.minProcedureInterval, parameters.maxProcedureInterval) = (2, 8)
    change(&parameters)
    return parameters
  }

  /// Has the host of the lower tester, or that under test, start procedures.
  package func start(
    _ parameters: CSProcedureParameters, byIUT: Bool = false
  ) throws(HostError) -> LECSProcedureEnableCompleteEvent {
    try run(byIUT: byIUT) { $0.startProcedures(parameters) }
  }

  /// Has the host of the lower tester, or that under test, end a series, and waits until its last procedure has ended.
  package func stop(id: ConfigID = 0, byIUT: Bool = false) throws(HostError) {
    try run(byIUT: byIUT) { $0.stopProcedures(id) }
  }

  /// Runs a request of the host of one side.
  func run<Value>(byIUT: Bool, _ request: (SoundingLink) -> HostRequest<Value>) throws(HostError) -> Value {
    let (driver, handle) = host(byIUT: byIUT)
    return try driver.run(request(SoundingLink(handle)))
  }

  /// The procedures whose results a host received from its event `start` on.
  package static func procedures(_ driver: HCIDriver, after start: Int) -> [ProcedureResult] {
    var collector = ProcedureCollector()
    return driver.events[start...].compactMap { collector.receive($0.value, packetIndex: $0.packetIndex) }
  }

  /// Runs procedures that the lower tester's host starts, and waits for the requested number.
  ///
  /// - Parameter step: what is under test if it is the start; nil if it is only a precondition.
  package func run(
    _ parameters: CSProcedureParameters, count: Int? = nil, onTrial step: String? = "start of procedures",
    byIUT: Bool = false
  ) throws(TesterStop) -> SeriesRun {
    try tester.requireProcedures(parameters.maxProcedureCount, claimed: declared.maxConsecutiveProcedures)
    let (iutStart, start) = (iut.events.count, lowerTester.events.count)
    tester.recorder.forgetProcedures()
    let schedule: LECSProcedureEnableCompleteEvent
    if let step {
      schedule = try tester.attempt(
        step, self.start(parameters, byIUT: byIUT), required: "accepted",
        frames: tester.exchangeFrames(of: self, .csReq, .csRsp))
    } else {
      schedule = try tester.prepare("start of procedures", self.start(parameters, byIUT: byIUT))
    }
    waitFor(count ?? parameters.maxProcedureCount.limit ?? 0, schedule, since: start)
    return series(lowerTesterAfter: start, iutAfter: iutStart, schedule)
  }

  /// The results that both hosts received after these events, and the subevents on the air since the recorder was
  /// cleared.
  package func series(
    lowerTesterAfter start: Int, iutAfter iutStart: Int,
    _ schedule: LECSProcedureEnableCompleteEvent = .init()
  ) -> SeriesRun {
    SeriesRun(
      iut: Self.procedures(iut, after: iutStart), lowerTester: Self.procedures(lowerTester, after: start),
      subevents: tester.recorder.subevents, schedule: schedule)
  }

  /// Runs until the lower tester has reported `count` procedures and one more could have come.
  private func waitFor(_ count: Int, _ schedule: LECSProcedureEnableCompleteEvent, since start: Int) {
    var collector = ProcedureCollector()
    var (examined, ended) = (start, 0)
    let period = Picoseconds.microseconds(30_000 * max(1, Int(schedule.procedureInterval)))
    simulation.run(until: simulation.now + period * (count + 10)) {
      while examined < lowerTester.events.count {
        let event = lowerTester.events[examined]
        if collector.receive(event.value, packetIndex: event.packetIndex) != nil { ended += 1 }
        examined += 1
      }
      return ended < count && iut.lastDisconnection == nil
    }
    idle(period * 2)
  }

  /// Judges a series: every procedure complete on both sides, every step on the same channel.
  package func note(_ run: SeriesRun, _ step: String, procedures count: Int) {
    tester.expect(run, .completed(count), step, frames: frames(of: run))
  }

  /// The last event of the lower tester.
  package func frames(of run: SeriesRun) -> [Int] {
    run.lowerTester.isEmpty ? tester.lastFrame : tester.recorder.initiatorEvents.suffix(1).map(\.self)
  }
}

extension CSProcedureParameters {
  /// Lets the tones take an antenna configuration, with every antenna of the reflector.
  package mutating func use(_ antennas: AntennaConfiguration) {
    toneAntennaConfigSelection = antennas
    preferredPeerAntenna = UInt8(1 << antennas.reflectorAntennas) - 1
  }
}

extension Expectation where Measured == SeriesRun {
  /// `count` procedures or more complete on both sides, and every step on the same channel.
  fileprivate static func completed(_ count: Int) -> Expectation {
    .that(
      "\(count) procedures complete on both sides, every step on the same channel",
      words: { run in
        "\(run.completeCount) procedures, \(run.stepsInStep.inStep) of \(run.stepsInStep.count) steps"
      }
    ) { run in
      let steps = run.stepsInStep
      return run.completeCount >= count && steps.count > 0 && steps.inStep == steps.count
    }
  }
}
