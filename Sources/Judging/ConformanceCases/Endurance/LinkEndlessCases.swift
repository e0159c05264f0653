internal import AccessoryProfile
internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import Initiator
internal import Verdicts

extension TestCase {
  /// Series that are longer than any counter.
  static let linkEndlessCases = [pastProcedureCounter]

  private static let pastProcedureCounter = TestCase(
    id: "CS/LLAIR/BV-23", title: "More procedures than their counter has numbers", needs: .linkLayer,
    appliesTo: [.role(.reflector), .endlessProcedures],
    budget: CaseBudget(seconds: 7_200, events: 5_000_000),
    limits: [LimitRule("endless_procedures", .whole(1...200_000))],
    procedure: """
      Run a series without end in every connection event, of one subevent of 1250 us with one mode-0 step, the \
      mandatory times and 15 channels, for as many procedures as the limit says, which is more than the 16 bits of their \
      counter hold. \
      Every procedure must complete on both sides, be counted on, and be reported by both with the same steps. Those at \
      either end of the series and around the wraps of 8, 15 and 16 bits are watched step by step. The capture keeps \
      these procedures, and those that did not complete.
      """
  ) { tester throws(TesterStop) in
    let trial = try tester.openSecureLink(.perRef)
    try tester.requireProcedures(0, claimed: trial.declared.maxConsecutiveProcedures)
    // The longest times leave the shortest procedures: room for a step or two.
    trial.offer { ($0.tFCS, $0.tIP1, $0.tIP2, $0.tPM) = (0, 0, 0, 0) }
    var asked = trial.configuration()
    asked.channelMap = CSChannelMap(channels: 2..<17)
    asked.mode0Steps = 1
    try trial.configure(asked)
    let count = tester.wholeLimit("endless_procedures")
    let parameters = trial.parameters(count: 0) {
      ($0.minProcedureInterval, $0.maxProcedureInterval) = (1, 1)
      ($0.minSubeventLen, $0.maxSubeventLen) = (1_250, 1_250)
      $0.maxProcedureLen = 2
    }
    let run = try trial.runEndless(parameters, count: count)
    trial.note(run, of: count)
  }
}
