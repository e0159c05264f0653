import Capture
import CoreTypes
import ProjectFiles
import Testing

@Suite struct PcapngWriterTests {
  @Test("three frames are the octets of the fixture")
  func threeFramesOctets() throws {
    #expect(try pcapng(of: threeFrames()) == Fixture("capture-three-frames.pcapng").octets())
  }

  @Test("an empty log is a file with its interfaces")
  func emptyLog() throws {
    let (records, reader) = try readAll(pcapng(of: CaptureLog()))
    #expect(reader.section?.application == "reflector test")
    #expect(reader.section?.comments == ["seed 7"])
    #expect(reader.interfaces.map(\.name) == ["ll", "hci-initiator", "hci-reflector"])
    #expect(reader.interfaces.map(\.linkType) == [256, 201, 201])
    #expect(records.isEmpty && reader.warnings == [])
  }

  @Test("what is written is read back", arguments: 0..<10 as Range<UInt64>)
  func readBack(seed: UInt64) throws {
    let log = randomLog(frames: 60, seed: seed)
    let reader = try RecordingReader(octets: pcapng(of: log))
    for frame in log.frames {
      let record = try #require(try reader.next())
      #expect(record.number == frame.number && record.interface == frame.interface.rawValue)
      #expect(record.time?.nanoseconds == frame.nanoseconds)
      #expect(record.originalCount == frame.octets.count && !record.isCut)
      // Octets that are no packet are reported with what the recorder put before them.
      #expect(reader.octets == (record.kind == .opaque ? Array(frame.octets) : frame.packet))
      #expect(reader.comments == frame.comments)
      if let direction = frame.recordedDirection { #expect(record.direction == direction) }
    }
    #expect(try reader.next() == nil && reader.warnings == [])
  }

  @Test("times beyond 32 bits of nanoseconds are whole")
  func longTimes() throws {
    let log = CaptureLog()
    var frame = reset
    let nanoseconds: [Int64] = [4_294_967_295, 4_294_967_296, 9_223_372_036_854_775]
    for time in nanoseconds {
      frame.time = Instant(picoseconds: time * 1_000)
      log.append(frame)
    }
    let (records, _) = try readAll(pcapng(of: log))
    #expect(records.map(\.frame.time?.nanoseconds) == nanoseconds)
  }

  @Test("a comment that is too long ends before a character that does not fit")
  func longComment() throws {
    let log = threeFrames()
    log.comment(frame: 1, text: String(repeating: "a", count: 65_531) + "µ and more")
    let reader = try RecordingReader(octets: pcapng(of: log))
    _ = try reader.next()
    #expect(reader.comments == [String(repeating: "a", count: 65_531)])
  }

  @Test("a long log is written in pieces")
  func longLog() throws {
    var sink = MemorySink()
    try fixtureWriter.write(randomLog(frames: 2_000, seed: 1), to: &sink)
    #expect(sink.pieces.count > 2)
    #expect(sink.pieces.allSatisfy { $0.count < 1 << 17 })
  }

  @Test("a sink that refuses ends the writing")
  func refusingSink() {
    struct FullSink: ByteSink {
      mutating func write(_ octets: [UInt8]) throws(CaptureError) { throw .empty(path: "full") }
    }
    var sink = FullSink()
    #expect(throws: CaptureError.empty(path: "full")) { try fixtureWriter.write(threeFrames(), to: &sink) }
  }
}

extension CapturedFrame {
  /// What a reader tells of an HCI packet's direction; nil on the link, where other fields say so.
  fileprivate var recordedDirection: RecordedDirection? {
    switch direction {
    case .hostToController: .hostToController
    case .controllerToHost: .controllerToHost
    case nil: nil
    }
  }

  /// The octets behind the pseudo-header, without indicator or CRC.
  fileprivate var packet: [UInt8] {
    guard interface == .link else { return Array(octets.dropFirst(5)) }
    // On the LE Coded PHY a Coding Indicator follows the access address. [link type 256]
    let isCoded = octets[octets.startIndex + 9] & 0xC0 == 0x80
    return Array(octets.dropFirst(isCoded ? 15 : 14).dropLast(3))
  }
}
