import Capture
import HCI
import Testing

/// What pcapng files of other programs hold.
@Suite struct RecordedSectionTests {
  @Test("several sections of either byte order count their own interfaces")
  func sectionsEither() throws {
    let (records, reader) = try readAll(SampleFile.sections())
    #expect(reader.warnings == [])
    #expect(records.map(\.frame.interface) == [0, 2, 1])
    #expect(records.map(\.frame.kind) == [.hci(.command), .hci(.acl), .steps])
    #expect(records.map(\.frame.direction) == [.hostToController, .controllerToHost, .unknown])
    #expect(records.map { $0.frame.time?.nanoseconds } == [5_000, 1_234_000_000, 1_234])
  }

  @Test("custom blocks and journal entries are numbered as Wireshark does")
  func customBlocks() throws {
    let (records, reader) = try readAll(SampleFile.customBlocks)
    #expect(reader.warnings == [])
    #expect(records.map(\.frame.number) == [1, 2, 3, 4, 5])
    #expect(
      records.map(\.frame.kind)
        == [.customBlock, .hci(.event), .customBlock, .journalEntry, .hci(.event)])
    #expect(records[0].octets == [0xD9, 0x7E, 0, 0, 1, 2, 3, 4] && records[0].frame.time == nil)
    #expect(records[1].octets == [7, 0] && records[4].octets == [8, 0])
    #expect(records.map { reader.interface(of: $0.frame)?.linkType } == [nil, 187, nil, nil, 187])
  }

  @Test("a custom block without its number is passed over with a warning")
  func customBlock() throws {
    var file = RecordingBytes()
    file.section()
    file.interface(187)
    file.block(0x0BAD) { _ in }
    file.packet(ticks: 1, [4, 1, 0])
    let (records, reader) = try readAll(file.octets)
    #expect(records.map(\.frame.kind) == [.hci(.event)])
    #expect(reader.warnings.map(\.problem) == [.endsInside(field: "custom block", needed: 16, available: 12)])
  }

  @Test("resolution and offset give the time")
  func resolutionOffset() throws {
    var file = RecordingBytes()
    file.section()
    file.interface(187, resolution: 12)
    file.interface(187, resolution: 0x8A, offset: -3)
    file.interface(187, resolution: 19)
    file.interface(187, resolution: 20)
    file.interface(187, resolution: 0, offset: .max)
    for interface in 0..<5 as Range<UInt32> {
      file.packet(interface: interface, ticks: 1_536, [4, 1, 0])
    }
    let (records, reader) = try readAll(file.octets)
    #expect(
      records.map(\.frame.time)
        == [
          RecordTime(seconds: 0, picoseconds: 1_536),
          RecordTime(seconds: -2, picoseconds: 500_000_000_000),
          RecordTime(seconds: 0, picoseconds: 0), nil, nil,
        ])
    guard case .invalid("if_tsresol", 20, _) = try #require(reader.warnings.first).problem else {
      Issue.record("\(reader.warnings)")
      return
    }
  }

  @Test("simple and obsolete packets are read")
  func simpleObsolete() throws {
    var file = RecordingBytes()
    file.section()
    file.interface(187, snap: 5)
    file.block(3) { block in
      block.number(UInt32(7))
      block.octets += [4, 14, 4, 1, 3]
    }
    file.block(2) { block in
      block.number(UInt16(0))
      block.number(UInt16(9))
      block.numbers(0, 8, 4, 4)
      block.octets += [1, 3, 12, 0]
    }
    let (records, reader) = try readAll(file.octets)
    #expect(reader.warnings == [])
    #expect(records.map(\.octets) == [[14, 4, 1, 3], [3, 12, 0]])
    #expect(records.map(\.frame.originalCount) == [7, 4] && records.map(\.frame.isCut) == [true, false])
    #expect(records.map { $0.frame.time?.nanoseconds } == [nil, 8_000])
  }

  @Test("unknown blocks are passed over in silence")
  func unknownBlocks() throws {
    var file = RecordingBytes()
    file.section()
    file.block(0x0BAC) { $0.octets += [UInt8](repeating: 9, count: 400_000) }
    file.interface(187)
    file.block(5) { $0.numbers(0, 0, 0) }
    file.packet(ticks: 1, [4, 1, 0])
    file.block(0x7FFF_FFFF) { _ in }
    let (records, reader) = try readAll(file.octets)
    #expect(records.map(\.octets) == [[1, 0]])
    #expect(reader.warnings == [])
  }

  @Test("a packet of an interface that is not described is warned of")
  func packetInterface() throws {
    var file = RecordingBytes()
    file.section()
    file.interface(187)
    file.packet(interface: 3, ticks: 1, [4, 1, 0])
    file.packet(interface: 0, ticks: 1, [4, 2, 0])
    let (records, reader) = try readAll(file.octets)
    #expect(records.map(\.octets) == [[2, 0]])
    #expect(
      reader.warnings.map(\.problem) == [.invalid(field: "interface id", value: 3, expected: "less than 1")])
  }

  @Test("interfaces without end are refused")
  func interfacesEnd() throws {
    var file = RecordingBytes()
    file.section()
    for _ in 0..<5_000 { file.interface(187) }
    #expect(throws: CaptureError.self) { try readAll(file.octets) }
  }
}
