import ChannelSounding
import CoreTypes
import HCI
import Initiator
import ProcedureRanging
import RadioModel
import Ranging
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Subevents, events and series of procedures")
struct ScheduleTests {
  @Test("a procedure may take several subevents of one event", arguments: [0, 1, 2, 3] as [UInt8])
  func subevents(repetition: UInt8) throws {
    let plan = RangingPlan {
      $0.parameters.maxSubeventLen = 8_000
      $0.configuration.mainModeRepetition = repetition
      $0.interval = 160
    }
    let bench = ControllerBench.slow()
    let agreed = try #require(bench.range(plan))
    let enabled = try #require(bench.central.enablings.last)
    #expect(enabled.subeventsPerEvent > 1 && enabled.subeventLen <= 8_000)
    for role in LinkRole.allCases {
      let held = role == .central ? agreed : agreed.seenByPeer
      for procedure in bench[role].procedures {
        #expect(procedure.done == .complete)
        #expect(procedure.subevents.count > 1)
        #expect(Set(procedure.subevents.map(\.startACLConnEventCounter)).count == 1)
        #expect(procedure.subevents.dropLast().allSatisfy { $0.procedureDone == .partial })
        expectRepetition(procedure.subevents.map { $0.readableSteps(held) }, Int(repetition))
      }
    }
    #expect(abs(try #require(bench.estimate(1, plan, agreed)).metres - 3) < 0.15)
    expectSubeventTimes(bench, enabled)
  }

  /// The first main-mode steps of a subevent are on the channels of the last of the one before.
  private func expectRepetition(_ subevents: [[CSStep]], _ repetition: Int) {
    for (steps, next) in zip(subevents, subevents.dropFirst()) {
      let last = steps.filter { $0.mode == 2 }.suffix(repetition).map(\.channel)
      #expect(next.filter { $0.mode == 2 }.prefix(last.count).map(\.channel) == last)
    }
    let channels = subevents.flatMap { $0.filter { $0.mode == 2 } }.count
    #expect(channels == 72 + (subevents.count - 1) * repetition)
  }

  private func expectSubeventTimes(_ bench: ControllerBench, _ enabled: LECSProcedureEnableCompleteEvent) {
    let starts = bench.log.subevents.map(\.timeline.start)
    let spacing = enabled.subeventInterval.time
    let perProcedure = bench.central.procedures[0].subevents.count
    for index in 1..<perProcedure { #expect(starts[index] - starts[index - 1] == spacing) }
  }

  @Test(
    "a procedure may take several connection events", arguments: [8, 12, 20] as [ConnectionInterval],
    LinkRole.allCases)
  func events(interval: ConnectionInterval, initiator: LinkRole) throws {
    let plan = RangingPlan {
      $0.interval = interval
      $0.initiator = initiator
      $0.parameters.maxProcedureInterval = 100
    }
    let bench = ControllerBench.slow()
    let agreed = try #require(bench.range(plan))
    for role in LinkRole.allCases {
      for procedure in bench[role].procedures {
        #expect(procedure.done == .complete)
        let events = procedure.subevents.map(\.startACLConnEventCounter)
        #expect(Set(events).count > 1)
        #expect(events.map(\.rawValue) == events.map(\.rawValue).sorted())
      }
    }
    #expect(
      bench.central.procedures.map { $0.subevents.map(\.startACLConnEventCounter) }
        == bench.peripheral.procedures.map { $0.subevents.map(\.startACLConnEventCounter) })
    #expect(abs(try #require(bench.estimate(1, plan, agreed)).metres - 3) < 0.15)
  }

  @Test("subevents lie between the connection events and leave them alone")
  func room() throws {
    let plan = RangingPlan(count: 5) { $0.interval = 40 }
    let bench = ControllerBench.slow()
    _ = try #require(bench.range(plan))
    let anchors = bench.log.connectionEvents.map { $0[0].start }
    for subevent in bench.log.subevents {
      let sent = [subevent.timeline.initiator, subevent.timeline.reflector]
      let end = sent.flatMap { $0.toneEnd + $0.syncEnd }.max() ?? 0
      let event = try #require(
        bench.log.connectionEvents.last { $0[0].start < subevent.timeline.start })
      #expect(subevent.timeline.start > event[event.count - 1].end)
      if let next = anchors.first(where: { $0 > subevent.timeline.start }) { #expect(end < next.picoseconds) }
    }
    #expect(bench.log.connectionEvents.allSatisfy { $0.count >= 2 })
  }

