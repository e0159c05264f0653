import CoreTypes
import HCI
import Notation
import Testing
import Wire

@Suite struct H4StreamTests {
  static let packets: [HCIPacket] = [
    ResetCommand().packet,
    .acl(ACLPacket(handle: 0x0ABC, packetBoundary: .firstFlushable, broadcast: 1, data: [UInt8](0..<70))),
    .sco(
      {
        var packet = SCOPacket()
        packet.handleAndFlags = 0x3001
        packet.data = [9, 8, 7]
        return packet
      }()),
    LECSSecurityEnableCompleteEvent { $0.connectionHandle = 1 }.packet,
    .iso(
      {
        var packet = ISOPacket()
        packet.reserved = 3
        packet.data = [5]
        return packet
      }()),
    LESetHostFeatureCommand {
      $0.bitNumber = 47
      $0.bitValue = .enabled
    }.packet,
  ]
  static let stream = packets.flatMap(\.h4Encoded)

  @Test(
    "a packet starts with its type and its header",
    arguments: [
      (0, "01030c00"), (1, "02bc6a4600"), (2, "0301300309" + "0807"), (3, "043e042e000100"),
      (4, "050000" + "01c005"), (5, "017420022f01"),
    ])
  func packetStarts(index: Int, hex: String) {
    #expect(Self.packets[index].h4Encoded.hex().hasPrefix(hex))
  }

  @Test("data for a handle with reserved bits goes out without them")
  func dataHandle() {
    #expect(
      HCIPacket.acl(ACLPacket(handle: 0x8001, packetBoundary: .firstNonFlushable, data: [7])).h4Encoded.hex()
        == "020100010007"
    )
  }

  /// All that `stream` holds.
  static func taken(from stream: inout H4Stream) -> [H4Stream.Element] {
    var elements: [H4Stream.Element] = []
    while let element = stream.next() { elements.append(element) }
    return elements
  }

  /// All that comes of `octets`, given in pieces of `length`.
  static func elements(
    _ octets: [UInt8], inPiecesOf length: Int, from sender: H4Stream.Sender = .host
  ) -> [H4Stream.Element] {
    var stream = H4Stream(from: sender)
    var elements: [H4Stream.Element] = []
    for start in stride(from: 0, to: octets.count, by: length) {
      stream.append(octets[start..<min(start + length, octets.count)])
      elements += taken(from: &stream)
    }
    return elements
  }

  /// The elements without borders between octets that were passed over one after the other.
  static func joined(_ elements: [H4Stream.Element]) -> [H4Stream.Element] {
    elements.reduce(into: []) { joined, element in
      if case .passedOver(let more) = element, case .desynchronised(let octets)? = joined.last {
        joined[joined.count - 1] = .desynchronised(octets + more)
      } else {
        joined.append(element)
      }
    }
  }

  @Test("a stream cut anywhere gives the same packets")
  func streamCut() {
    for cut in 0...Self.stream.count {
      var stream = H4Stream(from: .host)
      stream.append(Self.stream[..<cut])
      let first = Self.taken(from: &stream)
      stream.append(Self.stream[cut...])
      #expect(first + Self.taken(from: &stream) == Self.packets.map { .packet($0) }, "cut at \(cut)")
    }
  }

  @Test("a stream in pieces gives the same packets", arguments: [1, 2, 3, 5, 1_000])
  func streamPieces(length: Int) {
    #expect(Self.elements(Self.stream, inPiecesOf: length) == Self.packets.map { .packet($0) })
  }

  @Test("packets may be taken while more come")
  func taking() {
    var stream = H4Stream(from: .host)
    var packets: [H4Stream.Element?] = []
    for packet in Self.packets {
      stream.append(packet.h4Encoded + packet.h4Encoded)
      packets.append(stream.next())
    }
    packets += Self.taken(from: &stream)
    #expect(packets == Self.packets.flatMap { [.packet($0), .packet($0)] })
  }

  @Test(
    "octets that are no packet are passed over up to the reset of the host",
    arguments: [1, 2, 3, 4, 7, 1_000])
  func octetsPacket(length: Int) {
    let garbage: [UInt8] = [0xFF, 1, 3, 12, 1, 3, 1, 3, 12, 7, 1, 1, 3]
    let octets = Self.packets[1].h4Encoded + garbage + Self.stream
    let elements = Self.elements(octets, inPiecesOf: length)
    let packets: [H4Stream.Element] = Self.packets.map { .packet($0) }
    #expect(Self.joined(elements) == [.packet(Self.packets[1]), .desynchronised(garbage)] + packets)
  }

  @Test("an octet that is no packet type is reported at once", arguments: [0, 6, 0xFF] as [UInt8])
  func strayOctet(type: UInt8) {
    var stream = H4Stream(from: .host)
    stream.append([type])
    #expect(stream.next() == .desynchronised([type]))
    #expect(stream.next() == nil)
    stream.append(Self.packets[1].h4Encoded)
    #expect(stream.next() == .passedOver(Self.packets[1].h4Encoded))
    #expect(stream.next() == nil)
    stream.append(ResetCommand().packet.h4Encoded)
    #expect(stream.next() == .packet(ResetCommand().packet))
  }

  @Test("the stream of a controller starts anew when it has answered a reset", arguments: [1, 6, 7, 1_000])
  func streamController(length: Int) {
    let answer = ResetCommand.commandComplete(StatusReturn())
    let lost = [0xFF] + ResetCommand().packet.h4Encoded + [4, 0x0E, 4, 1, 4, 0x0C, 0]
    let elements = Self.elements(
      lost + answer.h4Encoded + Self.stream, inPiecesOf: length, from: .controller)
    let packets: [H4Stream.Element] = ([answer] + Self.packets).map { .packet($0) }
    #expect(Self.joined(elements) == [.desynchronised(lost)] + packets)
  }

  @Test("no more than 65536 octets that are no packet come at a time, and none is lost")
  func garbageInPieces() {
    let garbage = [UInt8](repeating: 0xEE, count: 150_000)
    let elements = Self.elements(garbage + ResetCommand().packet.h4Encoded, inPiecesOf: 200_000)
    let counts = elements.map { element in
      switch element {
      case .desynchronised(let octets), .passedOver(let octets): octets.count
      case .packet: 0
      }
    }
    #expect(counts == [65_536, 65_536, 18_928, 0])
  }

  @Test("every truncation of a packet is refused")
  func truncatedPackets() {
    for packet in Self.packets {
      let octets = packet.h4Encoded
      for count in octets.indices {
        #expect(throws: WireError.self) { try HCIPacket(h4: Array(octets.prefix(count))) }
      }
      #expect(throws: WireError.trailing(octets: 1)) { try HCIPacket(h4: octets + [0]) }
    }
  }
}
