import ChannelSounding
import CoreTypes
import RadioModel
import Testing

@testable import VirtualController

@Suite("CS_SYNC packets of mode-0")
struct Mode0PacketTests {
  /// Two ends whose packets arrive `margin` dB above the sensitivity with LE 1M.
  private static func bench(margin: Double, phy: SyncPHY = .le1M) -> ExchangeBench {
    var bench = ExchangeBench()
    let received = -bench.environment.freePathLossDecibels
    for end in [\ExchangeBench.initiator, \.reflector] {
      bench[keyPath: end].format = PacketFormat(phy: phy)
      bench[keyPath: end].radio = .ideal
      bench[keyPath: end].radio.sensitivityDbm = received - margin
    }
    return bench
  }

  /// Packet_Quality of both ends in the mode-0 steps.
  private static func qualities(_ outcome: ExchangeBench.Outcome) -> [UInt8] {
    (outcome.initiator.steps.prefix(3) + outcome.reflector.steps.prefix(3)).map { $0.data[0] }
  }

  @Test("LE 2M needs 3 dB more than LE 1M", arguments: [SyncPHY.le1M, .le2M, .le2M2BT])
  func sensitivity(phy: SyncPHY) {
    let near = Self.bench(margin: 2, phy: phy).run()
    #expect(Self.qualities(near).allSatisfy { ($0 & 0xF < 2) == (phy == .le1M) })
    #expect((near.reflector.subeventAbortReason == .noSyncReceived) == (phy != .le1M))
    let clear = Self.bench(margin: 10, phy: phy).run()
    #expect(Self.qualities(clear) == [0, 0, 0, 0, 0, 0])
  }

  @Test("interference makes bits wrong, which the report counts, and when it is strong hides the packet")
  func interference() {
    var bench = Self.bench(margin: 20)
    #expect(Self.qualities(bench.run()) == [0, 0, 0, 0, 0, 0])
    bench.environment.interferers = [Interferer(channels: 0...79, duty: 1, levelDecibels: 22)]
    var disturbed: [UInt8] = []
    for seed in UInt64(1)...10 {
      bench.seed = seed
      disturbed += Self.qualities(bench.run())
    }
    #expect(disturbed.contains(0x11) && disturbed.contains(0))
    bench.environment.interferers[0].levelDecibels = 40
    let hidden = bench.run()
    #expect(Self.qualities(hidden) == [2, 2, 2, 2, 2, 2])
    #expect(hidden.initiator.subeventAbortReason == .noSyncReceived)
  }
}
