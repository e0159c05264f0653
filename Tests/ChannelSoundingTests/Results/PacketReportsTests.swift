import ChannelSounding
import CoreTypes
import Testing

@Suite("What is reported of CS_SYNC packets")
struct PacketReportsTests {
  @Test("a frequency offset has 15 bits, and ends at 100 ppm")
  func offsets() {
    for (ppm, raw) in [(0, 0), (-2.06, 0x7F32), (0.006, 1), (100, 10_000), (-250, 0x7FFF - 9_999)]
      as [(Double, UInt16)]
    {
      let offset = FrequencyOffset(nearestPpm: ppm)
      #expect(offset.rawValue == raw && offset.negated.negated == offset)
      #expect(offset.negated.hundredths == offset.hundredths.map { -$0 })
      #expect((offset.exactHundredths == nil) == (abs(ppm) >= 100))
    }
  }

  @Test("an offset that is not available has no value, whatever bit 15 is")
  func notAvailable() {
    for offset: FrequencyOffset in [.notAvailable, 0x4000] {
      #expect(offset.hundredths == nil && offset.ppm == nil && offset.exactHundredths == nil)
      #expect(offset.negated == offset)
    }
  }

  @Test("the quality of a packet counts the bit errors of one that was found")
  func quality() {
    #expect(PacketQuality(bitErrors: 0).accessAddress == .withoutErrors)
    let spoilt = PacketQuality(bitErrors: 3)
    #expect(spoilt == 0x31 && spoilt.accessAddress == .withErrors && spoilt.bitErrors == 3)
    #expect(spoilt.isFound && !PacketQuality.notFound.isFound)
    #expect(PacketQuality(rawValue: 0xF3).accessAddress == nil)
  }
}
