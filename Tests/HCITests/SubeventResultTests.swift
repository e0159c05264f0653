import ChannelSounding
import CoreTypes
import HCI
import SimulationKernel
import Testing
import Wire

@Suite struct SubeventResultTests {
  private static func result(stepLengths: [Int]) -> SubeventResult {
    var result = SubeventResult()
    result.configID = 1
    result.startACLConnEventCounter = 300
    result.procedureCounter = 12
    result.frequencyCompensation = 0x0123
    result.referencePowerLevel = -18
    result.procedureDone = .aborted
    result.subeventDone = .aborted
    result.procedureAbortReason = .channelMapInstantPassed
    result.subeventAbortReason = .noSyncReceived
    for (index, length) in stepLengths.enumerated() {
      result.stepOffsets.append(Int32(result.stepOctets.count))
      result.stepOctets += [4, UInt8(index % 70 + 2), UInt8(length - 3)]
      result.stepOctets += (0..<(length - 3)).map { UInt8(($0 + index) & 0xFF) }
    }
    return result
  }

  private static func joined(_ packets: [HCIPacket]) throws -> SubeventResult? {
    var accumulator = SubeventAccumulator()
    var whole: SubeventResult?
    for packet in packets {
      #expect(whole == nil)
      guard case .event(let event) = packet else { continue }
      #expect(event.parameters.count <= 255)
      switch try HCIEventValue(event) {
      case .leCSSubeventResult(let event): whole = try accumulator.append(event)
      case .leCSSubeventResultContinue(let event): whole = try accumulator.append(event)
      default: Issue.record("\(event) is no result")
      }
    }
    #expect(!accumulator.isOpen)
    return whole
  }

  @Test(
    "steps of twelve octets fill events",
    arguments: [
      (0, [0]), (1, [1]), (19, [19]), (20, [19, 1]), (39, [19, 20]), (40, [19, 20, 1]),
      (160, [19, 20, 20, 20, 20, 20, 20, 20, 1]),
    ])
  func stepsTwelve(steps: Int, counts: [UInt8]) throws {
    let result = Self.result(stepLengths: [Int](repeating: 12, count: steps))
    let packets = result.packets(connectionHandle: 0x40)
    var reported: [UInt8] = []
    for (index, packet) in packets.enumerated() {
      guard case .event(let event) = packet else { continue }
      let isLast = index == packets.count - 1
      switch try HCIEventValue(event) {
      case .leCSSubeventResult(let event):
        #expect(index == 0 && event.connectionHandle == 0x40 && event.configID == 1)
        #expect(
          event.reported.procedureDoneStatus == (isLast ? DoneStatus.aborted : .partial)
            && event.reported.subeventDoneStatus == (isLast ? DoneStatus.aborted : .partial))
        #expect(event.reported.subeventAbortReason == (isLast ? 2 : 0))
        reported.append(event.reported.numStepsReported)
      case .leCSSubeventResultContinue(let event):
        #expect(index > 0 && event.connectionHandle == 0x40 && event.configID == 1)
        #expect(
          event.reported.procedureDoneStatus == (isLast ? DoneStatus.aborted : .partial)
            && event.reported.subeventDoneStatus == (isLast ? DoneStatus.aborted : .partial))
        #expect(event.reported.procedureAbortReason == (isLast ? 3 : 0))
        reported.append(event.reported.numStepsReported)
      default: Issue.record("\(event) is no result")
      }
    }
    #expect(reported == counts)
  }

  @Test("events join to the subevent they were cut from")
  func joinedEvents() throws {
    for seed in UInt64(0)..<60 {
      var random = RandomStream(seed: seed)
      let count = Int.random(in: 0...160, using: &random)
      let result = Self.result(stepLengths: (0..<count).map { _ in .random(in: 3...41, using: &random) })
      let whole = try #require(try Self.joined(result.packets(connectionHandle: 1)), "seed \(seed)")
      #expect(
        whole.stepOctets == result.stepOctets && whole.stepOffsets == result.stepOffsets, "seed \(seed)")
      #expect(whole.configID == 1 && whole.procedureCounter == 12 && whole.startACLConnEventCounter == 300)
      #expect(whole.frequencyCompensation == 0x0123 && whole.referencePowerLevel == -18)
      #expect(whole.procedureDone == .aborted && whole.subeventDone == .aborted)
      #expect(whole.procedureAbortReason.rawValue == 3 && whole.subeventAbortReason.rawValue == 2)
    }
  }

  @Test("an event is filled to the last octet")
  func fullEvent() {
    let packets = Self.result(stepLengths: [200, 39, 200, 46, 3]).packets(connectionHandle: 1)
    let sizes = packets.map { $0.h4Encoded.count - 3 }
    #expect(sizes == [255, 255, 9 + 3])
  }

  @Test("typed steps come back through the events")
  func typedSteps() throws {
    let layout = CSStepLayout(role: .reflector, rttType: 1, numAntennaPaths: 4)
    var random = RandomStream(seed: 99)
    let steps = (0..<160).map { _ in CSStepTests.randomStep(layout, &random) }
    var result = SubeventResult()
    result.numAntennaPaths = 4
    for step in steps { result.append(step, layout: layout) }
    let whole = try #require(try Self.joined(result.packets(connectionHandle: 1)))
    #expect(try whole.steps(layout) == steps)
  }

  @Test("events out of order are refused and the next Result starts anew")
  func eventsOrder() throws {
    var accumulator = SubeventAccumulator()
    #expect(throws: SubeventAccumulator.Failure.noSubeventOpen) {
      try accumulator.append(LECSSubeventResultContinueEvent())
    }
    let start = LECSSubeventResultEvent {
      $0.reported.numStepsReported = 1
      $0.reported.steps = [0, 2, 0]
    }
    #expect(try accumulator.append(start) == nil)
    #expect(throws: SubeventAccumulator.Failure.subeventUnfinished(stepCount: 1)) {
      try accumulator.append(start)
    }
    #expect(try accumulator.append(start) == nil)
    #expect(throws: SubeventAccumulator.Failure.otherConfiguration(2)) {
      try accumulator.append(LECSSubeventResultContinueEvent { $0.configID = 2 })
    }
    #expect(!accumulator.isOpen)
  }

  @Test(
    "steps that contradict their number are refused",
    arguments: [([0, 2], 1), ([0, 2, 1], 1), ([0, 2, 0], 2), ([0, 2, 0, 9], 1), ([1], 0)]
      as [([UInt8], UInt8)])
  func stepsContradict(steps: [UInt8], count: UInt8) {
    var accumulator = SubeventAccumulator()
    #expect(throws: SubeventAccumulator.Failure.self) {
      try accumulator.append(
        LECSSubeventResultEvent {
          $0.reported.numStepsReported = count
          $0.reported.steps = steps
        })
    }
  }

  @Test("a done status without meaning is refused")
  func doneStatus() {
    var accumulator = SubeventAccumulator()
    #expect(
      throws: SubeventAccumulator.Failure.malformed(.invalid(field: "Subevent_Done_Status", value: 2))
    ) {
      try accumulator.append(LECSSubeventResultEvent { $0.reported.subeventDoneStatus = 2 })
    }
  }
}
