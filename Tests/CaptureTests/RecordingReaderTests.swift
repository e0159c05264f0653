import Capture
import CoreTypes
import Foundation
import HCI
import ProjectFiles
import SimulationKernel
import Testing
import Wire

@Suite struct RecordingReaderTests {
  @Test(
    "the same packets are read from each format",
    arguments: [
      (SampleFile.pcapOfHCI(linkType: 201), RecordingFormat.pcap),
      (SampleFile.pcapOfHCI(linkType: 201, isBigEndian: true), .pcap),
      (SampleFile.btsnoop(datalink: 1001), .btsnoop), (SampleFile.btsnoop(datalink: 1002), .btsnoop),
      (SampleFile.btsnoop(datalink: 2001), .btsnoop),
      (SampleFile.packetLogger(isBigEndian: true), .packetLogger),
      (SampleFile.packetLogger(isBigEndian: false), .packetLogger),
    ])
  func packetsRead(file: [UInt8], format: RecordingFormat) throws {
    let (records, reader) = try readAll(file)
    #expect(reader.format == format)
    #expect(reader.warnings == [])
    #expect(reader.interfaces.map(\.isAbsolute) == [true])
    #expect(records.map(\.octets) == SamplePacket.all.map { Array($0.h4.dropFirst()) })
    #expect(records.map(\.frame.time) == SamplePacket.all.map(\.time))
    #expect(records.map(\.frame.direction) == SamplePacket.all.map(\.direction))
    #expect(records.map(\.frame.kind) == SamplePacket.all.compactMap(\.indicator).map { .hci($0) })
    #expect(records.map(\.frame.number) == [1, 2, 3, 4])
    #expect(reader.offset == file.count && reader.fileSize == file.count)
  }

