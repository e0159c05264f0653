/// The header of Per-Packet Information, whose fields stand before a packet of another link type. [LINKTYPE_PPI]
enum PPIHeader {
  private static let shortest = 8
  /// The field in which a sniffer tells where and how strongly it received a packet of LE.
  private static let receptionField = 30_006

  /// Fills what `frame` says of its packet; packets that are not of Bluetooth stay opaque.
  static func decode(_ frame: inout RecordedFrame, _ octets: UnsafeRawBufferPointer) -> Int? {
    guard octets.count >= shortest else { return shortest }
    let (length, linkType) = (number(octets, 2), UInt32(number(octets, 4) | number(octets, 6) << 16))
    guard octets[0] == 0, length >= shortest else { return nil }
    guard octets.count >= length else { return length }
    let reception = reception(in: UnsafeRawBufferPointer(rebasing: octets[shortest..<length]))
    // The sniffer that writes the field calls its packets USER0.
    switch reception != nil ? .link : PacketLayout(linkType: linkType) {
    case .link: return PacketDecoder.link(&frame, octets, reception ?? LinkReception(), after: length)
    case .h4: return PacketDecoder.h4(&frame, octets, skipping: length)
    default: return nil
    }
  }

  /// What the sniffer tells of the reception; nil where it says nothing.
  private static func reception(in fields: UnsafeRawBufferPointer) -> LinkReception? {
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
      at += 4 + count
    }
    return nil
  }

  private static func number(_ octets: UnsafeRawBufferPointer, _ at: Int) -> Int {
    Int(octets[at]) | Int(octets[at + 1]) << 8
  }
}
