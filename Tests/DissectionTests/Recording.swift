import Capture
import ProjectFiles
import Testing

@testable import Dissection

/// A recording that a test puts together: pcapng with an interface for each link type.
///
/// A packet is text: which way it went, a space, its octets in hexadecimal.
///
/// - `>` and `<`: an H4 packet to and from the controller. With a digit, as `>4`: what is on that L2CAP channel of
///   connection 1.
/// - `C` and `P`: a data PDU of the central and of the peripheral, header first. `C3` and `P3`: a control PDU, opcode
///   first. With `d` at the end: decrypted by the recorder.
/// - `A`: an advertising PDU on a primary channel. `X0` to `X3`: one on a secondary channel, of that auxiliary kind. `T`:
///   one of a periodic advertising train, with the access address of a link.
/// - `CIS` and `BIS`: a packet of a connected and of a broadcast isochronous stream.
/// - `M`: a record of the Linux monitor. `S`: a step. `L`: a packet of the air without a pseudo-header. `?`: a packet
///   of Ethernet. `B`: a custom block. `J`: an entry of the journal.
struct Recording {
  private enum Place: Int {
    case hci, link, steps, monitor, bareLink, ethernet
  }

  struct UnknownWay: Error { let way: String }

  private static let linkTypes: [UInt64] = [201, 256, 147, 254, 251, 1]
  private static let accessAddress: UInt64 = 0x5065_5D5A
  private static let advertisingAddress: UInt64 = 0x8E89_BED6
  /// Dewhitened, signal power valid, reference address valid, CRC checked and right.
  private static let flags: UInt64 = 0x0C13

  private(set) var octets: [UInt8] = []

  init(_ packets: [String]) throws {
    block(0x0A0D_0D0A, Self.number(0x1A2B_3C4D, 4) + [1, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8))
    for linkType in Self.linkTypes { block(1, Self.number(linkType, 4) + Self.number(0, 4)) }
    for packet in packets { try append(packet) }
  }

  private mutating func append(_ packet: String) throws {
    let parts = packet.split(separator: " ", maxSplits: 1)
    let body = parts.count > 1 ? try Hex(String(parts[1])).octets : []
    let way = parts.first.map(String.init) ?? ""
    switch way {
    case ">", "<": record(.hci, [0, 0, 0, way == ">" ? 0 : 1] + body)
    case ">4", "<4", ">5", "<5", ">6", "<6":
      let frame = Self.number(UInt64(body.count), 2) + Self.number(UInt64(way.dropFirst()) ?? 0, 2) + body
      let acl = [2, 0x01, 0x20] + Self.number(UInt64(frame.count), 2) + frame
      record(.hci, [0, 0, 0, way.hasPrefix(">") ? 0 : 1] + acl)
    case "C": link(body, 2 << 7)
    case "P": link(body, 3 << 7)
    case "C3": link([3, UInt8(body.count)] + body, 2 << 7)
    case "P3": link([3, UInt8(body.count)] + body, 3 << 7)
    case "C3d": link([3, UInt8(body.count)] + body, 2 << 7 | 0x3008)
    case "P3d": link([3, UInt8(body.count)] + body, 3 << 7 | 0x3008)
    case "A": link(body, 0, Self.advertisingAddress)
    case "X0", "X1", "X2", "X3":
      link(body, 1 << 7 | (UInt64(way.dropFirst()) ?? 0) << 12, Self.advertisingAddress)
    case "T": link(body, 1 << 7 | 2 << 12)
    case "CIS": link(body, 4 << 7)
    case "BIS": link(body, 6 << 7)
    case "M": record(.monitor, body)
    case "S": record(.steps, body)
    case "L": record(.bareLink, body)
    case "?": record(.ethernet, body)
    case "B": block(0x0BAD, body)
    case "J": block(9, body)
    default: throw UnknownWay(way: way)
    }
  }

  private mutating func link(_ pdu: [UInt8], _ flags: UInt64, _ address: UInt64 = Self.accessAddress) {
    let address = Self.number(address, 4)
    // 2436 MHz, -48 dBm.
    record(
      .link, [17, 0xD0, 0, 0] + address + Self.number(Self.flags | flags, 2) + address + pdu + [0, 0, 0])
  }

  /// Adds a packet that had `missing` octets more before it was cut.
  private mutating func record(_ place: Place, _ packet: [UInt8], missing: Int = 0) {
    let header =
      Self.number(UInt64(place.rawValue), 4) + Self.number(0, 8) + Self.number(UInt64(packet.count), 4)
      + Self.number(UInt64(packet.count + missing), 4)
    block(6, header + packet)
  }

  /// Adds an HCI packet of which the recorder kept the first octets.
  mutating func appendCut(_ h4: [UInt8], missing: Int) { record(.hci, [0, 0, 0, 1] + h4, missing: missing) }

  /// Adds interfaces without a name.
  mutating func appendInterfaces(_ count: Int) {
    for _ in 0..<count { block(1, Self.number(1, 4) + Self.number(0, 4)) }
  }

  private mutating func block(_ type: UInt64, _ body: [UInt8]) {
    let padding = [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
    let length = Self.number(UInt64(body.count + padding.count + 12), 4)
    octets += Self.number(type, 4) + length + body + padding + length
  }

  private static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }
}

/// A packet, and what is said of it.
struct PacketCase: Sendable {
  /// As `Recording` reads it.
  let packet: String
  let name: String
  let sentences: [String]
  /// Fields that it has, as `Interval = 6 (7.5 ms)`.
  let fields: [String]

  init(_ packet: String, _ name: String, _ sentences: [String], fields: [String] = []) {
    (self.packet, self.name, self.sentences, self.fields) = (packet, name, sentences, fields)
  }

  /// Reads the packets of `cases` as one recording, and compares what is said of each.
  static func check(_ cases: [PacketCase], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let reader = try RecordingReader(octets: Recording(cases.map(\.packet)).octets)
    var conversation = Conversation()
    for item in cases {
      let frame = try #require(try reader.next(), "\(item.packet)", sourceLocation: sourceLocation)
      let reading = conversation.read(frame, reader.octets, subevent: reader.subevent)
      conversation.remember(reading, frame.number)
      #expect(reading.name == item.name, "\(item.packet)", sourceLocation: sourceLocation)
      #expect(reading.sentences == item.sentences, "\(item.packet)", sourceLocation: sourceLocation)
      let fields = reading.parts.flatMap(\.layers).flatMap(\.fields).map(\.text)
      for field in item.fields {
        #expect(fields.contains(field), "\(item.packet): \(fields)", sourceLocation: sourceLocation)
      }
    }
    #expect(try reader.next() == nil, sourceLocation: sourceLocation)
  }
}

extension FrameExplanation.Field {
  /// As `Interval = 6 (7.5 ms)`.
  var text: String { "\(name) = \(value)" + (note.map { " (\($0))" } ?? "") }
}
