import AccessoryProfile
import Conformance
import TestSupport
import Testing

@Suite("Every fault of a link layer against every requirement of a link layer")
struct LinkLayerMatrixTests {
  static let faults = RequirementMatrix.faults(of: "core-6-3-ll")
  /// One seed, for each takes a second.
  static let matrix = RequirementMatrix("core-6-3-ll", seeds: 1)

  @Test(
    "every shipped accessory passes, or does not claim what is asked",
    arguments: ["nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "nxp-kw47-ipt", "silabs-xg24", "ti-cc27xx"])
  func shipped(_ name: String) throws { try Self.matrix.expectConforming(name) }

  @Test("what an attached host or controller cannot show is not applicable")
  func access() throws {
    for requirement in try Self.matrix.requirements {
      for id in requirement.cases {
        #expect(TestCase.named(id)?.needs == [.air, .hci, .peer], "\(id)")
      }
    }
  }
}
