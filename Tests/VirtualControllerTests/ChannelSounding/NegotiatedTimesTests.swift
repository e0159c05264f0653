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
    capabilities.tIP1 = UInt16(random.next() & 0x7F)
    capabilities.tIP2 = UInt16(random.next() & 0x7F)
    capabilities.tIP2IPT = UInt16(random.next() & 0x7F)
    capabilities.tFCS = UInt16(random.next() & 0x1FF)
    capabilities.tPM = UInt16(random.next() & 3)
    return capabilities
  }

  private func supports(_ time: UInt8, _ bits: UInt16, of times: [Int]) -> Bool {
    CSTime.supportedIndices(bits, of: times).contains { times[Int($0)] == Int(time) }
  }

  @Test(
    "are the same on both sides, and each device has declared them",
    arguments: 1...40 as ClosedRange<UInt64>, [0, 1] as [UInt8])
  func agreed(seed: UInt64, enhancements: UInt8) throws {
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
    #expect(mine.tIP1Time == theirs.tIP1Time && mine.tIP2Time == theirs.tIP2Time, "seed \(seed)")
    #expect(mine.tFCSTime == theirs.tFCSTime && mine.tPMTime == theirs.tPMTime, "seed \(seed)")
    for (role, capabilities) in [(LinkRole.central, one), (.peripheral, other)] {
      let usesIPTTimes = enhancements == 1 && role != initiator
      #expect(supports(mine.tIP1Time, capabilities.tIP1, of: CSTime.tIP), "seed \(seed)")
      #expect(
        supports(mine.tIP2Time, usesIPTTimes ? capabilities.tIP2IPT : capabilities.tIP2, of: CSTime.tIP),
        "seed \(seed)")
      #expect(supports(mine.tFCSTime, capabilities.tFCS, of: CSTime.tFCS), "seed \(seed)")
      #expect(supports(mine.tPMTime, capabilities.tPM, of: CSTime.tPM), "seed \(seed)")
    }
  }

  @Test("differ with what the devices declare")
  func differ() throws {
    var seen: Set<[UInt8]> = []
    for tFCS in [0, 0x80, 0x100, 0x40] as [UInt16] {
      let bench = ControllerBench { central, _ in central.identity.csCapabilities.tFCS = tFCS }
      #expect(bench.reach(.configured))
      seen.insert([try #require(bench.central.configurations.last).tFCSTime])
    }
    #expect(seen == [[150], [100], [120], [80]])
  }
}
