internal import AccessoryProfile
internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Initiator
internal import SimulationKernel
internal import VirtualHost

extension TestCase {
  /// The steps of a phone's session against the plan and the times that were agreed.
  static let timelineCases = [steps, hops]

  private static let steps = TestCase(
    id: "CS/TL/BV-01", title: "Steps as agreed and as drawn", limits: [.timeError],
    procedure: """
      Configure as the phone does, run three procedures, and three more in short subevents. The phone derives the steps \
      from the security vectors of both. The accessory must come to each subevent on the channel, in the mode, with the \
      access addresses, antenna paths and extension slots that were drawn, and keep T_IP1, T_IP2, T_PM and T_SW. T_FCS, \
      and whether anything is sent at all, have cases of their own.
      """
  ) { tester throws(TesterStop) in
    try tester.runForTimeline()
    tester.judge(
      tester.timeline, StepQuantity.allCases.filter { !$0.isHop && $0 != .silence }, under: "",
      within: tester.limit(LimitRule.timeError.name), frames: tester.lastFrame)
  }

  private static let hops = TestCase(
    id: "CS/TL/BV-02", title: "Each hop by itself", limits: [.timeError],
    procedure: """
      Configure as the phone does, run three procedures, and three more in short subevents. From each step to the next \
      T_FCS must pass by the accessory's own clock: within mode-0, after it, between main-mode steps, before the last step.
      """
  ) { tester throws(TesterStop) in
    try tester.runForTimeline()
    tester.judge(
      tester.timeline, StepQuantity.allCases.filter(\.isHop), under: "",
      within: tester.limit(LimitRule.timeError.name), frames: tester.lastFrame)
  }
}

extension Tester {
  /// Runs procedures as the phone does, and in several subevents; what becomes of them is not judged here.
  fileprivate func runForTimeline() throws(TesterStop) {
    let capabilities = try connectForRanging()
    var asked = plainConfiguration
    if request.phone.asksForInlinePCT, capabilities.subfeatures.contains(.inlinePCT) {
      asked.enhancements = 1
    }
    // Whether inline PCT is accepted is a subject of its own.
    var isConfigured = false
    if asked.enhancements == 1 { isConfigured = try tryRanging(asked) != nil }
    if !isConfigured {
      asked.enhancements = 0
      _ = try prepareRanging(asked)
    }
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
    let claimed = Int(declared?.maxConsecutiveProcedures ?? 0)
    let most = claimed == 0 ? count : min(claimed, count)
    for first in stride(from: 0, to: count, by: most) {
      var parameters = procedureParameters(count: UInt16(min(most, count - first)))
      change(&parameters)
      let next = phone.procedures.count + Int(parameters.maxProcedureCount)
      let agreed = try prepare("start of procedures") { () throws(HostError) in
        try phone.startProcedures(parameters)
      }
      let intervals = max(1, Int(agreed.procedureInterval)) * (Int(parameters.maxProcedureCount) + 4) * 4
      // The PDUs that lead to the first procedure may take as long as the peripheral may be silent.
      let limit = phone.patience(.zero, exchanges: 24) + phone.connectionInterval * intervals
      bed.simulation.run(until: bed.simulation.now + limit) {
        phone.procedures.count < next
      }
    }
  }
}
