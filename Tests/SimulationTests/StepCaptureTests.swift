import Capture
import ChannelSounding
import Conformance
import ConformanceTester
import CoreTypes
import HCI
import ProcedureRanging
import TestSupport
import Testing
import Wire

/// What a capture shows of the steps, against what it shows elsewhere.
@Suite("The steps in a capture")
struct StepCaptureTests {
  private func capture(
    _ profile: String, only ids: [String], seed: UInt64 = 1, keepsSteps: Bool = true
  ) throws -> CaptureLog {
    var request = try Shipped.request(profile, seed: seed, only: ids)
    request.keepsSteps = keepsSteps
    return CheckRunner(request).run().capture
  }

  private func records(_ log: CaptureLog) throws -> [StepRecord] {
    try log.frames.filter { $0.interface == .steps }.map { try StepRecord(decoding: Array($0.octets)) }
  }

  /// The subevents that the controller of `role` reported, put together from its events.
  private func reported(_ log: CaptureLog, by role: CSRole) throws -> [SubeventResult] {
    var collector = ProcedureCollector()
    var procedures: [ProcedureResult] = []
    for frame in log.frames
    where frame.interface == CaptureInterface(hciOf: role) && frame.direction == .controllerToHost {
      var stream = H4Stream(from: .controller)
      stream.append(frame.octets.dropFirst(4))
      while let element = stream.next() {
        guard case .packet(.event(let event)) = element else { continue }
        if let procedure = collector.receive(try HCIEventValue(event), packetIndex: frame.number) {
          procedures.append(procedure)
        }
      }
    }
    return procedures.flatMap(\.subevents)
  }

  @Test(
    "are those that both controllers reported, value by value",
    arguments: ["nordic-nrf54l15-ras", "nordic-nrf54l15-ipt", "silabs-xg24"])
  func sameAsReported(profile: String) throws {
    let log = try capture(profile, only: ["CS-A03", "CS-A07", "CS-A20"])
    let records = try records(log)
    #expect(records.count > 100)
    for role in CSRole.allCases {
      var steps = records.filter { (role == .initiator ? $0.initiator : $0.reflector).takesPart }[...]
      for subevent in try reported(log, by: role) {
        for index in subevent.stepOffsets.indices {
          let next = steps.popFirst()
          let record = try #require(next)
          let view = StepView(subevent, index)
          let end = role == .initiator ? record.initiator : record.reflector
          #expect(record.stepIndex == index && record.procedureCounter == subevent.procedureCounter)
          #expect(end.mode == view.mode && end.channel == view.channel)
          guard let place = view.permutationIndex(pathCount: Int(record.pathCount)) else { continue }
          #expect(end.permutation == view.octet(place))
          for (slot, tone) in end.tones.enumerated() {
            let measured = view.tone(place + 1 + 4 * slot)
            #expect(
              tone.i == measured.pct.i && tone.q == measured.pct.q
                && tone.quality & 0xF == measured.quality.rawValue)
          }
        }
      }
      #expect(steps.isEmpty)
    }
  }

  @Test("take nothing away from the capture and change none of its other frames")
  func rest() throws {
    let without = try capture("nordic-nrf54l15-ipt", only: ["CS-A03", "CS-A07"], keepsSteps: false)
    let with = try capture("nordic-nrf54l15-ipt", only: ["CS-A03", "CS-A07"])
    let others = with.frames.filter { $0.interface != .steps }
    #expect(with.count > others.count)
    #expect(others.map(\.octets) == without.frames.map(\.octets))
    #expect(others.map(\.nanoseconds) == without.frames.map(\.nanoseconds))
    #expect(others.map(\.comments) == without.frames.map(\.comments))
  }

  @Test("are the same octets for the same seed, and others for another")
  func seeds() throws {
    let first = try capture("silabs-xg24", only: ["CS-A07"])
    #expect(first.frames.map(\.octets) == (try capture("silabs-xg24", only: ["CS-A07"])).frames.map(\.octets))
    #expect(try records(first) != records(try capture("silabs-xg24", only: ["CS-A07"], seed: 2)))
  }

  @Test("show times that were kept as agreed, with the flight of 3 m in between")
  func kept() throws {
    let records = try records(try capture("nordic-nrf54l15-ras", only: ["CS-A07", "CS-A20"]))
    let steps = records.filter { $0.mode == 2 }
    #expect(Set(steps.map(\.tFCS)).isSuperset(of: [60, 80, 100, 120, 150]))
    for step in steps {
      for end in [step.initiator, step.reflector] {
        #expect((Int(end.keptTFCS) - Int(step.tFCS) * 1_000_000).magnitude < 100_000)
      }
      let flight = Int(step.keptTIP) - Int(step.tIP2) * 1_000_000
      #expect((0...30_000).contains(flight))
      #expect(step.isShared && step.initiator.hearsTones && step.reflector.hearsTones)
    }
  }

  @Test("show clocks that differ as the initiator measured it in mode-0")
  func clocks() throws {
    let records = try records(try capture("silabs-xg24", only: ["CS-A03", "CS-A07", "CS-A20"]))
    let measured = records.filter { $0.initiator.frequencyOffset != .min }
    #expect(measured.count > 5)
    for step in measured {
      #expect(step.initiator.clockOffset != 0 && step.reflector.clockOffset != 0)
      let difference = Int(step.reflector.clockOffset) - Int(step.initiator.clockOffset)
      #expect(abs(Int(step.initiator.frequencyOffset) - difference) < 50, "0.5 ppm")
    }
  }

  @Test("show that an accessory which waits for another T_FCS hears nothing, from the first step on")
  func stretched() throws {
    let records = try records(try capture("defective/tfcs-100-stretched", only: ["CS-A07"]))
    let lost = records.filter { $0.tFCS == 100 }
    #expect(lost.contains { $0.mode == 0 })
    for step in lost {
      #expect(!step.reflector.hearsPacket && !step.reflector.sendsPacket && !step.initiator.hearsPacket)
      #expect(step.slip == StepRecord.noSpan && step.keptTIP == StepRecord.noSpan)
    }
    #expect(lost.contains { $0.mode == 2 && !$0.reflector.takesPart && !$0.initiator.takesPart })
    let others = records.filter { $0.tFCS != 100 && $0.mode == 0 }
    #expect(!others.isEmpty && others.allSatisfy { $0.reflector.hearsPacket && $0.initiator.hearsPacket })
  }
}
