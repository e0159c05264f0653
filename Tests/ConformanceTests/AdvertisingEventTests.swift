import CoreTypes
import Testing

@testable import ConformanceTester

@Suite("Advertising events")
struct AdvertisingEventTests {
  /// ADV_NONCONN_IND of a static address, without data.
  private static let octets: [UInt8] = [0x42, 0x06, 0x02, 0x00, 0xEE, 0xFF, 0xC0, 0xC0]

  /// Events 20 ms apart, whose PDUs are 1 ms apart.
  private static func seen(
    _ events: [[UInt8]], octets: [UInt8] = AdvertisingEventTests.octets
  ) -> [FrameRecorder.ObservedAdvertisement] {
    events.enumerated().flatMap { number, channels in
      channels.enumerated().map { place, channel in
        FrameRecorder.ObservedAdvertisement(
          frame: 10 * number + place, start: .start + .milliseconds(20 * number + place),
          channel: ChannelIndex(rawValue: channel), octets: octets)
      }
    }
  }

  @Test(
    "have their PDUs on the channels in any order",
    arguments: [
      [[37, 38, 39], [37, 38, 39]], [[39, 37, 38], [38, 39, 37]], [[38], [37, 39]], [[37], [37]],
    ] as [[[UInt8]]])
  func order(channels: [[UInt8]]) {
    let events = Tester.events(of: Self.seen(channels))
    #expect(events.map { $0.pdus.map(\.channel.rawValue) } == channels)
  }

  @Test("begin anew where a channel comes again, as in directed advertising")
  func repetition() {
    let events = Tester.events(of: Self.seen([[37, 38, 39, 37, 38]]))
    #expect(events.map { $0.pdus.map(\.channel.rawValue) } == [[37, 38, 39], [37, 38]])
  }

  @Test("of a beacon do not count beside those that can be connected to")
  func beacon() {
    let beacon = Tester.events(of: Self.seen([[37, 38, 39], [37, 38, 39]]))
    let own = Tester.events(of: Self.seen([[37, 38, 39]], octets: [0x40] + Self.octets.dropFirst()))
    #expect(Tester.connectable(of: beacon + own).map(\.frames) == own.map(\.frames))
    #expect(Tester.connectable(of: beacon + own).first?.pdus.first?.octets.first == 0x40)
    #expect(Tester.connectable(of: beacon).count == 2)
  }
}
