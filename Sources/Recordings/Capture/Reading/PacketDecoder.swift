internal import CoreTypes
internal import HCI

/// Takes the header of a layout off a packet and tells what is below it.
enum PacketDecoder {
  /// Fills what `frame` says of its packet, whose octets start at `base`. Returns the octets that the header takes
  /// where the packet has fewer, and then leaves it opaque.
  static func decode(
    _ frame: inout RecordedFrame, _ layout: PacketLayout, from base: UnsafeMutableRawPointer
  ) -> Int? {
    let octets = UnsafeRawBufferPointer(
      start: base + frame.octets.lowerBound, count: frame.octets.count)
    switch layout {
    case .h4WithDirection: return h4WithDirection(&frame, octets)
    case .h4: return h4(&frame, octets, skipping: 0)
    case .linkWithHeader: return linkWithHeader(&frame, octets)
    case .link: return link(&frame, octets, LinkReception(), after: 0)
    case .nordicSniffer: return NordicSnifferHeader.decode(&frame, octets)
    case .perPacketInformation: return PPIHeader.decode(&frame, octets)
    case .monitor: return monitor(&frame, octets)
    case .packetLogger: return packetLogger(&frame, octets)
    case .steps:
      frame.kind = .steps
      return nil
    case .h1, .monitorRecord, .text, .unknown: return nil
    }
  }

  private static func h4WithDirection(_ frame: inout RecordedFrame, _ octets: UnsafeRawBufferPointer) -> Int?
  {
    guard octets.count >= 5 else { return 5 }
    frame.direction = octets[3] & 1 == 0 ? .hostToController : .controllerToHost
    return h4(&frame, octets, skipping: 4)
  }

  static func h4(
    _ frame: inout RecordedFrame, _ octets: UnsafeRawBufferPointer, skipping count: Int
  ) -> Int? {
    guard octets.count > count else { return count + 1 }
    guard let indicator = HCIPacketIndicator(rawValue: octets[count]) else { return nil }
    hci(&frame, indicator)
    frame.octets = frame.octets.lowerBound + count + 1..<frame.octets.upperBound
    return nil
  }

  /// Commands and events go one way each, whatever a file says.
  static func hci(_ frame: inout RecordedFrame, _ indicator: HCIPacketIndicator) {
    frame.kind = .hci(indicator)
    if indicator == .command { frame.direction = .hostToController }
    if indicator == .event { frame.direction = .controllerToHost }
  }

  // MARK: - The Linux monitor

  private static func monitor(_ frame: inout RecordedFrame, _ octets: UnsafeRawBufferPointer) -> Int? {
    guard octets.count >= 4 else { return 4 }
    frame.octets = frame.octets.lowerBound + 4..<frame.octets.upperBound
    monitor(
      &frame, controller: UInt16(octets[0]) << 8 | UInt16(octets[1]),
      opcode: UInt16(octets[2]) << 8 | UInt16(octets[3]))
    return nil
  }

  static func monitor(_ frame: inout RecordedFrame, controller: UInt16, opcode: UInt16) {
    frame.controller = controller == 0xFFFF ? nil : controller
    switch opcode {
    case 2: hci(&frame, .command)
    case 3: hci(&frame, .event)
    case 4, 6, 18:
      frame.direction = .hostToController
      frame.kind = .hci(opcode == 4 ? .acl : opcode == 6 ? .sco : .iso)
    case 5, 7, 19:
      frame.direction = .controllerToHost
      frame.kind = .hci(opcode == 5 ? .acl : opcode == 7 ? .sco : .iso)
    default: frame.kind = MonitorEvent(rawValue: opcode).map { .monitor($0) } ?? .opaque
    }
  }

  // MARK: - PacketLogger

