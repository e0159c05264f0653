import CoreTypes
import Testing

@Suite("Feature sets")
struct FeatureSetTests {
  @Test("LE Power Control Request sets and clears both of its bits, and is held with both alone")
  func powerControlBits() {
    let both = FeaturePage0(rawValue: 1 << 33 | 1 << 34)
    var set = FeatureSet([.lePowerControlRequest])
    #expect(set.page0 == both)
    set.page0 = FeaturePage0(rawValue: 1 << 33)
    #expect(!set[.lePowerControlRequest])
    set.page0 = .all
    set[.lePowerControlRequest] = false
    #expect(set.page0 == .all.subtracting(both))
  }

  @Test(
    "every other feature has the bit of its number",
    arguments: FeatureSet.Feature.allCases.filter { $0 != .lePowerControlRequest })
  func singleBits(feature: FeatureSet.Feature) {
    let set = FeatureSet([feature])
    #expect(set.octets[feature.rawValue / 8] == 1 << (feature.rawValue % 8))
    #expect(set.octets.reduce(0) { $0 + $1.nonzeroBitCount } == 1)
  }

  @Test("an answer has of octet 0 what both ends support, and beyond it what its sender does")
  func answer() {
    let own: FeaturePage0 = 0x8000_0000_0000_4121
    #expect(own.answer(to: 0xFF) == own && own.answer(to: []) == 0x8000_0000_0000_4100)
    #expect(own.answer(to: 0xFFFF_FF01) == 0x8000_0000_0000_4101)
    #expect(FeatureSet(page0: own).octets.prefix(8) == [0x21, 0x41, 0, 0, 0, 0, 0, 0x80])
    #expect(FeaturePage0(octets: FeatureSet(page0: own).octets) == own)
  }
}