  @Test("h4 without a direction tells that of commands and events, and that of data by its PB_Flag")
  func h4WithoutDirection() throws {
    let (records, _) = try readAll(SampleFile.pcapOfHCI(linkType: 187))
    #expect(
      records.map(\.frame.direction) == [
        .hostToController, .controllerToHost, .controllerToHost, .controllerToHost,
      ])
    #expect(records.map(\.octets) == SamplePacket.all.map { Array($0.h4.dropFirst()) })
  }

  @Test("nanoseconds are read in either byte order")
  func nanosecondsRead() throws {
    for isBigEndian in [false, true] {
      let file = SampleFile.pcap(
        linkType: 187, magic: 0xA1B2_3C4D, isBigEndian: isBigEndian, [(7, 999_999_999, [4, 1, 0])])
      let (records, reader) = try readAll(file)
      #expect(records.map(\.frame.time) == [RecordTime(seconds: 7, picoseconds: 999_999_999_000)])
      #expect(records.map(\.frame.offset) == [24])
      #expect(reader.warnings == [])
    }
  }

  @Test("nanoseconds under the magic of microseconds are read with one warning")
  func nanosecondsMagic() throws {
    let packets: [(UInt32, UInt32, [UInt8])] = [
      (7, 250_000, [4, 1, 0]), (7, 1_000_000, [4, 2, 0]), (7, 999_999_999, [4, 3, 0]),
      (8, 5_000_001, [4, 4, 0]),
    ]
    let (records, reader) = try readAll(SampleFile.pcap(linkType: 187, packets))
    #expect(
      records.map(\.frame.time)
        == packets.map { RecordTime(seconds: Int64($0.0), picoseconds: Int64($0.1) * 1_000) })
    #expect(
      reader.warnings.map(\.description) == [
        "octet 0: the fraction of a second is 1000000, expected less than 1000000; all times are read in nanoseconds"
      ])
  }

  @Test("a btsnoop time before 1970 is negative and rounds down")
  func btsnoopTime() throws {
    var file = SampleFile.btsnoop(datalink: 1002)
    let ticks = UInt64(0x00DC_DDB3_0F2F_8000) - 1
    file.replaceSubrange(32..<40, with: withUnsafeBytes(of: ticks.bigEndian) { Array($0) })
    let time = try readAll(file).records[0].frame.time
    #expect(time == RecordTime(seconds: -1, picoseconds: 999_999_000_000))
    #expect(time?.nanoseconds == -1_000)
  }

  @Test("the Linux monitor tells the packets of controllers and notes")
  func linuxMonitor() throws {
    let (records, reader) = try readAll(SampleFile.linuxMonitor())
    #expect(
      records.map(\.frame.kind)
        == [.monitor(.newIndex), .hci(.command), .hci(.event), .hci(.acl), .monitor(.systemNote)])
    #expect(records.map(\.frame.controller) == [0, 0, 0, 1, nil])
    #expect(records[3].frame.direction == .controllerToHost)
    #expect(records[1].octets == [3, 12, 0])
    #expect(reader.warnings == [])
    #expect(try readAll(SampleFile.btsnoop(datalink: 2001)).records[0].frame.controller == 5)
  }

  @Test("our own captures come back frame by frame", arguments: [1, 17] as [UInt64])
  func ownCaptures(seed: UInt64) throws {
    let log = randomLog(frames: 2_000, seed: seed)
    let (records, reader) = try readAll(try pcapng(of: log))
    #expect(reader.warnings == [])
    #expect(reader.format == .pcapng && reader.section?.application == "reflector test")
    #expect(reader.section?.comments == ["seed 7"])
    #expect(reader.interfaces.map(\.name) == CaptureInterface.all(withSteps: false).map(\.name))
    #expect(reader.interfaces.map(\.linkType) == [256, 201, 201])
    try #require(records.count == log.count)
    for (record, frame) in zip(records, log.frames) {
      #expect(record.frame.number == frame.number && record.frame.interface == frame.interface.rawValue)
      #expect(record.frame.time?.nanoseconds == frame.nanoseconds)
      try expect(record, isLike: frame)
    }
  }

  @Test("comments are those of the last record")
  func lastComments() throws {
    let reader = try RecordingReader(octets: pcapng(of: threeFrames()))
    var comments: [[String]] = []
    while try reader.next() != nil { comments.append(reader.comments) }
    #expect(comments == [[], ["the first advertising packet"], ["one", "zwei µs"]])
    #expect(reader.comments == [])
  }

  private func expect(
    _ record: (frame: RecordedFrame, octets: [UInt8]), isLike frame: CapturedFrame
  ) throws {
    guard case .link(let reception) = record.frame.kind else {
      // A random indicator may be none.
      let header = if case .hci = record.frame.kind { 5 } else { 0 }
      #expect(record.octets == Array(frame.octets.dropFirst(header)))
      guard case .hci(let indicator) = record.frame.kind, ![.command, .event].contains(indicator) else {
        return
      }
      #expect((record.frame.direction == .hostToController) == (frame.direction == .hostToController))
      return
    }
    let link = try LinkFrame(record: Array(frame.octets), at: .start)
    #expect(record.octets == link.pdu)
    #expect(reception.accessAddress == link.accessAddress && reception.phy == link.phy)
    #expect(reception.rfChannel == link.rfChannel && reception.isCRCValid == link.isCRCValid)
    #expect(reception.signalDbm == link.signalDbm.map(Int16.init))
    #expect(reception.noiseDbm == link.noiseDbm.map(Int16.init))
    #expect((0..<3).map { UInt8(truncatingIfNeeded: reception.crc >> (8 * $0)) } == link.crc)
    #expect(reception.isDecrypted == link.isDecrypted)
    #expect(reception.isMICValid == (link.isDecrypted ? link.isMICValid : nil))
    switch link.direction {
    case .centralToPeripheral:
      #expect(record.frame.direction == .centralToPeripheral && reception.channel == .data)
    case .peripheralToCentral:
      #expect(record.frame.direction == .peripheralToCentral && reception.channel == .data)
    case .advertising: #expect(reception.channel == .unspecified)
    case .auxiliaryAdvertising: #expect(reception.channel == .auxiliary(link.auxiliaryPDU))
    }
  }

  /// Run with `UPDATE_GOLDEN=1` to write them anew.
  @Test("the fixtures are the samples")
  func fixturesSamples() throws {
    let isUpdate = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"
    for (name, octets) in SampleFile.fixtures {
      let fixture = Fixture(name)
      if isUpdate { try Data(octets).write(to: fixture.url) }
      #expect(try fixture.octets() == octets, "\(name)")
    }
  }

  @Test("the format is that of the content and not of the name")
  func formatByContent() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/capture.pcapng"
      try Data(SampleFile.btsnoop(datalink: 1002)).write(to: URL(filePath: path))
      let reader = try RecordingReader(path: path)
      #expect(reader.format == .btsnoop)
      #expect(try reader.next()?.kind == .hci(.command))
    }
  }

  @Test("what is no recording is refused with what was found")
  func recordingRefused() throws {
    #expect(throws: CaptureError.empty(path: "the recording")) { try RecordingReader(octets: []) }
    for (start, word) in [([0x1F, 0x8B, 8], "decompress"), ([0x89, 0x50, 0x4E], "89 50 4e")]
      as [([UInt8], String)]
    {
      let error = try #require(throws: CaptureError.self) {
        try RecordingReader(octets: start + [UInt8](repeating: 0xEE, count: 100))
      }
      #expect(error.description.contains(word), "\(error)")
    }
    #expect(throws: CaptureError.self) { try RecordingReader(path: "/nonexistent/file") }
    let utf16 = "[00:00:01] <info>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for mark in [[], [0xFF, 0xFE]] as [[UInt8]] {
      let error = #expect(throws: CaptureError.self) { try RecordingReader(octets: mark + utf16) }
      #expect(error?.description.hasPrefix("the recording: found UTF-16LE text, expected UTF-8.") == true)
    }
  }

  @Test("packets of another link type are reported as octets with one warning")
  func packetsLink() throws {
    let (records, reader) = try readAll(
      SampleFile.pcap(linkType: 1, [(1, 0, [1, 2, 3]), (1, 0, [4])]))
    #expect(records.map(\.frame.kind) == [.opaque, .opaque])
    #expect(records.map(\.octets) == [[1, 2, 3], [4]])
    #expect(reader.warnings.map(\.problem) == [.unknownLayout(linkType: 1)])
  }

  @Test("a packet without its header is reported as octets with a warning")
  func packetHeader() throws {
    let short: [(linkType: UInt32, needed: Int)] = [
      (201, 5), (187, 1), (254, 4), (256, 10), (251, 7), (272, 17), (192, 8),
    ]
    for (linkType, needed) in short {
      let octets = [UInt8](repeating: 0, count: needed - 1)
      let (records, reader) = try readAll(SampleFile.pcap(linkType: linkType, [(1, 0, octets)]))
      #expect(records.map(\.frame.kind) == [.opaque], "\(linkType)")
      #expect(records.map(\.octets) == [octets])
      #expect(
        reader.warnings.map(\.problem) == [.shortPacket(needed: needed, available: needed - 1)], "\(linkType)"
      )
      #expect(reader.warnings.map(\.offset) == [24])
    }
  }

  @Test("Per-Packet Information tells channel and power")
  func perPacketInformation() throws {
    let (records, reader) = try readAll(SampleFile.perPacketInformation())
    try #require(records.count == 3)
    guard case .link(let reception) = records[0].frame.kind else {
      Issue.record("\(records[0].frame.kind)")
      return
    }
    #expect(reception.rfChannel == 39 && reception.signalDbm == -46)
    #expect(reception.accessAddress == 0x1234_5678 && reception.crc == 0xCCBBAA)
    #expect(records[0].octets == [1, 0])
    #expect(records[1].frame.kind == .hci(.command) && records[1].octets == [3, 12, 0])
    #expect(records[2].frame.kind == .opaque)
    #expect(reader.warnings.map(\.problem) == [.shortPacket(needed: 8, available: 5)])
  }

  @Test("fields of Per-Packet Information may be aligned to four octets, as their flag says")
  func alignedInformation() throws {
    // A field of another kind with one octet, then that of the sniffer: 2480 MHz, -46 dBm.
    let sniffer: [UInt8] = [0x36, 0x75, 12, 0, 0, 0xB0, 0x09, 1, 2, 3, 4, 5, 0xD8, 0xCC, 0xD2, 3]
    let packet: [UInt8] = [0x78, 0x56, 0x34, 0x12, 0x01, 0x00, 0xAA, 0xBB, 0xCC]
    for (flags, other) in [(1, [3, 0, 1, 0, 9, 0, 0, 0]), (0, [3, 0, 1, 0, 9])] as [(UInt8, [UInt8])] {
      let header = [0, flags, UInt8(24 + other.count), 0, 147, 0, 0, 0]
      let (records, _) = try readAll(
        SampleFile.pcap(linkType: 192, [(1, 0, header + other + sniffer + packet)]))
      guard case .link(let reception) = try #require(records.first).frame.kind else {
        Issue.record("no packet of the air with flags \(flags)")
        continue
      }
      #expect(reception.rfChannel == 39 && reception.signalDbm == -46)
    }
  }

  @Test("a sniffer of Nordic tells channel, power and direction")
  func snifferNordic() throws {
    let (records, reader) = try readAll(SampleFile.nordicSniffer())
    guard case .link(let reception) = try #require(records.first).frame.kind else {
      Issue.record("no packet of the air: \(reader.warnings)")
      return
    }
    #expect(reception.accessAddress == 0x1234_5678 && reception.phy == .le2M && reception.rfChannel == 13)
    #expect(reception.signalDbm == -47 && reception.isCRCValid == true && reception.channel == .data)
    #expect(records[0].frame.direction == .centralToPeripheral && records[0].octets == [1, 0])
    #expect(reception.crc == 0xCCBBAA)
  }
}
