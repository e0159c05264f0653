import ChannelSounding
import CoreTypes
import HCI
import Initiator
import LinkLayer
import ProcedureRanging
import SimulationKernel
import Testing

@testable import Ranging
@testable import VirtualController

@Suite("What procedures follow from")
struct ConfigurationTests {
  private static let odd = CSChannelMap(channels: CSChannelMap.allowed.channels.filter { $0 % 2 == 1 })
  private static let low = CSChannelMap(channels: CSChannelMap.allowed.channels.prefix(40))

  private func classify(_ map: CSChannelMap, on host: BenchHost) {
    host.send(LECSSetChannelClassificationCommand { $0.channelClassification = map })
  }

  private func channels(_ procedure: ProcedureResult, _ agreed: CSConfiguration) -> Set<UInt8> {
    Set(procedure.steps(agreed).map(\.channel))
  }

  @Test(
    "a classification of either side changes the channels of both from its Instant on",
    arguments: LinkRole.allCases)
  func classification(role: LinkRole) throws {
    let plan = RangingPlan(count: 12) { $0.parameters.maxProcedureInterval = 2 }
    let bench = ControllerBench()
    #expect(bench.prepareRanging())
    let agreed = try #require(bench.configure(plan))
    #expect(bench.secureRanging())
    #expect(bench.start(plan)?.status == .success)
    #expect(bench.run(until: { bench.central.procedures.count == 2 }))
    classify(Self.odd, on: bench[role])
    #expect(bench.run(until: { bench.peripheral.procedures.count == 12 }))
    let used = bench.central.procedures.map { channels($0, agreed) }
    #expect(used == bench.peripheral.procedures.map { channels($0, agreed.seenByPeer) })
    #expect(used.first == Set(CSChannelMap.allowed.channels))
    #expect(used.last == Set(Self.odd.channels))
    #expect(bench.central.procedures.allSatisfy { $0.done == .complete })
  }

  @Test("classifications of both sides that leave too few channels abort the procedures")
  func tooFewChannels() throws {
    let plan = RangingPlan(count: 12) { $0.parameters.maxProcedureInterval = 2 }
    let bench = ControllerBench()
    #expect(bench.prepareRanging())
    _ = try #require(bench.configure(plan))
    #expect(bench.secureRanging())
    #expect(bench.start(plan)?.status == .success)
    classify(Self.low, on: bench.central)
    let high = CSChannelMap(channels: CSChannelMap.allowed.channels.suffix(32))
    classify(high, on: bench.peripheral)
    #expect(bench.run(until: { bench.peripheral.procedures.count == 12 }))
    for host in [bench.central, bench.peripheral] {
      let last = try #require(host.procedures.last)
      #expect(last.done == .aborted)
      #expect(last.subevents.last?.procedureAbortReason == .tooFewChannels)
      #expect(last.subevents.allSatisfy { $0.stepOffsets.isEmpty })
      #expect(host.procedures.map(\.counter) == Array(0..<12))
    }
    #expect(bench.isConnected)
  }

  @Test("a configuration that is removed is gone on both sides", arguments: LinkRole.allCases)
  func removal(role: LinkRole) throws {
    let plan = RangingPlan()
    let bench = ControllerBench()
    _ = try #require(bench.range(plan))
    bench.run(.seconds(1))
    let host = bench[role]
    host.send(LECSRemoveConfigCommand { $0.connectionHandle = host.handle })
    bench.run(.seconds(1))
    for host in [bench.central, bench.peripheral] {
      #expect(host.configurations.map(\.action) == [1, 0])
      #expect(host.configurations.allSatisfy { $0.status == .success })
      host.send(LECSProcedureEnableCommand { ($0.connectionHandle, $0.enable) = (host.handle, .enabled) })
    }
    bench.run(.milliseconds(100))
    for host in [bench.central, bench.peripheral] {
      #expect(host.status(of: LECSProcedureEnableCommand.self) == .invalidHCICommandParameters)
    }
    _ = try #require(bench.configure(plan))
    #expect(bench.start(plan)?.status == .success)
    bench.run(.seconds(2))
    #expect(bench.central.procedures.map(\.counter) == [0, 1, 2, 3])
    #expect(bench.central.procedures.allSatisfy { $0.done == .complete })
  }

