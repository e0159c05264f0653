import Capture
import CoreTypes
import HCI

/// Octets of recordings, laid out by hand.
struct RecordingBytes {
  var octets: [UInt8] = []
  var isBigEndian = false

  init(isBigEndian: Bool = false) { self.isBigEndian = isBigEndian }

  mutating func number<T: FixedWidthInteger & UnsignedInteger>(_ value: T) {
    withUnsafeBytes(of: isBigEndian ? value.bigEndian : value.littleEndian) { octets += $0 }
  }

  mutating func numbers(_ values: UInt32...) { for value in values { number(value) } }

  /// A pcapng block: `body` between the two copies of its length.
  mutating func block(_ type: UInt32, _ body: (inout RecordingBytes) -> Void) {
    var inner = RecordingBytes(isBigEndian: isBigEndian)
    body(&inner)
    inner.pad()
    numbers(type, UInt32(inner.octets.count + 12))
    octets += inner.octets
    number(UInt32(inner.octets.count + 12))
  }

  mutating func option(_ code: UInt16, _ value: [UInt8]) {
    number(code)
    number(UInt16(value.count))
    octets += value
    pad()
  }

  mutating func pad() { while !octets.count.isMultiple(of: 4) { octets.append(0) } }
}

extension RecordingBytes {
  /// A pcapng section header.
  mutating func section() {
    block(0x0A0D_0D0A) { block in
      block.number(UInt32(0x1A2B_3C4D))
      block.number(UInt16(1))
      block.number(UInt16(0))
      block.number(UInt64.max)
    }
  }

  /// A pcapng interface description.
  mutating func interface(
    _ linkType: UInt16, snap: UInt32 = 0, resolution: UInt8? = nil, offset: Int64? = nil
  ) {
    block(1) { block in
      block.number(linkType)
      block.number(UInt16(0))
      block.number(snap)
      if let resolution { block.option(9, [resolution]) }
      if let offset {
        var value = RecordingBytes(isBigEndian: block.isBigEndian)
        value.number(UInt64(bitPattern: offset))
        block.option(14, value.octets)
      }
      if resolution != nil || offset != nil { block.number(UInt32(0)) }
    }
  }

  /// A pcapng enhanced packet.
  mutating func packet(interface: UInt32 = 0, ticks: UInt64, flags: UInt32? = nil, _ octets: [UInt8]) {
    block(6) { block in
      block.numbers(interface, UInt32(ticks >> 32), UInt32(truncatingIfNeeded: ticks))
      block.numbers(UInt32(octets.count), UInt32(octets.count))
      block.octets += octets
      block.pad()
      guard let flags else { return }
      var value = RecordingBytes(isBigEndian: block.isBigEndian)
      value.number(flags)
      block.option(2, value.octets)
      block.number(UInt32(0))
    }
  }
}

/// A packet to be recorded: HCI_Reset, its answer, or some of each kind.
struct SamplePacket {
  var seconds: UInt32
  var microseconds: UInt32
  /// With the H4 indicator first.
  var h4: [UInt8]
  var isReceived: Bool

  static let all = [
    SamplePacket(seconds: 1_700_000_000, microseconds: 999_999, h4: [1, 3, 12, 0], isReceived: false),
    SamplePacket(seconds: 1_700_000_001, microseconds: 0, h4: [4, 14, 4, 1, 3, 12, 0], isReceived: true),
    SamplePacket(
      seconds: 1_700_000_001, microseconds: 250, h4: [2, 0x40, 0x20, 3, 0, 1, 2, 3], isReceived: false),
    SamplePacket(seconds: 1_700_000_002, microseconds: 7, h4: [2, 0x40, 0x20, 1, 0, 9], isReceived: true),
  ]

  var time: RecordTime { RecordTime(seconds: Int64(seconds), picoseconds: Int64(microseconds) * 1_000_000) }
  var direction: RecordedDirection { isReceived ? .controllerToHost : .hostToController }
  var indicator: HCIPacketIndicator? { HCIPacketIndicator(rawValue: h4[0]) }
}