  private static func packetLogger(_ frame: inout RecordedFrame, _ octets: UnsafeRawBufferPointer) -> Int? {
    guard let type = octets.first else { return 1 }
    frame.octets = frame.octets.lowerBound + 1..<frame.octets.upperBound
    switch type {
    case 0x00: hci(&frame, .command)
    case 0x01: hci(&frame, .event)
    case 0x02, 0x08:
      frame.direction = .hostToController
      frame.kind = .hci(type == 0x02 ? .acl : .sco)
    case 0x03, 0x09:
      frame.direction = .controllerToHost
      frame.kind = .hci(type == 0x03 ? .acl : .sco)
    case 0xF7...0xFE: frame.kind = .note
    default: frame.octets = frame.octets.lowerBound - 1..<frame.octets.upperBound
    }
    return nil
  }

  // MARK: - The air

  private static func linkWithHeader(_ frame: inout RecordedFrame, _ octets: UnsafeRawBufferPointer) -> Int? {
    guard octets.count >= 10 else { return 10 }
    let flags = UInt16(octets: octets[8], octets[9])
    var reception = LinkReception()
    reception.rfChannel = octets[0] < 40 ? octets[0] : nil
    reception.signalDbm = flags & 0x0002 != 0 ? Int16(Int8(bitPattern: octets[1])) : nil
    reception.noiseDbm = flags & 0x0004 != 0 ? Int16(Int8(bitPattern: octets[2])) : nil
    reception.isDecrypted = flags & 0x0008 != 0
    reception.isCRCValid = flags & 0x0400 != 0 ? flags & 0x0800 != 0 : nil
    reception.phy = PHY(rawValue: UInt8(flags >> 14) + 1)
    let type = flags >> 7 & 7
    if type == 1 {
      reception.channel = .auxiliary(LinkFrame.AuxiliaryPDU(rawValue: UInt8(flags >> 12 & 3)) ?? .advInd)
    } else {
      reception.isMICValid = flags & 0x1000 != 0 ? flags & 0x2000 != 0 : nil
      reception.channel =
        type == 2 || type == 3
        ? .data
        : type == 4 || type == 5 ? .connectedIsochronous : type == 6 ? .broadcastIsochronous : .unspecified
      frame.direction =
        type == 2 || type == 4
        ? .centralToPeripheral : type == 3 || type == 5 ? .peripheralToCentral : .unknown
    }
    return link(&frame, octets, reception, after: 10)
  }

  /// Access address, Coding Indicator if the PHY has one, PDU and CRC.
  static func link(
    _ frame: inout RecordedFrame, _ octets: UnsafeRawBufferPointer, _ known: LinkReception, after count: Int
  ) -> Int? {
    let isCoded = known.phy == .leCoded
    let header = count + (isCoded ? 5 : 4)
    // A packet that the recorder cut has no CRC at its end.
    let trailer = frame.isCut ? 0 : 3
    guard octets.count >= header + trailer else { return header + trailer }
    var reception = known
    reception.accessAddress = AccessAddress(octets, at: count)
    if isCoded { reception.codingIndicator = octets[count + 4] }
    if trailer == 3 {
      let at = octets.count - 3
      reception.crc = UInt32(octets[at]) | UInt32(octets[at + 1]) << 8 | UInt32(octets[at + 2]) << 16
    }
    frame.kind = .link(reception)
    frame.octets = frame.octets.lowerBound + header..<frame.octets.upperBound - trailer
    return nil
  }
}

/// The header of Per-Packet Information, whose fields stand before a packet of another link type. [LINKTYPE_PPI]
private enum PPIHeader {
  private static let shortest = 8
  /// The field in which a sniffer tells where and how strongly it received a packet of LE.
  private static let receptionField = 30_006

  /// Fills what `frame` says of its packet; packets that are not of Bluetooth stay opaque.
  static func decode(_ frame: inout RecordedFrame, _ octets: UnsafeRawBufferPointer) -> Int? {
    guard octets.count >= shortest else { return shortest }
    let (length, linkType) = (number(octets, 2), UInt32(number(octets, 4) | number(octets, 6) << 16))
    guard octets[0] == 0, length >= shortest else { return nil }
    guard octets.count >= length else { return length }
    let reception = reception(
      in: UnsafeRawBufferPointer(rebasing: octets[shortest..<length]), isAligned: octets[1] & 1 == 1)
    // The sniffer that writes the field calls its packets USER0.
    switch reception != nil ? .link : PacketLayout(linkType: linkType) {
    case .link: return PacketDecoder.link(&frame, octets, reception ?? LinkReception(), after: length)
    case .h4: return PacketDecoder.h4(&frame, octets, skipping: length)
    default: return nil
    }
  }

