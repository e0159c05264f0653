import Capture
import CoreTypes
import ProfileImport
import Profiles
import Testing

@Suite("Advertising of which a recording lacks packets")
struct ThinnedAdvertisingTests {
  /// What is made of packets of ADV_IND on one channel, so many milliseconds apart.
  private static func imported(_ gaps: [Int]) throws -> ProfileImporter.Outcome {
    let log = CaptureLog()
    var time = Instant.start
    let address: [UInt8] = [2, 0, 0, 0xEE, 0xFF, 0xC0]
    for gap in [0] + gaps {
      time = time + .milliseconds(gap)
      log.append(
        LinkFrame(
          time: time, rfChannel: 0, accessAddress: 0x8E89_BED6, pdu: [0x40, 9] + address + [2, 1, 6],
          crc: [0, 0, 0], direction: .advertising))
    }
    return try RoundTrip.imported([try RoundTrip.octets(log)])
  }

  @Test("has no slow phase at a multiple of its interval that few of the times between packets fit")
  func multiple() throws {
    let fast = [Int](repeating: 35, count: 60)
    let thinned = (0..<30).flatMap { _ in [35, 35, 70, 105] }
    let made = try Self.imported(fast + [70, 70, 70, 70] + thinned)
    #expect(made.unknown.contains("advertising.interval_ms"))
    let slow = try Self.imported(fast + [Int](repeating: 70, count: 60))
    // Nothing delays the events by chance, so that the times between them are the interval.
    #expect(slow.profile.advertising.fastIntervalMilliseconds == 35)
    #expect(slow.profile.advertising.intervalMilliseconds == 70)
  }
}
