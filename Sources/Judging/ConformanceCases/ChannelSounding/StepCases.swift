internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Initiator
internal import ProcedureRanging
internal import Profiles
internal import SimulationKernel
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// The steps of mode-0 and mode-2.
  static let stepCases = [mode0, mode2]

  private static let mode0 = TestCase(
    id: "CS/M0/BV-01", title: "One to three mode-0 steps",
    limits: [
      LimitRule("mode_0_steps_least", .whole(1...3), notAbove: "mode_0_steps_most"),
      LimitRule("mode_0_steps_most", .whole(1...3)), LimitRule("answered_fraction", .number(0...1)),
    ],
    procedure: """
      For each number of mode-0 steps from one to three, configure mode-2 as the phone does for itself and run \
      two procedures. The configuration must be accepted, and the initiator must receive the answers to the \
      mode-0 steps at every position in the subevent.
      """
  ) { tester throws(TesterStop) in
    let session = try tester.openSession()
    for count in tester.wholeLimit("mode_0_steps_least")...tester.wholeLimit("mode_0_steps_most") {
      let agreed = try tester.configure(session, "configuration with \(count) mode-0 steps") {
        $0.mode0Steps = UInt8(count)
      }
      let procedures = try tester.run(procedures: 2)
      try tester.judgeMode0(procedures, agreed)
      tester.bed.forgetProcedures()
    }
  }

  private static let mode2 = TestCase(
    id: "CS/M2/BV-01", title: "Mode-2 as main mode, no sub mode",
    limits: [LimitRule("usable_tone_fraction", .number(0...1))],
    procedure: """
      Configure main mode 2 without sub mode, as the phone does for itself, and run three procedures. The \
      configuration must be accepted, every procedure must complete, and each device must rate nearly all received \
      tones usable.
      """
  ) { tester throws(TesterStop) in
    let session = try tester.openSession()
    let agreed = try tester.configure(session, "configuration of mode-2 without sub mode") { _ in }
    let procedures = try tester.run(procedures: 3)
    try tester.requireTones(in: procedures, agreed)
    let frames = tester.frames(ofLast: procedures)
    tester.judgeUsable(procedures, agreed, "usable tones of the accessory", frames)
    tester.judgeUsable(
      tester.recorder.accessoryProcedures, agreed.seenByPeer, "usable tones at the accessory",
      tester.recorder.accessoryEvents.last.map { [$0] } ?? frames,
      whyNone: tester.bed.hostTraffic?.whyNoResults)
  }
}

extension Tester {
  /// Judges how many received tones one side reports as usable.
  ///
  /// - Parameter whyNone: why it can report none; nil if it can.
  fileprivate func judgeUsable(
    _ procedures: [ProcedureResult], _ configuration: CSConfiguration, _ step: String, _ frames: [Int],
    whyNone: String? = nil
  ) {
    var usable = 0
    var total = 0
    for procedure in procedures {
      let tones = procedure.countTones(configuration)
      usable += tones.usableCount
      total += tones.count
    }
    if total == 0, let whyNone {
      return expect(false, .holds("results", met: "results", else: "none: \(whyNone)"), step, frames: frames)
    }
    expect(Proportion(usable, of: total), .atLeast(part: limit("usable_tone_fraction")), step, frames: frames)
  }

  /// Judges each position of the mode-0 steps separately, so that a position without answers shows.
  fileprivate func judgeMode0(
    _ procedures: [ProcedureResult], _ configuration: CSConfiguration
  ) throws(TesterStop) {
    var found = [Int](repeating: 0, count: Int(configuration.mode0Steps))
    var expected = 0
    for subevent in procedures.flatMap(\.subevents) {
      expected += 1
      let steps = subevent.readableSteps(configuration).prefix(Int(configuration.mode0Steps))
      if subevent.subeventDone == .complete, steps.count < configuration.mode0Steps {
        throw .inconclusive("the phone's subevents have no room for \(configuration.mode0Steps) mode-0 steps")
      }
      for (place, step) in steps.enumerated() {
        if case .mode0(let packet, _) = step.data, packet.quality.isFound { found[place] += 1 }
      }
    }
    for (place, count) in found.enumerated() {
      expect(
        Proportion(count, of: expected), .atLeast(part: limit("answered_fraction")),
        "answers to mode-0 step \(place + 1) of \(configuration.mode0Steps)",
        frames: frames(ofLast: procedures))
    }
  }
}