  @Test(
    "Max_Procedure_Len ends a procedure early, on both sides alike",
    arguments: [12, 20, 30, 41, 57] as [MaxProcedureLength])
  func procedureLength(units: MaxProcedureLength) throws {
    let plan = RangingPlan {
      $0.parameters.maxProcedureLen = units
      $0.parameters.maxSubeventLen = 6_000
      $0.interval = 160
    }
    let bench = ControllerBench.slow { central, peripheral in
      central.clock = .init(offsetPpm: 40)
      peripheral.clock = .init(offsetPpm: -40)
    }
    let agreed = try #require(bench.range(plan))
    #expect(bench.central.procedures.count == 2 && bench.peripheral.procedures.count == 2)
    for (own, peer) in zip(bench.central.procedures, bench.peripheral.procedures) {
      #expect(own.done == .complete && peer.done == .complete)
      #expect(own.steps(agreed).map(\.channel) == peer.steps(agreed.seenByPeer).map(\.channel))
      #expect(own.steps(agreed).count < 72)
    }
  }

  @Test("a series of three is three procedures, as far apart as agreed")
  func finite() throws {
    let plan = RangingPlan(count: 3) { $0.parameters.minProcedureInterval = 7 }
    let bench = ControllerBench()
    _ = try #require(bench.range(plan))
    bench.run(.seconds(5))
    for host in [bench.central, bench.peripheral] {
      #expect(host.procedures.map(\.counter) == [0, 1, 2])
      let events = host.procedures.map(\.subevents[0].startACLConnEventCounter)
      #expect(events[1] == events[0] + 7 && events[2] == events[1] + 7)
      #expect(host.enablings.map(\.state) == [1])
    }
    #expect(bench.start(plan)?.status == .success)
    bench.run(.seconds(5))
    #expect(bench.central.procedures.map(\.counter) == [0, 1, 2, 3, 4, 5])
    #expect(bench.central.procedures.allSatisfy { $0.done == .complete })
  }

  @Test(
    "an endless series ends when either side asks, and the next one is in step without new security",
    arguments: LinkRole.allCases, [false, true])
  func endless(starter: LinkRole, isLossy: Bool) throws {
    let plan = RangingPlan(count: 0) {
      $0.starter = starter
      $0.parameters.maxProcedureInterval = 1
      $0.interval = 60
    }
    let bench = ControllerBench()
    _ = try #require(bench.range(plan))
    if isLossy {
      var chance = bench.simulation.random.stream("loss")
      bench.jammer.spoils = { _ in chance.nextUnit() < 0.25 }
    }
    for turn in 0..<6 {
      let other = bench[starter == .central ? .peripheral : .central]
      let hadStopped = other.enablings.count { $0.state == .disabled }
      bench.run(.milliseconds(1500 + 17 * turn))
      #expect(bench.enable(false, plan)?.state == .disabled)
      #expect(bench.run(until: { other.enablings.count { $0.state == .disabled } > hadStopped }))
      let counts = [bench.central.procedures.count, bench.peripheral.procedures.count]
      bench.run(.seconds(2))
      #expect([bench.central.procedures.count, bench.peripheral.procedures.count] == counts)
      #expect(bench.enable(true, plan)?.state == .enabled)
    }
    bench.run(.seconds(2))
    let aborted = [bench.central, bench.peripheral].map { $0.procedures.count { $0.done != .complete } }
    if !isLossy { #expect(aborted == [0, 0]) }
    let complete = Set(bench.central.procedures.filter { $0.done == .complete }.map(\.counter))
    #expect(complete == Set(bench.peripheral.procedures.filter { $0.done == .complete }.map(\.counter)))
    #expect(complete.count > 60)
    #expect(bench.central.procedures.last?.done == .complete)
    #expect(bench.peripheral.procedures.last?.done == .complete)
  }

  @Test("the procedures survive loss on the link", arguments: 1...3 as ClosedRange<UInt64>)
  func loss(seed: UInt64) throws {
    let plan = RangingPlan(count: 20) { $0.parameters.maxProcedureInterval = 2 }
    let bench = ControllerBench(seed: seed)
    var chance = bench.simulation.random.stream("loss")
    bench.jammer.spoils = { frame in frame.direction != .advertising && chance.nextUnit() < 0.2 }
    let agreed = try #require(bench.range(plan))
    for host in [bench.central, bench.peripheral] {
      #expect(host.procedures.count == 20)
      #expect(host.procedures.allSatisfy { $0.done == .complete })
    }
    #expect(abs(try #require(bench.estimate(19, plan, agreed)).metres - 3) < 0.15)
  }
}
