import AccessoryProfile
import Conformance
import TestSupport
import Testing

@Suite("Every fault of a host against the guidelines for accessories")
struct AdvertisingMatrixTests {
  static let faults = RequirementMatrix.faults(of: "apple-adg-ble")
  /// One seed, for each takes a second.
  static let matrix = RequirementMatrix("apple-adg-ble", seeds: 1)

  @Test("a fault fails what it breaks and nothing else", arguments: faults)
  func fault(_ fault: Fault) throws { try Self.matrix.expect(fault) }

  @Test("the reference passes everything, whatever the seed")
  func reference() throws {
    for seed in RequirementMatrix.seeds(usually: 5) {
      for result in try Self.matrix.results("reference", seed: seed) {
        #expect(result.verdict == .pass, "\(result.id), seed \(seed): \(result.reason ?? "")")
      }
    }
  }

  @Test(
    "shipped accessories miss recommendations of advertising alone, and ask for no parameters",
    arguments: ["nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "nxp-kw47-ipt", "silabs-xg24", "ti-cc27xx"])
  func shipped(_ name: String) throws {
    for result in try Self.matrix.results(name, seed: 1) {
      let isMissed = ["ADG-04", "ADG-05", "ADG-06"].contains(result.id) && result.level == .should
      #expect(
        [.pass, .notApplicable].contains(result.verdict) || isMissed,
        "\(name), \(result.id): \(result.reason ?? "")")
    }
  }

  @Test("every judged requirement is broken alone by some fault")
  func everyRequirementIsCaught() throws {
    // Whoever breaks ADG-11 breaks ADG-08 or ADG-12 as well: three times more than 2 s is more than 6 s.
    try Self.matrix.expectEachIsBrokenAlone(entailed: ["ADG-11"])
  }
}
