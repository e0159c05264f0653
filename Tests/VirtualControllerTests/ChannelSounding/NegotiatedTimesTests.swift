import ChannelSounding
import CoreTypes
import HCI
import LinkLayer
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("The times that two controllers agree on")
struct NegotiatedTimesTests {
  /// Capabilities that differ from device to device in the times they declare.
  private static func capabilities(_ random: inout RandomStream) -> CSCapabilities {
    var capabilities = CSCapabilities.everything
    capabilities.tIP1 = CSTimes(rawValue: UInt16(random.next() & 0x7F))
    capabilities.tIP2 = CSTimes(rawValue: UInt16(random.next() & 0x7F))
    capabilities.tail.tIP2IPT = CSTimes(rawValue: UInt16(random.next() & 0x7F))
    capabilities.tFCS = CSTimes(rawValue: UInt16(random.next() & 0x1FF))
    capabilities.tPM = CSTimes(rawValue: UInt16(random.next() & 3))
    return capabilities
  }

  @Test(
    "are the same on both sides, and each device has declared them",
    arguments: 1...40 as ClosedRange<UInt64>, [[], .inlinePCT] as [CSEnhancements])
  func agreed(seed: UInt64, enhancements: CSEnhancements) throws {
    var random = RandomStream(seed: seed)
    let (one, other) = (Self.capabilities(&random), Self.capabilities(&random))
    let initiator: LinkRole = random.next() & 1 == 0 ? .central : .peripheral
    let starter: LinkRole = random.next() & 1 == 0 ? .central : .peripheral
    let bench = ControllerBench(seed: seed) { central, peripheral in
      central.identity.csCapabilities = one
      peripheral.identity.csCapabilities = other
    }
    let plan = RangingPlan {
      ($0.starter, $0.initiator) = (starter, initiator)
      $0.configuration.enhancements = enhancements
    }
    #expect(bench.reach(.configured, plan), "seed \(seed)")
    bench.run(.milliseconds(200))
    let mine = try #require(bench.central.configurations.last)
    let theirs = try #require(bench.peripheral.configurations.last)
    #expect(mine.block.tIP1 == theirs.block.tIP1 && mine.block.tIP2 == theirs.block.tIP2, "seed \(seed)")
    #expect(mine.block.tFCS == theirs.block.tFCS && mine.block.tPM == theirs.block.tPM, "seed \(seed)")
    for (role, capabilities) in [(LinkRole.central, one), (.peripheral, other)] {
      let usesIPTTimes = enhancements == .inlinePCT && role != initiator
      #expect(capabilities.tIP1.contains(mine.block.tIP1), "seed \(seed)")
      #expect(
        (usesIPTTimes ? capabilities.tail.tIP2IPT : capabilities.tIP2).contains(mine.block.tIP2),
        "seed \(seed)")
      #expect(capabilities.tFCS.contains(mine.block.tFCS), "seed \(seed)")
      #expect(capabilities.tPM.contains(mine.block.tPM), "seed \(seed)")
    }
  }

  @Test("differ with what the devices declare")
  func differ() throws {
    var seen: Set<[Int]> = []
    for tFCS in [0, 0x80, 0x100, 0x40] as [TFCS.Set] {
      let bench = ControllerBench { central, _ in central.identity.csCapabilities.tFCS = tFCS }
      #expect(bench.reach(.configured))
      seen.insert([try #require(bench.central.configurations.last).block.tFCS.microseconds])
    }
    #expect(seen == [[150], [100], [120], [80]])
  }
}
