import CoreTypes
import Notation
import SimulationKernel
import Testing
import Wire

@testable import LinkLayer

@Suite("Advertising PDUs")
struct AdvertisingPDUTests {
  /// PDUs, their names, and their values as Wireshark 4.0.17 shows them.
  static let wireshark = [
    (
      "400f1112131415d6020106050956524546", "ADV_IND",
      "AdvA 1112131415d6 AdvData 020106050956524546"
    ),
    ("810c112a456281a2c5ea113a6592", "ADV_DIRECT_IND", "AdvA 112a456281a2 TargetA c5ea113a6592"),
    ("0207112a456281a2c5", "ADV_NONCONN_IND", "AdvA 112a456281a2 AdvData c5"),
    ("c30c112a456281a2c5ea113a6592", "SCAN_REQ", "ScanA 112a456281a2 AdvA c5ea113a6592"),
    ("0406112a456281a2", "SCAN_RSP", "AdvA 112a456281a2 AdvData"),
    (
      "e522112a456281a2c5ea113a6592c1f2255a91ca054281c2054a91da2572c11265ba116a", "CONNECT_IND",
      """
      InitA 112a456281a2 AdvA c5ea113a6592 AA 1512436417 CRCInit 379537 WinSize 66 WinOffset 49793 \
      Interval 18949 Latency 55953 Timeout 29221 ChM 76141630145 RFU 0 Hop 10 SCA 3
      """
    ),
    ("460a112a456281a2c5ea113a", "ADV_SCAN_IND", "AdvA 112a456281a2 AdvData c5ea113a"),
  ]

  @Test("each value stands where Wireshark reads it", arguments: wireshark)
  func agreesWithWireshark(octets: String, name: String, values: String) throws {
    let pdu = try AdvertisingPDU(decoding: try #require([UInt8](hex: octets)))
    #expect(pdu.name == name)
    #expect(reading(of: pdu.payload) == values)
    #expect(pdu.encoded.hex() == octets)
  }

  @Test("the types are those of Core, each once")
  func types() {
    #expect(AdvertisingPDUEntry.all.map(\.type) == Array(0...8))
  }

  @Test("the flags tell the kinds of both addresses and the channel selection")
  func flags() throws {
    let flags = AdvertisingFlags(sender: .random, target: .public, chSel: true)
    let pdu = AdvertisingPDU.connectInd(flags, ConnectInd())
    #expect(pdu.encoded.prefix(2) == [0x65, 34])
    let read = try AdvertisingPDU(decoding: pdu.encoded)
    #expect(read == pdu)
    #expect(read.flags.sender == .random)
    #expect(read.flags.target == .public)
    #expect(read.flags.rfu == 0)
  }

  @Test("any flags and payload of an allowed length come back bit for bit", arguments: 0..<7)
  func roundTrip(type: Int) throws {
    var generator = RandomStream(seed: 0xAD + UInt64(type))
    let lengths = AdvertisingPDUEntry.all[type].length
    for _ in 0..<50 {
      let count = lengths.lowerBound + Int(generator.next() % UInt64(lengths.count))
      let header = UInt8(truncatingIfNeeded: generator.next()) & 0xF0 | UInt8(type)
      let octets = [header, UInt8(count)] + generator.octets(count)
      let pdu = try AdvertisingPDU(decoding: octets)
      if case .unknown = pdu { Issue.record("type \(type) does not read \(octets.hex())") }
      #expect(pdu.type == UInt8(type))
      #expect(pdu.encoded == octets)
    }
  }

  @Test("a payload of a length its type cannot have is kept as unknown", arguments: 0..<7)
  func wrongPayload(type: Int) throws {
    let lengths = AdvertisingPDUEntry.all[type].length
    for count in Array(0..<lengths.lowerBound) + [lengths.upperBound + 1] {
      let octets = [UInt8(type), UInt8(count)] + [UInt8](repeating: 0x5A, count: count)
      let pdu = try AdvertisingPDU(decoding: octets)
      #expect(pdu == .unknown(type: UInt8(type), AdvertisingFlags(), payload: Array(octets.dropFirst(2))))
      #expect(pdu.encoded == octets)
    }
  }

  @Test(
    "a header that is cut off or counts wrong is refused", arguments: [[], [0x40], [0, 2, 1], [0, 1, 1, 1]])
  func refusal(octets: [UInt8]) {
    #expect(throws: WireError.self) { try AdvertisingPDU(decoding: octets) }
  }
}
