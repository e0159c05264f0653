import CoreTypes
import Notation
import Testing
import Wire

@testable import LinkLayer

@Suite("The CRC of a packet")
struct CRC24Tests {
  /// Advertising PDUs and CRCs that Wireshark's own check accepts.
  static let advertising = [
    ("400f1112131415d6020106050956524546", "31b7bd"),
    ("e522112a456281a2c5ea113a6592c1f2255a91ca054281c2054a91da2572c11265ba116a", "e20780"),
    ("c30c112a456281a2c5ea113a6592", "ec17b9"),
    ("0406112a456281a2", "192e84"),
  ]

  @Test("an advertising PDU has the CRC that Wireshark accepts", arguments: advertising)
  func golden(pdu: String, crc: String) throws {
    let octets = try #require([UInt8](hex: pdu))
    #expect(crc24(octets, initial: .advertising).hex() == crc)
  }

  @Test("the CRC of a connection starts from its own value, in the order of the generator's figure")
  func initialValue() {
    #expect(crc24([0x03, 0x02, 0x02, 0x13], initial: 0xABCDEF).hex() == "5d20cf")
    #expect(crc24([], initial: 0x000001).hex() == "000080")
    #expect(crc24([], initial: 0x800000).hex() == "010000")
  }

  @Test("every single wrong bit changes the CRC")
  func singleBits() {
    let octets: [UInt8] = [0x03, 0x02, 0x02, 0x13]
    let right = crc24(octets, initial: 0x123456)
    for bit in 0..<8 * octets.count {
      var wrong = octets
      wrong[bit / 8] ^= 1 << (bit % 8)
      #expect(crc24(wrong, initial: 0x123456) != right)
    }
  }
}
