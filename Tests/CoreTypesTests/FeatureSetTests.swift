import CoreTypes
import Testing

@Suite("Feature sets")
struct FeatureSetTests {
  @Test("LE Power Control Request sets and clears both of its bits, and is held with both alone")
  func powerControlBits() {
    let both: UInt64 = 1 << 33 | 1 << 34
    var set = FeatureSet([.lePowerControlRequest])
    #expect(set.page0 == both)
    set.page0 = 1 << 33
    #expect(!set[.lePowerControlRequest])
    set.page0 = .max
    set[.lePowerControlRequest] = false
    #expect(set.page0 == ~both)
  }

  @Test(
    "every other feature has the bit of its number",
    arguments: FeatureSet.Feature.allCases.filter { $0 != .lePowerControlRequest })
  func singleBits(feature: FeatureSet.Feature) {
    let set = FeatureSet([feature])
    #expect(set.octets[feature.rawValue / 8] == 1 << (feature.rawValue % 8))
    #expect(set.octets.reduce(0) { $0 + $1.nonzeroBitCount } == 1)
  }
}
