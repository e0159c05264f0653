internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Initiator
internal import LinkLayer
internal import ProcedureRanging
internal import Profiles
internal import SimulationKernel
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// Links of an hour or more.
  static let linkLongRunCases = [eventCounterWraps, latency]

  private static let eventCounterWraps = TestCase(
    id: "CS/LLLONG/BV-01", title: "Wrap of the connection event counter", needs: .linkLayer,
    appliesTo: [.role(.reflector)], budget: CaseBudget(seconds: 14_400, events: 5_000_000),
    limits: [LimitRule("crossings", .whole(2...64))],
    procedure: """
      Keep one link until its connEventCounter has passed 0x7FFF and 0xFFFF as often as the limit says. The capture \
      leaves out the frames between. At the first two wraps a series runs, and the data channel map changes after \
      the wrap; at the next two a series requested before the wrap starts; at the next two the connection \
      interval changes; and so on. The IUT must answer in every connection event, every procedure must complete \
      with every step on the same channel, and both sides must report the same Start_ACL_Conn_Event_Counter.
      """
  ) { tester throws(TesterStop) in
    // A drift of more than a millisecond between two watches of the link.
    let trial = try tester.openLink(.perRef, to: .configured) { $0.testerOffsetPpm = 20 }
    for crossing in 0..<tester.wholeLimit("crossings") {
      let counter: ConnEventCounter = crossing.isMultiple(of: 2) ? 0x8000 : 0
      let name = counter == 0 ? "across connEventCounter 0xFFFF" : "across connEventCounter 0x7FFF"
      switch crossing / 2 % 3 {
      case 0: try trial.range(over: counter, name, crossing == 0 ? .half : .all)
      case 1: try trial.startSeries(over: counter, name)
      default: try trial.changeInterval(over: counter, name, to: crossing.isMultiple(of: 2) ? 40 : 24)
      }
    }
  }

  private static let latency = TestCase(
    id: "CS/LLLONG/BV-02", title: "Peripheral latency", needs: .linkLayer,
    appliesTo: [.role(.reflector)],
    limits: [LimitRule("latency", .whole(1...100))],
    procedure: """
      Connect with the connPeripheralLatency of the limit, watch two hundred connection events, have the lower \
      tester's host leave half the data channels out, and watch two hundred more. The number of consecutive \
      connection events that the IUT leaves unanswered must not exceed the latency.
      """
  ) { tester throws(TesterStop) in
    let most = tester.wholeLimit("latency")
    let trial = try tester.openLink(.perRef) { $0.latency = UInt16(most) }
    for name in ["", ", on another channel map"] {
      let watch = LinkWatch(trial.controller.air, after: tester.recorder)
      trial.idle(.milliseconds(30 * 200))
      tester.expect(
        watch.longestSilence, .atMost(most, "connection events"),
        "consecutive unanswered connection events\(name)")
      try tester.prepare("data channel map", trial.useChannels(.half))
      trial.idle(.seconds(2))
    }
    trial.expectLink()
  }
}

extension LinkTrial {
  private var counter: ConnEventCounter { controller.eventCounter(of: link.peerHandle) ?? 0 }

  /// Runs until the next connection event has this number, and records only the last few.
  private func pass(to event: ConnEventCounter, interval: Picoseconds) throws(TesterStop) {
    let air = controller.air
    let remaining = Int(event.events(since: counter))
    air.isUnwatched = true
    idle(interval * max(0, remaining - 16))
    air.isUnwatched = false
    simulation.run(until: simulation.now + interval * 64) {
      counter != event && iut.lastDisconnection == nil && lowerTester.lastDisconnection == nil
    }
    let loss = iut.lastDisconnection ?? lowerTester.lastDisconnection
    try tester.require(loss, .absent("up") { "lost: \($0)" }, "link before its connection event \(event)")
  }

  private static let usualInterval = Picoseconds.milliseconds(30)

  /// Runs a series across the wrap, and changes the data channel map after it.
  fileprivate func range(over event: ConnEventCounter, _ name: String, _ map: DataChannelMap)
    throws(TesterStop)
  {
    try pass(to: event - 24, interval: Self.usualInterval)
    let (start, iutStart) = (lowerTester.events.count, iut.events.count)
    tester.recorder.forgetProcedures()
    try startSeries(parameters(count: 12), byIUT: false)
    try pass(to: event - 4, interval: Self.usualInterval)
    try tester.prepare("data channel map", useChannels(map))
    idle(Self.usualInterval * 100)
    note(series(lowerTesterAfter: start, iutAfter: iutStart), "series \(name)", 12)
    try expectAnswers("connection events \(name), on another channel map")
  }