/// Files of the sample packets, one for each way to write them.
enum SampleFile {
  static func pcap(
    linkType: UInt32, magic: UInt32 = 0xA1B2_C3D4, isBigEndian: Bool = false,
    _ packets: [(seconds: UInt32, fraction: UInt32, octets: [UInt8])]
  ) -> [UInt8] {
    var file = RecordingBytes(isBigEndian: isBigEndian)
    file.number(magic)
    file.number(UInt16(2))
    file.number(UInt16(4))
    file.numbers(0, 0, 262_144, linkType)
    for packet in packets {
      let count = UInt32(packet.octets.count)
      file.numbers(packet.seconds, packet.fraction, count, count)
      file.octets += packet.octets
    }
    return file.octets
  }

  /// Link type 201 or 187.
  static func pcapOfHCI(
    linkType: UInt32, isBigEndian: Bool = false, repeated count: Int = 1
  ) -> [UInt8] {
    let packets = (0..<count).flatMap { _ in SamplePacket.all }
    return pcap(
      linkType: linkType, isBigEndian: isBigEndian,
      packets.map {
        ($0.seconds, $0.microseconds, (linkType == 201 ? [0, 0, 0, $0.isReceived ? 1 : 0] : []) + $0.h4)
      })
  }

  static func btsnoop(datalink: UInt32, repeated count: Int = 1) -> [UInt8] {
    var file = RecordingBytes(isBigEndian: true)
    file.octets += Array("btsnoop\0".utf8)
    file.numbers(1, datalink)
    for packet in (0..<count).flatMap({ _ in SamplePacket.all }) {
      let octets = datalink == 1002 ? packet.h4 : Array(packet.h4.dropFirst())
      let isControl = packet.h4[0] != 2
      let flags: UInt32 =
        datalink == 2001
        ? 5 << 16 | [1: 2, 4: 3, 2: packet.isReceived ? 5 : 4][packet.h4[0], default: 13]
        : (packet.isReceived ? 1 : 0) | (isControl ? 2 : 0)
      file.numbers(UInt32(octets.count), UInt32(octets.count), flags, 0)
      let micros = UInt64(packet.seconds) * 1_000_000 + UInt64(packet.microseconds)
      file.number(micros + 0x00DC_DDB3_0F2F_8000)
      file.octets += octets
    }
    return file.octets
  }

  static func packetLogger(isBigEndian: Bool, repeated count: Int = 1) -> [UInt8] {
    var file = RecordingBytes(isBigEndian: isBigEndian)
    for packet in (0..<count).flatMap({ _ in SamplePacket.all }) {
      let type: UInt8 = [1: 0, 4: 1, 2: packet.isReceived ? 3 : 2][packet.h4[0], default: 0xFC]
      file.numbers(UInt32(packet.h4.count + 8), packet.seconds, packet.microseconds)
      file.octets += [type] + packet.h4.dropFirst()
    }
    return file.octets
  }

  /// A pcap of link type 254.
  static func linuxMonitor() -> [UInt8] {
    pcap(
      linkType: 254,
      [
        (5, 1, [0, 0, 0, 0] + [UInt8](repeating: 7, count: 16)), (5, 2, [0, 0, 0, 2, 3, 12, 0]),
        (5, 3, [0, 0, 0, 3, 14, 4, 1, 3, 12, 0]), (5, 4, [0, 1, 0, 5, 0x40, 0x20, 1, 0, 9]),
        (5, 5, [0xFF, 0xFF, 0, 12] + Array("Linux".utf8) + [0]),
      ])
  }

