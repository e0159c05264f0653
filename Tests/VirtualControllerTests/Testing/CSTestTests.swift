import ChannelSounding
import CoreTypes
import HCI
import Initiator
import LinkLayer
import ProcedureRanging
import RadioModel
import Ranging
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Channel Sounding test")
struct CSTestTests {
  private func steps(_ host: BenchHost, role: CSRole = .initiator) -> [[CSStep]] {
    var configuration = CSConfiguration()
    configuration.role = role
    return host.procedures.map { $0.steps(configuration) }
  }

  @Test("an initiator and a waiting reflector measure the same steps, and the phases tell the distance")
  func meets() throws {
    for metres in [2.0, 9.0] {
      let bench = ControllerBench(environment: .init(distanceMetres: metres))
      bench.startTest { $0.configuration.enhancements = 1 }
      #expect(bench.central.status(of: LECSTestCommand.self) == .success)
      #expect(
        bench.run(until: { bench.central.procedures.count == 1 && bench.peripheral.procedures.count == 1 }))
      for host in [bench.central, bench.peripheral] {
        #expect(host.procedures.first?.done == .complete)
        #expect(host.testResults.first?.reported.numAntennaPaths == 1)
      }
      #expect(steps(bench.central).first?.count == 75)
      #expect(
        steps(bench.central).first?.map(\.channel)
          == steps(bench.peripheral, role: .reflector).first?.map(\.channel))
      var plan = RangingPlan(count: 1)
      plan.configuration.enhancements = .inlinePCT
      let estimate = try #require(bench.estimate(0, plan, plan.configuration))
      #expect(abs(estimate.metres - metres) < 0.15)
    }
  }

  @Test("an initiator without a reflector reports no CS_SYNC, and no reflector starts by itself")
  func alone() {
    let bench = ControllerBench()
    bench.central.send(LECSTestCommand.basic(role: .initiator))
    bench.peripheral.send(LECSTestCommand.basic(role: .initiator))
    bench.run(.seconds(1))
    for host in [bench.central, bench.peripheral] {
      #expect(host.testResults.map(\.reported.subeventAbortReason) == [2])
      #expect(host.testResults.map(\.reported.procedureDoneStatus) == [.aborted])
    }
    let other = ControllerBench()
    for host in [other.central, other.peripheral] { host.send(LECSTestCommand.basic(role: .reflector)) }
    other.run(.seconds(10))
    #expect(other.central.testResults.isEmpty && other.peripheral.testResults.isEmpty)
  }

  @Test("controllers with other parameters do not understand each other", arguments: 0..<4)
  func mismatch(what: Int) {
    let bench = ControllerBench()
    bench.peripheral.send(LECSTestCommand.basic(role: .reflector))
    bench.run(.milliseconds(5))
    let data: OverrideData = what == 3 ? .channels([2, 3, 4]) : .channelMap
    bench.central.send(
      LECSTestCommand.basic(role: .initiator, data) {
        switch what {
        case 0: $0.drbgNonce = 1
        case 1: $0.toneAntennaConfigSelection = 4
        case 2: $0.configuration.tFCS = TFCS(microseconds: 120)
        default: break
        }
      })
    bench.run(.seconds(1))
    #expect(bench.central.testResults.first?.reported.subeventDoneStatus == .aborted || what == 2)
    let isSame =
      steps(bench.central).first?.map(\.channel)
      == steps(bench.peripheral, role: .reflector).first?.map(\.channel)
    if what != 2 { #expect(!isSame) }
  }

  @Test("a procedure may have several subevents, as many as it may and the channels need")
  func subevents() {
    let length = 10_500
    for (limit, expected) in [(0, 4), (2, 2)] {
      let bench = ControllerBench()
      bench.startTest {
        ($0.subeventLen, $0.subeventInterval) = (SubeventLen(rawValue: UInt32(length)), 24)
        $0.maxNumSubevents = UInt8(limit)
      }
      bench.run(.seconds(1))
      for host in [bench.central, bench.peripheral] {
        #expect(host.procedures.count == 1)
        #expect(host.procedures.first?.subevents.count == expected)
        #expect(host.procedures.first?.done == .complete)
      }
      let starts = bench.log.subevents.map { $0.timeline.start }
      for (start, next) in zip(starts, starts.dropFirst()) {
        #expect(abs((next - start).inMicroseconds - 15_000) < 1)
      }
      #expect(starts.count == expected)
    }
  }

  @Test("the channels of a list are used in order, by mode-0 too, and what is fixed is not drawn")
  func overrides() {
    let bench = ControllerBench()
    let channels: [UInt8] = [21, 12, 10, 29, 5]
    let data = OverrideData.channels(channels).with(3, [3]).with(4, [0xFF])
    bench.startTest(data) {
      ($0.configuration.channelMapRepetition, $0.toneAntennaConfigSelection, $0.tSWTime) = (2, 1, 2)
    }
    bench.run(.seconds(1))
    let own = steps(bench.central)
    #expect(own.first?.map(\.channel) == [21, 12, 10] + channels + channels)
    let permutations = own.first?.compactMap { step -> UInt8? in
      if case .mode2(let tones) = step.data { tones.antennaPermutationIndex } else { nil }
    }
    #expect(permutations == [0, 1, 0, 1, 0, 1, 0, 1, 0, 1])
    #expect(bench.central.procedures.first?.done == .complete)
  }

  @Test("access addresses that are fixed keep two controllers together, others keep them apart")
  func accessAddresses() {
    let (one, other): ([UInt8], [UInt8]) = ([0x85, 0x57, 0xB2, 0x36], [0x78, 0x6E, 0xE1, 0xA1])
    for isSame in [true, false] {
      let bench = ControllerBench()
      let data = OverrideData.channels([2, 2, 2]).with(3, [0])
      let mode: (inout LECSTestCommand) -> Void = { $0.configuration.mainMode = 1 }
      bench.peripheral.send(
        LECSTestCommand.basic(role: .reflector, data.with(5, one + other).with(8, [0]), mode))
      bench.run(.milliseconds(5))
      let addresses = isSame ? one + other : other + one
      bench.central.send(
        LECSTestCommand.basic(role: .initiator, data.with(5, addresses).with(8, [0]), mode))
      bench.run(.seconds(1))
      let status: DoneStatus = isSame ? .complete : .aborted
      #expect(bench.central.testResults.first?.reported.subeventDoneStatus == status)
      #expect(bench.central.testResults.first?.reported.numStepsReported == (isSame ? 6 : 3))
    }
  }

  @Test("the power asked for is that of the packets, up to what the device has")
  func power() throws {
    var levels: [Int8] = []
    for power in [-20, .unknown] as [TransmitPowerLevel] {
      let bench = ControllerBench()
      bench.startTest { $0.transmitPowerLevel = power }
      bench.run(.seconds(1))
      let first = try #require(steps(bench.peripheral, role: .reflector).first?.first)
      guard case .mode0(let packet, _) = first.data else {
        Issue.record("the first step is of mode \(first.mode)")
        continue
      }
      levels.append(packet.rssi.rawValue)
    }
    #expect(levels[1] - levels[0] == 20)
  }
}
