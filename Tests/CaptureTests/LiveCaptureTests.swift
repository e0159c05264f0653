import Capture
import CoreTypes
import Foundation
import Testing

@Suite("A live capture")
struct LiveCaptureTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func frame(_ number: Int) -> HCIFrame {
    HCIFrame(
      time: .start + .milliseconds(number), role: .initiator, direction: .hostToController,
      packet: [0x01, UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8), 0])
  }

  /// The numbers of the frames in a file.
  private func numbers(_ name: String) throws -> [Int] {
    let reader = try RecordingReader(path: folder.appending(path: name).path)
    var numbers: [Int] = []
    while try reader.next() != nil {
      let octets = reader.withPacket { Array($0.suffix(3)) }
      numbers.append(Int(octets[0]) | Int(octets[1]) << 8)
    }
    return numbers
  }

  @Test("with a limit keeps the last frames in a ring of two files, each of which can be read")
  func ring() throws {
    let limit = 16_384
    do {
      let capture = try LiveCapture(
        at: folder.appending(path: "air.pcapng").path, PcapngWriter(application: "test", comments: []),
        limit: limit)
      #expect(capture.paths == [folder.appending(path: "air.pcapng").path])
      for number in 0..<2_000 { capture.append(frame(number)) }
      #expect(capture.paths == ["air.1.pcapng", "air.pcapng"].map { folder.appending(path: $0).path })
      #expect(capture.failure == nil)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["air.1.pcapng", "air.pcapng"])
    let sizes = try names.map { try Data(contentsOf: folder.appending(path: $0)).count }
    #expect(sizes.reduce(0, +) <= limit)
    #expect(sizes.reduce(0, +) > limit / 2)
    let kept = try numbers("air.1.pcapng") + numbers("air.pcapng")
    #expect(kept.last == 1_999)
    #expect(kept == Array(try #require(kept.first)...1_999))
    try FileManager.default.removeItem(at: folder)
  }

  @Test("leaves a file alone in which another capture grows, and takes it afterwards")
  func inUse() throws {
    let path = folder.appending(path: "air.pcapng").path
    let writer = PcapngWriter(application: "test", comments: [])
    do {
      let capture = try LiveCapture(at: path, writer)
      capture.append(frame(7))
      #expect(throws: CaptureError.inUse(path: path)) { try LiveCapture(at: path, writer) }
      capture.append(frame(8))
      #expect(try numbers("air.pcapng") == [7, 8])
    }
    _ = try LiveCapture(at: path, writer)
    #expect(try numbers("air.pcapng") == [])
    try FileManager.default.removeItem(at: folder)
  }

  @Test("that was removed while it grew is a failure; a pipe may go", arguments: [false, true])
  func removed(isPipe: Bool) throws {
    let path = folder.appending(path: "air.pcapng").path
    if isPipe { #expect(mkfifo(path, 0o600) == 0) }
    let reader = isPipe ? open(path, O_RDONLY | O_NONBLOCK) : -1
    defer { if isPipe { close(reader) } }
    let capture = try LiveCapture(at: path, PcapngWriter(application: "test", comments: []))
    capture.append(frame(7))
    #expect(unlink(path) == 0)
    capture.finish(within: 100)
    let missing = CaptureError.cannotRead(path: path, reason: SystemReason(code: ENOENT))
    #expect(capture.failure == (isPipe ? nil : missing))
    try FileManager.default.removeItem(at: folder)
  }

  @Test("to a pipe that nobody reads waits for nobody, and loses whole packets alone")
  func stalledPipe() throws {
    let path = folder.appending(path: "pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let capture = try LiveCapture(at: path, PcapngWriter(application: "test", comments: []))
    let packet = [0x02] + [UInt8](repeating: 7, count: 60_000)
    for number in 0..<400 {
      capture.append(
        HCIFrame(
          time: .start + .milliseconds(number), role: .initiator, direction: .hostToController, packet: packet
        ))
    }
    #expect(capture.failure == nil)
    #expect(capture.lostCount > 50)
    #expect(capture.lostCount < 350)
    try FileManager.default.removeItem(at: folder)
  }
}
