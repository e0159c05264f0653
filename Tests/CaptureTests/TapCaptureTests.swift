import Capture
import Foundation
import HCI
import Testing

@Suite("A capture of what goes by")
struct TapCaptureTests {
  @Test("has every packet as soon as it is added, whole, with its time and its direction")
  func grows() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "tap-\(UUID().uuidString).pcapng").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let capture = try TapCapture(
      at: path, application: "test", .init(name: "hci", text: "a controller", linkType: 201))
    let packet: [UInt8] = [0, 0, 0, 1, 4, 0x0E, 4, 1, 3, 0x0C, 0]
    for count in 1...3 {
      try packet.withUnsafeBytes {
        try capture.append($0, nanoseconds: 1_500_000_000, originalCount: $0.count, isFromHost: false)
      }
      let reader = try RecordingReader(path: path)
      var frames: [RecordedFrame] = []
      while let frame = try reader.next() {
        frames.append(frame)
        #expect(reader.octets == Array(packet[5...]))
      }
      #expect(frames.count == count && reader.warningCount == 0 && capture.frameCount == count)
      #expect(reader.interfaces[0].name == "hci" && reader.interfaces[0].linkType == 201)
      #expect(frames.allSatisfy { $0.direction == .controllerToHost && $0.kind == .hci(.event) })
      #expect(frames[0].time == RecordTime(seconds: 1, picoseconds: 500_000_000_000))
    }
  }
}
