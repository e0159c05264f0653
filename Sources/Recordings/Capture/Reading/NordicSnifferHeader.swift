internal import CoreTypes

/// The header that the nRF Sniffer puts before a packet of the air, versions 1 to 3. [LINKTYPE_NORDIC_BLE]
enum NordicSnifferHeader {
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
    UInt32(littleEndian: octets.loadUnaligned(fromByteOffset: 17, as: UInt32.self)) == 0x8E89_BED6
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