  @Test("four configurations range in turn on one link")
  func fourConfigurations() throws {
    let bench = ControllerBench()
    #expect(bench.prepareRanging())
    var plans: [(RangingPlan, CSConfiguration)] = []
    for id in ConfigID.defined {
      let plan = RangingPlan(count: 1) {
        ($0.configuration.id, $0.parameters.configID) = (id, id)
        $0.initiator = id.index % 2 == 0 ? .central : .peripheral
        $0.configuration.enhancements = id.index < 2 ? [] : .inlinePCT
      }
      plans.append((plan, try #require(bench.configure(plan))))
    }
    #expect(bench.secureRanging())
    for (index, (plan, agreed)) in plans.enumerated() {
      #expect(bench.start(plan)?.status == .success)
      #expect(bench.run(until: { bench.peripheral.procedures.count == index + 1 }))
      bench.run(.milliseconds(300))
      #expect(bench.central.procedures.last?.subevents.first?.configID == plan.configuration.id)
      #expect(abs(try #require(bench.estimate(index, plan, agreed)).metres - 3) < 0.15)
    }
  }

  @Test("security started again gives other channels and counts from 0")
  func newSecurity() throws {
    let plan = RangingPlan()
    let bench = ControllerBench()
    let agreed = try #require(bench.range(plan))
    bench.run(.seconds(1))
    let first = bench.central.procedures.map { $0.steps(agreed).map(\.channel) }
    #expect(bench.secureRanging())
    #expect(bench.start(plan)?.status == .success)
    bench.run(.seconds(2))
    for host in [bench.central, bench.peripheral] {
      #expect(host.procedures.map(\.counter) == [0, 1, 0, 1])
      #expect(host.procedures.allSatisfy { $0.done == .complete })
    }
    let second = bench.central.procedures.suffix(2).map { $0.steps(agreed).map(\.channel) }
    #expect(Set(first + second).count == 4)
  }

  @Test("after a refresh of the key the procedures need new security")
  func refresh() throws {
    let plan = RangingPlan()
    let bench = ControllerBench()
    _ = try #require(bench.range(plan))
    bench.run(.seconds(1))
    bench.startEncryption()
    bench.run(.seconds(3))
    bench.central.send(
      LECSProcedureEnableCommand { ($0.connectionHandle, $0.enable) = (bench.central.handle, .enabled) })
    bench.run(.milliseconds(1))
    #expect(bench.central.status(of: LECSProcedureEnableCommand.self) == .insufficientSecurity)
    #expect(bench.secureRanging())
    #expect(bench.start(plan)?.status == .success)
    bench.run(.seconds(3))
    #expect(bench.central.procedures.count == 4)
    #expect(bench.central.procedures.allSatisfy { $0.done == .complete })
  }

  @Test("without encryption there is no ranging")
  func unencrypted() {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.central.send(
      LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = bench.central.handle })
    bench.run(.milliseconds(1))
    #expect(
      bench.central.status(of: LECSReadRemoteSupportedCapabilitiesCommand.self) == .insufficientSecurity)
  }

  @Test("two ends that read the specification differently lose each other")
  func desynchronised() throws {
    let plan = RangingPlan(count: 6) {
      $0.configuration.mainMode = 3; $0.interval = 160
    }
    let bench = ControllerBench { _, peripheral in
      peripheral.identity.interpretations.nonceAddition = .withCarry
      peripheral.identity.interpretations.f9Increment = .carry128
    }
    let agreed = try #require(bench.range(plan))
    let alike = zip(bench.central.procedures, bench.peripheral.procedures).map { own, peer in
      own.steps(agreed).map(\.channel) == peer.steps(agreed.seenByPeer).map(\.channel)
    }
    #expect(bench.central.procedures.count == 6)
    for (index, isAlike) in alike.enumerated() where !isAlike {
      let hasPeak = bench.estimate(index, plan, agreed)?.hasPeak ?? false
      #expect(bench.central.procedures[index].done == .aborted || !hasPeak)
    }
  }

  @Test("an end with another DRBG hears nothing of the other")
  func otherDRBG() throws {
    let plan = RangingPlan()
    let bench = ControllerBench()
    #expect(bench.prepareRanging())
    _ = try #require(bench.configure(plan))
    #expect(bench.secureRanging())
    let host = bench.peripheral
    host.controller.connections[host.handle]?.procedures.skip(to: 1)
    #expect(bench.start(plan)?.status == .success)
    #expect(bench.run(until: { bench.central.procedures.count == 2 }))
    for host in [bench.central, bench.peripheral] {
      #expect(host.procedures.allSatisfy { $0.done == .aborted && $0.subeventAbortReason == .noSyncReceived })
    }
  }

  @Test("a side whose peer has lost power reports procedures without a CS_SYNC until the link ends")
  func lostPeer() throws {
    let plan = RangingPlan(count: 0) { $0.parameters.maxProcedureInterval = 1 }
    let bench = ControllerBench()
    _ = try #require(bench.range(plan))
    bench.run(.seconds(1))
    bench.peripheral.controller.powerOff()
    let count = bench.central.procedures.count
    #expect(bench.run(until: { bench.central.disconnectionReason != nil }, within: .seconds(10)))
    let lost = bench.central.procedures.dropFirst(count + 1)
    #expect(lost.count > 10)
    #expect(lost.allSatisfy { $0.done == .aborted && $0.subeventAbortReason == .noSyncReceived })
    bench.run(.seconds(1))
    #expect(bench.simulation.pendingCount < 10)
  }

  @Test("the reason of an aborted procedure does not stand in the subevents of the next")
  func abortReasonPasses() throws {
    let plan = RangingPlan(count: 0) { $0.parameters.maxSubeventLen = 10_000 }
    let bench = ControllerBench.slow()
    _ = try #require(bench.range(plan))
    bench.run(.seconds(1))
    bench.peripheral.controller.powerOff()
    #expect(bench.run(until: { bench.central.disconnectionReason != nil }, within: .seconds(10)))
    let subevents = bench.central.procedures.flatMap(\.subevents)
    let firstAborted = try #require(subevents.firstIndex { $0.procedureDone == .aborted })
    let partial = subevents[firstAborted...].filter { $0.procedureDone == .partial }
    #expect(!partial.isEmpty)
    #expect(partial.allSatisfy { $0.procedureAbortReason == .none })
  }
}
