import CoreTypes
import Notation
import SimulationKernel
import Testing
import Wire

@testable import LinkLayer

@Suite("Extended advertising PDUs")
struct ExtendedAdvertisingPDUTests {
  /// PDUs and their values as Wireshark 4.0.17 shows them.
  static let wireshark = [
    (
      "07074618bc5a512321",
      """
      Extended Header Length 6 AdvMode 1 Extended Header Flags 24 Advertising DID 2748 Advertising SID 5 \
      Channel Index 17 CA 1 Offset Units 0 AUX Offset 291 AUX PHY 1 ACAD AdvData
      """
    ),
    (
      "c714504b112a456281a2c5ea113a6592bc5af6020106",
      """
      Extended Header Length 16 AdvMode 1 Extended Header Flags 75 AdvA 112a456281a2 TargetA c5ea113a6592 \
      Advertising DID 2748 Advertising SID 5 TxPower 246 ACAD AdvData 020106
      """
    ),
    (
      "472c297f112a456281a2c5ea113a659294bc5a5123215664180001efcdabb5c112255a91ca0542420702aabb0201",
      """
      Extended Header Length 41 AdvMode 0 Extended Header Flags 127 AdvA 112a456281a2 TargetA c5ea113a6592 \
      CTEInfo 148 Advertising DID 2748 Advertising SID 5 Channel Index 17 CA 1 Offset Units 0 AUX Offset 291 \
      AUX PHY 1 Sync Packet Offset 1110 Offset Units 1 Offset Adjust 1 RFU 0 Interval 24 ChM 93076713217 SCA 5 \
      AA 1512379073 CRCInit 379537 Event Counter 16962 TxPower 7 ACAD 02aabb AdvData 0201
      """
    ),
    (
      "070c0618bc5a5123210102030405",
      """
      Extended Header Length 6 AdvMode 0 Extended Header Flags 24 Advertising DID 2748 Advertising SID 5 \
      Channel Index 17 CA 1 Offset Units 0 AUX Offset 291 AUX PHY 1 ACAD AdvData 0102030405
      """
    ),
    (
      "c80e0d03112a456281a2c5ea113a6592",
      """
      Extended Header Length 13 AdvMode 0 Extended Header Flags 3 AdvA 112a456281a2 TargetA c5ea113a6592 \
      ACAD AdvData
      """
    ),
    ("070200aa", "Extended Header Length 0 AdvMode 0 AdvData aa"),
  ]

  @Test("each value stands where Wireshark reads it", arguments: wireshark)
  func agreesWithWireshark(octets: String, values: String) throws {
    let pdu = try AdvertisingPDU(decoding: try #require([UInt8](hex: octets)))
    #expect(pdu.name == (octets.hasPrefix("c8") ? "AUX_CONNECT_RSP" : "ADV_EXT_IND"))
    #expect(reading(of: pdu.payload) == values)
    #expect(pdu.encoded.hex() == octets)
  }

  @Test("any payload comes back bit for bit, read as far as its header goes", arguments: [7, 8] as [UInt8])
  func roundTrip(type: UInt8) throws {
    var generator = RandomStream(seed: 0xE0 + UInt64(type))
    var readCount = 0
    for _ in 0..<500 {
      let payload = generator.octets(1 + Int(generator.next() % 255))
      let octets =
        [UInt8(truncatingIfNeeded: generator.next()) & 0xF0 | type, UInt8(payload.count)] + payload
      let pdu = try AdvertisingPDU(decoding: octets)
      #expect(pdu.encoded == octets)
      #expect(pdu.type == type)
      if case .unknown = pdu { continue }
      readCount += 1
    }
    #expect((200..<500).contains(readCount))
  }

  @Test("a header that is cut off is kept as unknown, wherever the cut is")
  func truncation() throws {
    let whole = try #require([UInt8](hex: Self.wireshark[2].0))
    for count in 0..<42 {
      let octets = [whole[0], UInt8(count)] + whole[2..<2 + count]
      let pdu = try AdvertisingPDU(decoding: octets)
      #expect(pdu == .unknown(type: 7, pdu.flags, payload: Array(octets.dropFirst(2))))
      #expect(pdu.encoded == octets)
    }
  }

  @Test("a header too short for the fields it announces is refused")
  func shortHeader() throws {
    // The header of 8 octets announces AdvA and ADI, which take 9 with the flags.
    let octets: [UInt8] = [0x08, 0x09, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    #expect(throws: WireError.invalid(field: "Extended Header Length", value: 8)) {
      try AdvExtInd(decoding: octets)
    }
    #expect(try AdvExtInd(decoding: [0x09] + octets.dropFirst()).advData == [9])
  }

  @Test(
    "reserved and empty headers come back as they were", arguments: [[0x01, 0x00], [0x01, 0x80], [0x00]])
  func emptyHeaders(octets: [UInt8]) throws {
    #expect(try AdvExtInd(decoding: octets).encoded() == octets)
  }

  @Test("a full payload holds 255 octets with any fields")
  func fullPayload() {
    for bits in 0..<16 {
      let pdu = make(AuxAdvInd.self) {
        if bits & 1 != 0 { $0.advA = 0x0605_0403_0201 }
        if bits & 2 != 0 { $0.adi = AdvertisingDataInfo(did: 1, sid: 2) }
        if bits & 4 != 0 { $0.auxPtr = AuxPtr() }
        if bits & 8 != 0 { $0.txPower = -1 }
        $0.advData = [UInt8](repeating: 7, count: $0.maximumDataLength)
      }
      #expect(pdu.encoded().count == 255)
    }
  }

  @Test(
    "an offset is kept in the finer unit as long as it fits",
    arguments: [
      (30, 0, 1), (299, 0, 9), (300, 0, 10), (245_759, 0, 8191), (245_760, 1, 819), (2_457_000, 1, 8190),
    ])
  func offset(microseconds: Int, units: UInt8, count: UInt16) {
    let pointer = AuxPtr(
      channel: ChannelIndex(rawValue: 36), phy: .le2M, offset: .microseconds(microseconds))
    #expect(pointer.offsetUnits == units && pointer.auxOffset == count)
    #expect(pointer.offset <= .microseconds(microseconds))
    #expect(.microseconds(microseconds) < pointer.offset + pointer.unit)
    #expect(pointer.channel?.rawValue == 36 && pointer.phy == .le2M)
  }

  @Test("an offset of 0, a primary channel and a reserved PHY lead nowhere")
  func nowhere() {
    #expect(AuxPtr().channel == nil)
    #expect(
      make(AuxPtr.self) { ($0.channelIndex, $0.auxOffset) = (37, 1) }.channel == nil)
    #expect(make(AuxPtr.self) { $0.auxPHY = 3 }.phy == nil)
  }
}
