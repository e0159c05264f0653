import Capture
import CoreTypes
import Foundation
import HCI
import Session
import SimulationKernel
import Testing

@Suite("A live capture")
struct LiveRecorderTests {
  private let path = FileManager.default.temporaryDirectory.appending(
    path: "live-\(UUID().uuidString).pcapng"
  ).path

  private func packets() throws -> [(frame: RecordedFrame, octets: [UInt8])] {
    let reader = try RecordingReader(path: path)
    var packets: [(RecordedFrame, [UInt8])] = []
    while let frame = try reader.next() { packets.append((frame, reader.octets)) }
    #expect(reader.warnings.isEmpty)
    return packets
  }

  @Test("can be read after every packet, while it is written")
  func growing() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = LiveRecorder(try LiveCapture(at: path, PcapngWriter(application: "test")))
    #expect(try packets().isEmpty)
    for count in 1...3 {
      recorder.hciPacket(
        ResetCommand().packet, role: .initiator, isFromHost: true, at: Instant.start + .milliseconds(count))
      #expect(try packets().count == count)
    }
    let last = try #require(try packets().last)
    #expect(last.frame.time?.nanoseconds == 3_000_000)
    #expect(last.frame.kind == .hci(.command) && last.frame.direction == .hostToController)
    #expect(last.octets == [3, 0x0C, 0])
  }

  @Test("keeps octets that are no packet, at the time they came")
  func garbage() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = LiveRecorder(try LiveCapture(at: path, PcapngWriter(application: "test")))
    let simulation = Simulation(seed: 1, start: Instant.start + .seconds(2))
    recorder.clock = simulation
    recorder.garbage([0x77, 0x66], role: .reflector)
    let packet = try #require(try packets().first)
    #expect(packet.frame.kind == .opaque && packet.octets == [0, 0, 0, 0, 0x77, 0x66])
    #expect(packet.frame.interface == 2)
    #expect(packet.frame.time?.nanoseconds == 2_000_000_000)
  }

  @Test("says so when its file cannot be made")
  func unwritable() {
    #expect(throws: CaptureError.self) {
      try LiveCapture(at: "/proc/none/live.pcapng", PcapngWriter(application: "test"))
    }
  }
}
