import HCI
import Testing
import Wire

@Suite struct H4FramerTests {
  static let packets: [HCIPacket] = [
    ResetCommand().packet,
    .acl(ACLPacket(handle: 0x0ABC, packetBoundary: 2, broadcast: 1, data: [UInt8](0..<70))),
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
      $0.bitValue = 1
    }.packet,
  ]
  static let stream = packets.flatMap(\.h4Encoded)

  @Test(arguments: [
    (0, "01030c00"), (1, "02bc6a4600"), (2, "0301300309" + "0807"), (3, "043e042e000100"),
    (4, "050000" + "01c005"), (5, "017420022f01"),
  ])
  func `A packet starts with its type and its header`(index: Int, hex: String) {
    #expect(Self.packets[index].h4Encoded.hex.hasPrefix(hex))
  }

  @Test func `A stream cut anywhere gives the same packets`() throws {
    for cut in 0...Self.stream.count {
      var framer = H4Framer()
      framer.append(Self.stream[..<cut])
      var taken: [HCIPacket] = []
      while let packet = try framer.next() { taken.append(packet) }
      framer.append(Self.stream[cut...])
      while let packet = try framer.next() { taken.append(packet) }
      #expect(taken == Self.packets, "cut at \(cut)")
    }
  }

  @Test func `A stream of single octets gives the same packets`() throws {
    var framer = H4Framer()
    var taken: [HCIPacket] = []
    for octet in Self.stream {
      framer.append([octet])
      while let packet = try framer.next() { taken.append(packet) }
    }
    #expect(taken == Self.packets)
  }

  @Test(arguments: [0, 6, 0xFF] as [UInt8])
  func `An unknown packet type is an error after the packets before it`(type: UInt8) throws {
    var framer = H4Framer()
    framer.append(ResetCommand().packet.h4Encoded + [type, 1, 3])
    #expect(try framer.next() == ResetCommand().packet)
    for _ in 0..<2 {
      #expect(throws: WireError.invalid(field: "packet type", value: UInt64(type))) { try framer.next() }
      framer.append(ResetCommand().packet.h4Encoded)
    }
  }

  @Test func `Every truncation of a packet is refused`() {
    for packet in Self.packets {
      let octets = packet.h4Encoded
      for count in octets.indices {
        #expect(throws: WireError.self) { try HCIPacket(h4: Array(octets.prefix(count))) }
      }
      #expect(throws: WireError.trailing(octets: 1)) { try HCIPacket(h4: octets + [0]) }
    }
  }
}