  /// What the sniffer tells of the reception; nil where it says nothing. Where fields are aligned, each begins at a
  /// multiple of four octets, which its length does not tell.
  private static func reception(in fields: UnsafeRawBufferPointer, isAligned: Bool) -> LinkReception? {
    var at = 0
    while at + 4 <= fields.count {
      let (type, count) = (number(fields, at), number(fields, at + 2))
      if type == receptionField, count >= 12, at + 16 <= fields.count {
        var reception = LinkReception()
        // Version, frequency in MHz, five octets of the sniffer's clock, then the strongest, weakest and mean level.
        let offset = number(fields, at + 5) - 2402
        reception.rfChannel = (0...78).contains(offset) && offset % 2 == 0 ? UInt8(offset / 2) : nil
        reception.signalDbm = Int16(Int8(bitPattern: fields[at + 14]))
        return reception
      }
      at += 4 + (isAligned ? (count + 3) & ~3 : count)
    }
    return nil
  }

  private static func number(_ octets: UnsafeRawBufferPointer, _ at: Int) -> Int {
    Int(UInt16(octets: octets[at], octets[at + 1]))
  }
}

/// The header that the nRF Sniffer puts before a packet of the air, versions 1 to 3. [LINKTYPE_NORDIC_BLE]
private enum NordicSnifferHeader {
  /// Fills what `frame` says of its packet; messages of the sniffer that are no packet stay opaque.
  static func decode(_ frame: inout RecordedFrame, _ octets: UnsafeRawBufferPointer) -> Int? {
    // Board, lengths, version, counter of two octets, kind of message, then the sniffer's own header.
    guard octets.count >= 17 else { return 17 }
    let (version, message, headerLength) = (octets[3], octets[6], octets[7])
    guard (1...3).contains(version), message == 0x06 || message == 0x02 && version == 3, headerLength == 10
    else { return nil }
    let flags = octets[8]
    var reception = LinkReception()
    reception.rfChannel = rfChannel(index: octets[9])
    reception.signalDbm = -Int16(octets[10])
    reception.isCRCValid = flags & 1 != 0
    reception.phy = version == 1 ? .le1M : PHY(rawValue: (flags >> 4 & 7) + 1)
    if message == 0x02 || octets.count >= 21 && isAdvertising(octets) {
      reception.channel =
        octets[9] < 37
        ? .auxiliary(LinkFrame.AuxiliaryPDU(rawValue: flags >> 1 & 3) ?? .advInd)
        : .unspecified
    } else {
      reception.channel = .data
      reception.isDecrypted = flags & 0x04 != 0 && flags & 0x08 != 0
      reception.isMICValid = flags & 0x04 != 0 ? flags & 0x08 != 0 : nil
      frame.direction = flags & 2 != 0 ? .centralToPeripheral : .peripheralToCentral
    }
    return PacketDecoder.link(&frame, octets, reception, after: 17)
  }

  private static func isAdvertising(_ octets: UnsafeRawBufferPointer) -> Bool {
    AccessAddress(octets, at: 17) == .advertising
  }

  /// The position on the grid of a channel index. [Vol 6, Part B, 1.4.1]
  private static func rfChannel(index: UInt8) -> UInt8? {
    switch index {
    case 37: 0
    case 38: 12
    case 39: 39
    case 0...10: index + 1
    case 11...36: index + 2
    default: nil
    }
  }
}

extension AccessAddress {
  fileprivate init(_ octets: UnsafeRawBufferPointer, at offset: Int) {
    self.init(
      rawValue: UInt32(littleEndian: octets.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }
}