  /// Requests a series before the wrap that starts after it.
  fileprivate func startSeries(over event: ConnEventCounter, _ name: String) throws(TesterStop) {
    try pass(to: event - 3, interval: Self.usualInterval)
    let (start, iutStart) = (lowerTester.events.count, iut.events.count)
    tester.recorder.forgetProcedures()
    try tester.attempt("start \(name)", self.start(parameters(count: 6)), required: "accepted")
    idle(Self.usualInterval * 80)
    note(series(lowerTesterAfter: start, iutAfter: iutStart), "series started \(name)", 6)
    try expectAnswers("connection events \(name)")
  }

  /// Changes the connection interval with an Instant after the wrap.
  fileprivate func changeInterval(
    over event: ConnEventCounter, _ name: String, to interval: ConnectionInterval
  )
    throws(TesterStop)
  {
    let former = interval == 24 ? Picoseconds.milliseconds(50) : Self.usualInterval
    try pass(to: event - 3, interval: former)
    let start = iut.events.count
    try tester.prepare("connection update", self.changeInterval(to: interval))
    _ = try tester.expectEvent("connection update \(name)", required: "reported", after: start) {
      if case .leConnectionUpdateComplete = $0 { return true }
      return nil
    }
    try expectAnswers("connection events \(name), at another interval")
  }

  /// Judges whether a series completed, and both sides reported the same connection events.
  private func note(_ run: SeriesRun, _ step: String, _ count: Int) {
    note(run, step, procedures: count)
    func events(_ procedures: [ProcedureResult]) -> [ConnEventCounter] {
      procedures.flatMap(\.subevents).map(\.startACLConnEventCounter)
    }
    tester.expect(
      events(run.iut) == events(run.lowerTester), .holds("the same on both sides", else: "not the same"),
      "Start_ACL_Conn_Event_Counter of the \(step)", frames: frames(of: run))
  }

  /// Requires the next connection events to be answered.
  private func expectAnswers(_ step: String) throws(TesterStop) {
    let watch = LinkWatch(controller.air, after: tester.recorder)
    tester.recorder.forgetProcedures()
    idle(.seconds(2))
    try tester.require(watch.answers, .all("answered"), step)
  }
}

extension TestCase {
  /// Series that are longer than any counter.
  static let linkEndlessCases = [pastProcedureCounter]

  private static let pastProcedureCounter = link(
    "CS/LLAIR/BV-23", .perRef, "Wrap of the procedure counter", from: .secured, claims: [.endlessProcedures],
    budget: CaseBudget(seconds: 7_200, events: 5_000_000),
    limits: [LimitRule("endless_procedures", .whole(1...200_000))],
    procedure: """
      Run an endless series in every connection event, of one subevent of 1250 us with one mode-0 step, the \
      mandatory times and 15 channels, for as many procedures as the limit says, which exceeds the range of the \
      16-bit procedure counter. Every procedure must complete on both sides, increment the counter, and be \
      reported by both sides with the same steps. The steps of the first and the last procedures and of those \
      around the wraps of 8, 15 and 16 bits are observed on the air. The capture keeps these procedures, and \
      those that did not complete.
      """
  ) { trial, tester throws(TesterStop) in
    try tester.requireProcedures(.endless, claimed: trial.declared.maxConsecutiveProcedures)
    // The longest times leave the shortest procedures: room for a step or two.
    trial.offer { ($0.tFCS, $0.tIP1, $0.tIP2, $0.tPM) = (0, 0, 0, 0) }
    var asked = trial.configuration()
    asked.channelMap = CSChannelMap(channels: 2..<17)
    asked.mode0Steps = 1
    try trial.configure(asked)
    let count = tester.wholeLimit("endless_procedures")
    let parameters = trial.parameters(count: .endless) {
      ($0.minProcedureInterval, $0.maxProcedureInterval) = (1, 1)
      ($0.minSubeventLen, $0.maxSubeventLen) = (.shortest, .shortest)
      $0.maxProcedureLen = 2
    }
    let run = try trial.runEndless(parameters, count: count)
    trial.note(run, of: count)
  }
}
