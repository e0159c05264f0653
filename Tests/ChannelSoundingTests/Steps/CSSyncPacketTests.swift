import Testing

@testable import ChannelSounding

@Suite struct CSSyncPacketTests {
  private func air(_ packet: CSSyncPacket) -> String { packet.bits.map(String.init).joined() }

  @Test func thePreambleBeginsLikeTheAddressAndTheTrailerGoesOnAfterIt() {
    let odd = CSSyncPacket(phy: 1, accessAddress: 0x8000_0001)
    #expect(air(odd) == "10101010" + "10000000000000000000000000000001" + "0101")
    let even = CSSyncPacket(phy: 1, accessAddress: 0x0000_0002)
    #expect(air(even) == "01010101" + "01000000000000000000000000000000" + "1010")
  }

  @Test(arguments: [2, 3] as [UInt8])
  func the2MPHYsHaveAPreambleOfTwoOctets(phy: UInt8) {
    let packet = CSSyncPacket(phy: phy, accessAddress: 0x6C37_6AB8)
    #expect(air(packet).hasPrefix("0101010101010101" + "00011101"))
    #expect(packet.bits.count == 52)
    #expect(packet.durationMicroseconds == 26)
  }

  @Test func theSequenceFollowsTheTrailerLeastSignificantBitFirst() {
    let packet = CSSyncPacket(
      phy: 1, accessAddress: 0, sequence: CSSyncSequence(bits: 0x8000_0003, bitCount: 32))
    #expect(air(packet).hasSuffix("1010" + "11000000000000000000000000000001"))
    #expect(packet.durationMicroseconds == 76)
  }
}
