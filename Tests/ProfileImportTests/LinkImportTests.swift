import Capture
import HCI
import ProfileImport
import Profiles
import Testing

@Suite("What a recording shows of links")
struct LinkImportTests {
  @Test(
    "a connection shorter than stacks wait with a request for other parameters does not show that none comes",
    arguments: zip([3, 8], [false, true]))
  func parameters(seconds: Int, isShown: Bool) throws {
    var recording = SeriesRecording()
    recording.wait(seconds)
    recording.disconnect()
    let made = try RoundTrip.imported([recording.octets()])
    let key = "link.requests_connection_parameters"
    #expect(made.unknown.contains { $0 == "link" || $0 == key } != isShown)
  }

  @Test("a recording whose packets are truncated does not show that no request for other parameters comes")
  func truncated() throws {
    var recording = SeriesRecording()
    recording.pair(asked: 9, answered: 9)
    recording.wait(8)
    recording.disconnect()
    let key = "link.requests_connection_parameters"
    let octets = try recording.octets()
    let whole = try RoundTrip.imported([octets])
    #expect(!whole.unknown.contains { $0 == "link" || $0 == key })
    let cut = try RoundTrip.imported([Self.truncated(octets)])
    #expect(cut.unknown.contains { $0 == "link" || $0 == key })
  }

  /// The same packets, of which a recorder kept data to the 8th octet.
  private static func truncated(_ octets: [UInt8]) throws -> [UInt8] {
    let reader = try RecordingReader(octets: octets)
    var file: [UInt8] = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA]
    func number(_ value: UInt64, _ count: Int) {
      file += (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
    while let frame = try reader.next() {
      guard case .hci(let indicator) = frame.kind, let time = frame.time else { continue }
      let packet = [indicator.rawValue] + reader.octets
      let kept = indicator == .acl ? packet.prefix(8) : packet[...]
      number(UInt64(packet.count), 4)
      number(UInt64(kept.count), 4)
      number(frame.direction == .controllerToHost ? 1 : 0, 4)
      number(0, 4)
      let microseconds = time.seconds * 1_000_000 + time.picoseconds / 1_000_000
      number(0x00DC_DDB3_0F2F_8000 + UInt64(microseconds), 8)
      file += kept
    }
    return file
  }
}
