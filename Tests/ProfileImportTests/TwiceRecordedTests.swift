import Analysis
import Capture
import HCI
import ProfileImport
import Testing

@Suite("Packets that two taps recorded")
struct TwiceRecordedTests {
  /// Two links with procedures, of which the second is encrypted.
  private static func recording(isTwice: Bool = false) throws -> [UInt8] {
    var recording = SeriesRecording(isTwice: isTwice)
    recording.start()
    recording.range(3, metres: 2)
    recording.stop()
    recording.disconnect()
    recording.connect()
    recording.describe()
    recording.configure()
    recording.pair(asked: 9, answered: 9)
    recording.encrypt()
    recording.start()
    recording.range(4, metres: 2)
    recording.disconnect()
    return try recording.octets()
  }

  /// The packets of a file as a Linux monitor has them, of which each controller has all.
  private static func monitored(_ octets: [UInt8], controllers: [UInt32]) throws -> [UInt8] {
    let reader = try RecordingReader(octets: octets)
    var file: [UInt8] = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x07, 0xD1]
    func number(_ value: UInt64, _ count: Int) {
      file += (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
    while let frame = try reader.next() {
      guard case .hci(let indicator) = frame.kind, let time = frame.time else { continue }
      let isFromHost = frame.direction == .hostToController
      let opcode: UInt32 = indicator == .command ? 2 : indicator == .event ? 3 : isFromHost ? 4 : 5
      for controller in controllers {
        number(UInt64(reader.octets.count), 4)
        number(UInt64(reader.octets.count), 4)
        number(UInt64(controller << 16 | opcode), 4)
        number(0, 4)
        let microseconds = time.seconds * 1_000_000 + time.picoseconds / 1_000_000
        number(0x00DC_DDB3_0F2F_8000 + UInt64(microseconds) + UInt64(controller), 8)
        file += reader.octets
      }
    }
    return file
  }

  @Test("count once, on one interface and on two")
  func once() throws {
    let whole = try Self.recording()
    let files = [
      whole, try Self.recording(isTwice: true), try Self.monitored(whole, controllers: [0]),
      try Self.monitored(whole, controllers: [0, 1]),
    ]
    for octets in files {
      let accessory = try #require(try RoundTrip.accessory([octets]))
      #expect(accessory.linkCount == 2 && accessory.procedureCount == 7)
      let series = accessory.accounts.flatMap(\.connections).flatMap(\.series)
      #expect(series.reduce(0) { $0 + $1.completeCount } == 7)
    }
  }
}
