internal import Capture
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import Wire

/// What a frame of a capture is, in a few words.
enum FrameDescription {
  private static let linkLayer: UInt16 = 256
  private static let hci: UInt16 = 201

  /// As `LL_CS_CONFIG_REQ, central to peripheral`, or the count of octets where nothing more is known.
  static func text(_ packet: PcapngFile.Packet, linkType: UInt16) -> String {
    switch linkType {
    case linkLayer: link(Array(packet.octets))
    case hci: packet.octets.count > 4 ? h4(Array(packet.octets.dropFirst(4))) : octets(packet.octets.count)
    default: octets(packet.octets.count)
    }
  }

  private static func octets(_ count: Int) -> String { "\(count) octets" }

  private static func link(_ octets: [UInt8]) -> String {
    do throws(WireError) {
      let frame = try LinkFrame(record: octets, at: .start)
      let pdu = frame.pdu
      switch frame.direction {
      case .advertising, .auxiliaryAdvertising:
        return "advertising PDU of type \(pdu.first.map { $0 & 15 } ?? 0)"
      case .centralToPeripheral: return data(pdu) + ", central to peripheral"
      case .peripheralToCentral: return data(pdu) + ", peripheral to central"
      }
    } catch {
      return "a frame that cannot be read"
    }
  }

  private static func data(_ pdu: [UInt8]) -> String {
    guard pdu.count > 2 else { return "empty data PDU" }
    guard pdu[0] & 3 == DataPDU.control else { return "data PDU of \(pdu.count - 2) octets" }
    return ControlOpcode(rawValue: pdu[2]).name
  }

  private static func h4(_ packet: [UInt8]) -> String {
    func number(_ index: Int) -> UInt8 { index < packet.count ? packet[index] : 0 }
    switch packet[0] {
    case 1: return Opcode(rawValue: UInt16(number(2)) << 8 | UInt16(number(1))).description
    case 2: return "ACL data of \(max(0, packet.count - 5)) octets"
    case 4:
      let subevent = number(1) == EventCode.leMeta ? number(3) : nil
      return EventCode(code: number(1), subevent: subevent).description
    default: return "H4 packet of type \(packet[0])"
    }
  }
}