  /// The files that stand in `Tests/Fixtures`, where Wireshark and the fuzzer read them too.
  static let fixtures: [(name: String, octets: [UInt8])] = [
    ("recording-h4-phdr.pcap", pcapOfHCI(linkType: 201)),
    ("recording-h4-big-endian.pcap", pcapOfHCI(linkType: 187, isBigEndian: true)),
    ("recording-nanoseconds.pcap", pcap(linkType: 187, magic: 0xA1B2_3C4D, [(7, 999_999_999, [4, 1, 0])])),
    ("recording-monitor.pcap", linuxMonitor()), ("recording-nordic-sniffer.pcap", nordicSniffer()),
    ("recording-ppi.pcap", perPacketInformation()),
    ("recording-h1.btsnoop", btsnoop(datalink: 1001)), ("recording-h4.btsnoop", btsnoop(datalink: 1002)),
    ("recording-monitor.btsnoop", btsnoop(datalink: 2001)),
    ("recording-big-endian.pklg", packetLogger(isBigEndian: true)),
    ("recording-little-endian.pklg", packetLogger(isBigEndian: false)),
    ("recording-sections.pcapng", sections()), ("recording-custom-blocks.pcapng", customBlocks),
    ("recording-waves-log.txt", wavesLog(procedures: 2)),
    ("recording-silicon-labs-log.txt", siliconLabsLog),
    ("recording-silicon-labs-trace.txt", SampleTrace.file),
  ]

  /// A pcap of link type 272: version 3, a data packet of the central on channel index 11, at -47 dBm, on LE 2M.
  static func nordicSniffer() -> [UInt8] {
    let header: [UInt8] = [7, 19, 0, 3, 0x34, 0x12, 6, 10, 0x13, 11, 47, 1, 0, 0, 0, 0, 0]
    let packet: [UInt8] = [0x78, 0x56, 0x34, 0x12, 0x01, 0x00, 0xAA, 0xBB, 0xCC]
    return pcap(linkType: 272, [(1, 0, header + packet)])
  }

  /// A pcap of link type 192 as a sniffer with libbtbb writes it, which calls the packet USER0: RF channel 39, -52 to -40
  /// dBm, an empty data PDU. The second packet is one of HCI.
  static func perPacketInformation() -> [UInt8] {
    let header: [UInt8] = [0, 0, 24, 0, 147, 0, 0, 0]
    let field: [UInt8] = [0x36, 0x75, 12, 0, 0, 0xB0, 0x09, 1, 2, 3, 4, 5, 0xD8, 0xCC, 0xD2, 3]
    let packet: [UInt8] = [0x78, 0x56, 0x34, 0x12, 0x01, 0x00, 0xAA, 0xBB, 0xCC]
    return pcap(
      linkType: 192,
      [
        (1, 0, header + field + packet), (1, 5, [0, 0, 8, 0, 187, 0, 0, 0, 1, 3, 12, 0]),
        (1, 9, [0, 0, 8, 0, 105]),
      ])
  }

  /// Two pcapng sections of different byte order; the second has two interfaces.
  static func sections() -> [UInt8] {
    var first = RecordingBytes(isBigEndian: true)
    first.section()
    first.interface(187)
    first.packet(ticks: 5, [1, 3, 12, 0])
    var second = RecordingBytes()
    second.section()
    second.interface(147, resolution: 9)
    second.interface(187, resolution: 3)
    second.packet(interface: 1, ticks: 1_234, flags: 1, [2, 0, 0, 0, 0])
    second.packet(interface: 0, ticks: 1_234, [7, 7])
    return first.octets + second.octets
  }

