import Capture
import CoreTypes
import ProjectFiles
import Testing

@Suite struct PcapngWriterTests {
  @Test func threeFramesAreTheOctetsOfTheFixture() throws {
    #expect(try pcapng(of: threeFrames()) == Fixture("capture-three-frames.pcapng").octets())
  }

  @Test func anEmptyLogIsAFileWithItsInterfaces() throws {
    let file = try PcapngReader().read(pcapng(of: CaptureLog()))
    #expect(file.sections.map(\.application) == ["reflector test"])
    #expect(file.sections.map(\.comments) == [["seed 7"]])
    #expect(file.interfaces.map(\.name) == ["ll", "hci-initiator", "hci-reflector"])
    #expect(file.interfaces.map(\.linkType) == [256, 201, 201])
    #expect(file.interfaces.allSatisfy { $0.ticksPerSecond == 1_000_000_000 })
    #expect(file.packets.isEmpty)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func whatIsWrittenIsReadBack(seed: UInt64) throws {
    let log = randomLog(frames: 60, seed: seed)
    let file = try PcapngReader().read(pcapng(of: log))
    #expect(file.skippedBlockTypes.isEmpty)
    try #require(file.packets.count == log.count)
    for (packet, frame) in zip(file.packets, log.frames) {
      #expect(packet.interface == frame.interface.rawValue)
      #expect(file.nanoseconds(of: packet) == UInt64(frame.nanoseconds))
      #expect(packet.octets == frame.octets && packet.originalCount == frame.octets.count)
      #expect(packet.comments == frame.comments)
      #expect(packet.direction == frame.pcapngDirection)
    }
  }

  @Test func timesBeyond32BitsOfNanosecondsAreWhole() throws {
    let log = CaptureLog()
    var frame = reset
    let nanoseconds: [Int64] = [4_294_967_295, 4_294_967_296, 9_223_372_036_854_775]
    for time in nanoseconds {
      frame.time = Instant(picoseconds: time * 1_000)
      log.append(frame)
    }
    let file = try PcapngReader().read(pcapng(of: log))
    #expect(file.packets.map { file.nanoseconds(of: $0) } == nanoseconds.map(UInt64.init))
  }

  @Test func aCommentThatIsTooLongEndsBeforeACharacterThatDoesNotFit() throws {
    let log = threeFrames()
    log.comment(frame: 1, text: String(repeating: "a", count: 65_531) + "µ and more")
    let file = try PcapngReader().read(pcapng(of: log))
    #expect(file.packets[0].comments == [String(repeating: "a", count: 65_531)])
  }

  @Test func aLongLogIsWrittenInPieces() throws {
    var sink = MemorySink()
    try fixtureWriter.write(randomLog(frames: 2_000, seed: 1), to: &sink)
    #expect(sink.pieces.count > 2)
    #expect(sink.pieces.allSatisfy { $0.count < 1 << 17 })
  }

  @Test func aSinkThatRefusesEndsTheWriting() {
    struct FullSink: ByteSink {
      mutating func write(_ octets: [UInt8]) throws(CaptureError) { throw .notPcapng }
    }
    var sink = FullSink()
    #expect(throws: CaptureError.notPcapng) { try fixtureWriter.write(threeFrames(), to: &sink) }
  }
}

extension CapturedFrame {
  fileprivate var pcapngDirection: PcapngFile.Direction {
    switch direction {
    case .hostToController: .outbound
    case .controllerToHost: .inbound
    case nil: .unknown
    }
  }
}
