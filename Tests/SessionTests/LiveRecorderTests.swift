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

  private func packets() throws -> [PcapngFile.Packet] {
    try PcapngReader().read(Array(Data(contentsOf: URL(filePath: path)))).packets
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
    #expect(last.timestamp == 3_000_000)
    #expect(Array(last.octets) == [0, 0, 0, 0, 1, 3, 0x0C, 0])
  }

  @Test("keeps octets that are no packet, at the time they came")
  func garbage() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = LiveRecorder(try LiveCapture(at: path, PcapngWriter(application: "test")))
    let simulation = Simulation(seed: 1, start: Instant.start + .seconds(2))
    recorder.clock = simulation
    recorder.garbage([0x77, 0x66], role: .reflector)
    let packet = try #require(try packets().first)
    #expect(Array(packet.octets) == [0, 0, 0, 0, 0x77, 0x66])
    #expect(packet.interface == 2)
    #expect(packet.timestamp == 2_000_000_000)
  }

  @Test("says so when its file cannot be made")
  func unwritable() {
    #expect(throws: CaptureError.self) {
      try LiveCapture(at: "/proc/none/live.pcapng", PcapngWriter(application: "test"))
    }
  }
}