  /// A pcapng section of link type 187 with events 7 and 8. Before, between and behind them stand a custom block, one
  /// that is not to be copied, a journal entry, and blocks of name resolution and statistics.
  static let customBlocks: [UInt8] = [
    0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0,
    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 28, 0, 0, 0,
    // custom block of number 32473
    0xAD, 0x0B, 0, 0, 20, 0, 0, 0, 0xD9, 0x7E, 0, 0, 1, 2, 3, 4, 20, 0, 0, 0,
    // interface
    1, 0, 0, 0, 20, 0, 0, 0, 187, 0, 0, 0, 0, 0, 4, 0, 20, 0, 0, 0,
    // event 7
    6, 0, 0, 0, 36, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 4, 7, 0, 0, 36, 0, 0,
    0,
    // name resolution without a name
    4, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0,
    // custom block that is not to be copied, without data
    0xAD, 0x0B, 0, 0x40, 16, 0, 0, 0, 0xD9, 0x7E, 0, 0, 16, 0, 0, 0,
    // journal entry
    9, 0, 0, 0, 48, 0, 0, 0, 0x5F, 0x5F, 0x52, 0x45, 0x41, 0x4C, 0x54, 0x49, 0x4D, 0x45, 0x5F, 0x54,
    0x49, 0x4D, 0x45, 0x53, 0x54, 0x41, 0x4D, 0x50, 0x3D, 0x31, 0x37, 0x30, 0x30, 0x30, 0x30, 0x30,
    0x30, 0x30, 0x30, 0x0A, 0x41, 0x3D, 0x31, 0x0A, 48, 0, 0, 0,
    // event 8
    6, 0, 0, 0, 36, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 4, 8, 0, 0, 36, 0, 0,
    0,
    // statistics
    5, 0, 0, 0, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 24, 0, 0, 0,
  ]

  /// The start of a UART log of the firmware `waves`: `count` procedures of one mode-0 and one mode-2 step.
  static func wavesLog(procedures count: Int, endsWhole: Bool = true) -> [UInt8] {
    var text = "*** Booting ***\nI: CS config creation complete.\nI:  - id: 0\nI:  - mode: 2 (Mode-2: PBR)\n"
    text += "I:  - role: 1 (Reflector)\nI: CS procedures enabled:\nI:  - subevent length: 16000 us\n"
    for counter in 0..<count {
      text += "I: CS Subevent result received:\r\nI:  - Procedure counter: \(counter)\r\n"
      text += "I:  - Procedure done status: 0\nI:  - Subevent done status: 0\n"
      text += "I:  - Procedure abort reason: 0\nI:  - Subevent abort reason: 0\n"
      text += "I:  - Reference power level: -16\nI:  - Num antenna paths: 1\n"
      text += "I:  - Num steps reported: 2\nI:  - Step data buffer length: 18 bytes\nI: Raw step data:\n"
      text += "  000b0300d401\n  023a09004be0f1000f100012\n"
      if counter + 1 < count || endsWhole { text += "I: CS Subevent end\n" }
    }
    return Array(text.utf8)
  }

  /// What Silicon Labs' initiator prints of one procedure.
  static let siliconLabsLog = Array(
    """

    ------------Start CS Procedure Data------------
    Subevent data count: 1
    Initiator:
     subevent_timestamps_ms: 2191
     Frequency compensation: -474
     Reference power level: -22
     Number of antenna paths: 1
     Step data count: 20
     Step data: 00 25 05 00 e2 01 26 fe 02 16 09 00 11 40 04 03 0f 06 43 03
    Reflector:
     subevent_timestamps_ms: 2201
     Frequency compensation: 0
     Reference power level: -26
     Number of antenna paths: 1
     Step data count: 18
     Step data: 00 25 03 00 e2 01 02 16 09 00 11 40 04 03 0f 06 43 03
    ------------End CS Procedure Data------------

    """.utf8)
}

/// All records of a recording with their octets, and the reader at its end.
func readAll(_ octets: [UInt8]) throws -> (
  records: [(frame: RecordedFrame, octets: [UInt8])], RecordingReader
) {
  let reader = try RecordingReader(octets: octets)
  var records: [(frame: RecordedFrame, octets: [UInt8])] = []
  while let frame = try reader.next() { records.append((frame, reader.octets)) }
  return (records, reader)
}