extension TestCase {
  /// Compares the steps of a phone's session with the plan and the negotiated times.
  static let timelineCases = [steps, hops]

  private static let steps = TestCase(
    id: "CS/TL/BV-01", title: "Step sequence and step times", limits: [.timeError],
    procedure: """
      Range as the phone does, run three procedures, and three more in short subevents. The phone derives the \
      steps from the security vectors of both. The accessory must take part in each subevent on the drawn \
      channel, in the drawn mode, with the drawn access addresses, antenna paths and extension slots, and keep \
      T_IP1, T_IP2, T_PM and T_SW. Other cases judge T_FCS and missing transmissions: if the phone's T_FCS does not \
      work, the mandatory one is used.
      """
  ) { tester throws(TesterStop) in
    _ = try tester.openSession()
    try tester.runForTimeline()
    tester.judge(
      tester.timeline, StepQuantity.allCases.filter { !$0.isHop && $0 != .silence }, under: "",
      within: tester.limit(LimitRule.timeError.name))
  }

  private static let hops = TestCase(
    id: "CS/TL/BV-02", title: "T_FCS of each hop", limits: [.timeError],
    procedure: """
      Configure as the phone does, at the shortest T_FCS of both devices, run three procedures, and three more in short \
      subevents. From each step to the next T_FCS must pass by the accessory's own clock: within mode-0, after it, between \
      main-mode steps, before the last step.
      """
  ) { tester throws(TesterStop) in
    try tester.prepareAsPhone()
    try tester.runForTimeline()
    tester.judge(
      tester.timeline, StepQuantity.allCases.filter(\.isHop), under: "",
      within: tester.limit(LimitRule.timeError.name))
  }
}

extension Tester {
  /// Connects and configures as the phone does, at the T_FCS that both devices agree on, whether it works or not.
  fileprivate func prepareAsPhone() throws(TesterStop) {
    let capabilities = try connectForRanging()
    if canRequestInlinePCT(of: capabilities) {
      var asked = plainConfiguration
      asked.enhancements = .inlinePCT
      // CS/IPT/BV-02 judges whether inline PCT is accepted.
      if try tryRanging(asked, tFCS: request.phone.tFCS) != nil { return }
    }
    _ = try prepareRanging(plainConfiguration, tFCS: request.phone.tFCS)
  }

  /// Runs procedures as the phone does, and in several subevents. Other cases judge their results.
  fileprivate func runForTimeline() throws(TesterStop) {
    try runForTimeline(3)
    try runForTimeline(3) {
      $0.minSubeventLen = min($0.minSubeventLen, 8_000)
      $0.maxSubeventLen = 8_000
    }
    guard !timeline.findings.isEmpty else { throw .inconclusive("no subevent began") }
  }

  /// Runs `count` procedures, in as few series as the accessory's capabilities allow.
  private func runForTimeline(_ count: Int, _ change: (inout CSProcedureParameters) -> Void = { _ in })
    throws(TesterStop)
  {
    try requireAntennas()
    let claimed = declared?.maxConsecutiveProcedures.limit
    let most = claimed.map { min($0, count) } ?? count
    for first in stride(from: 0, to: count, by: most) {
      var parameters = procedureParameters(count: ProcedureCount(min(most, count - first)))
      change(&parameters)
      let next = phone.procedures.count + (parameters.maxProcedureCount.limit ?? 0)
      let agreed = try prepare("start of procedures", phone.startProcedures(parameters))
      let intervals =
        max(1, Int(agreed.procedureInterval)) * ((parameters.maxProcedureCount.limit ?? 0) + 4) * 4
      // The PDUs that lead to the first procedure may take as long as the peripheral may be silent.
      let limit = phone.timeout(atLeast: .zero, exchanges: 24) + phone.connectionInterval * intervals
      bed.simulation.run(until: bed.simulation.now + limit) {
        phone.procedures.count < next
      }
    }
  }
}
