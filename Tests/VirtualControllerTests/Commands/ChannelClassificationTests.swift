import CoreTypes
import HCI
import Testing

@testable import VirtualController

@Suite("A host's classification of the data channels")
struct ChannelClassificationTests {
  private static let half: DataChannelMap = 0x15_5555_5555

  /// Classifies channels, and gives the status.
  private func classify(_ map: DataChannelMap, at bench: ControllerBench) -> ErrorCode? {
    bench.central.send(LESetHostChannelClassificationCommand { $0.channelMap = map })
    bench.run(.milliseconds(1))
    return bench.central.status(of: LESetHostChannelClassificationCommand.self)
  }

  /// The channels of a new link, which is then ended.
  private func channelsOfNewLink(at bench: ControllerBench) -> DataChannelMap? {
    for host in [bench.central, bench.peripheral] { host.forget() }
    bench.log.forget()
    #expect(bench.connect())
    bench.run(.seconds(1))
    bench.central.send(LEReadChannelMapCommand { $0.connectionHandle = bench.central.handle })
    bench.central.send(
      DisconnectCommand {
        ($0.connectionHandle, $0.reason) = (bench.central.handle, .remoteUserTerminatedConnection)
      })
    #expect(bench.run(until: { bench.peripheral.disconnectionReason != nil && !bench.isConnected }))
    bench.run(.seconds(1))
    let map = bench.central.returned(LEReadChannelMapCommand.self)?.channelMap
    let used = map ?? 0
    for event in bench.log.connectionEvents {
      #expect(event.allSatisfy { used.contains($0.channel.rawValue) })
    }
    return map
  }

  @Test("is that of later links, until it is overwritten or the controller is reset")
  func laterLinks() {
    let bench = ControllerBench()
    #expect(channelsOfNewLink(at: bench) == .all)
    #expect(classify(Self.half, at: bench) == .success)
    #expect(channelsOfNewLink(at: bench) == Self.half)
    #expect(channelsOfNewLink(at: bench) == Self.half)
    #expect(classify(0xFF, at: bench) == .success)
    #expect(channelsOfNewLink(at: bench) == 0xFF)
    bench.central.send(ResetCommand())
    bench.central.openMasks()
    #expect(channelsOfNewLink(at: bench) == .all)
  }

  @Test(
    "may leave one channel, which gets a neighbour to hop to",
    arguments: zip([1 << 5, 1 << 36, 1 << 39 | 1] as [UInt64], [3 << 5, 1 << 36 | 1, 3] as [UInt64]))
  func oneChannel(map: UInt64, used: UInt64) {
    let bench = ControllerBench()
    #expect(classify(DataChannelMap(rawValue: map), at: bench) == .success)
    #expect(channelsOfNewLink(at: bench) == DataChannelMap(rawValue: used))
  }

  @Test("must leave a channel", arguments: [0, 7 << 37] as [UInt64])
  func noChannel(map: UInt64) {
    let bench = ControllerBench()
    #expect(classify(DataChannelMap(rawValue: map), at: bench) == .invalidHCICommandParameters)
    #expect(channelsOfNewLink(at: bench) == .all)
  }
}
