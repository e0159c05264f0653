import CoreTypes
import Testing

@testable import LinkLayer

@Suite("The data channel of a connection event")
struct ChannelSelectionTests {
  /// Core Vol 6 Part C section 3, sample data 1: all 37 channels.
  static let allChannels: [(UInt16, UInt16, UInt8)] = [
    (0, 56857, 25), (1, 1685, 20), (2, 38301, 6), (3, 27475, 21),
  ]
  /// Core Vol 6 Part C section 3, sample data 2: nine channels.
  static let nineChannels: [(UInt16, UInt16, UInt8)] = [
    (6, 10975, 23), (7, 5490, 9), (8, 46970, 34),
  ]
  static let sampleAddress = AccessAddress.advertising
  static let nineChannelMap = map(of: [9, 10, 21, 22, 23, 33, 34, 35, 36])

  static func map(of channels: [UInt8]) -> DataChannelMap {
    DataChannelMap(rawValue: channels.reduce(0) { $0 | 1 << UInt64($1) })
  }

  @Test("algorithm #2 gives the sample data of Core on all channels", arguments: allChannels)
  func samplesOnAllChannels(counter: UInt16, prnE: UInt16, channel: UInt8) {
    let selection = ChannelSelection.algorithm2(accessAddress: Self.sampleAddress)
    #expect(ChannelSelection.prnE(eventCounter: counter, accessAddress: Self.sampleAddress) == prnE)
    #expect(selection.channel(event: UInt64(counter), map: .all).rawValue == channel)
  }

  @Test("algorithm #2 gives the sample data of Core on nine channels", arguments: nineChannels)
  func samplesOnNineChannels(counter: UInt16, prnE: UInt16, channel: UInt8) {
    let selection = ChannelSelection.algorithm2(accessAddress: Self.sampleAddress)
    #expect(ChannelSelection.prnE(eventCounter: counter, accessAddress: Self.sampleAddress) == prnE)
    #expect(selection.channel(event: UInt64(counter), map: Self.nineChannelMap).rawValue == channel)
  }

  @Test("algorithm #2 starts again when the event counter wraps")
  func wrapping() {
    let selection = ChannelSelection.algorithm2(accessAddress: 0x7176_4129)
    for event in UInt64(0)..<20 {
      #expect(
        selection.channel(event: event + 65536, map: .all) == selection.channel(event: event, map: .all))
    }
  }

  @Test("algorithm #1 hops by its increment modulo 37, on through the wrap of the counter", arguments: 5...16)
  func hops(increment: Int) {
    let selection = ChannelSelection.algorithm1(hopIncrement: UInt8(increment))
    var unmapped = 0
    for event in UInt64(0)..<65700 {
      unmapped = (unmapped + increment) % 37
      if event < 80 || event > 65500 {
        #expect(selection.channel(event: event, map: .all).rawValue == UInt8(unmapped))
      }
    }
  }

  @Test("algorithm #1 replaces an unused channel by the used one at its index modulo their number")
  func remapping() {
    let selection = ChannelSelection.algorithm1(hopIncrement: 7)
    let channels = (UInt64(0)..<6).map { selection.channel(event: $0, map: Self.nineChannelMap).rawValue }
    // Unmapped 7, 14, 21, 28, 35, 5: those not in the map stand for the used channels 7, 5, 1 and 5.
    #expect(channels == [35, 33, 21, 10, 35, 33])
  }

  @Test("both algorithms stay on the used channels")
  func usedChannelsOnly() {
    let map = Self.map(of: [3, 36])
    for selection in [ChannelSelection.algorithm1(hopIncrement: 5), .algorithm2(accessAddress: 0x7176_4129)] {
      let channels = Set((UInt64(0)..<200).map { selection.channel(event: $0, map: map).rawValue })
      #expect(channels == [3, 36])
    }
  }
}
