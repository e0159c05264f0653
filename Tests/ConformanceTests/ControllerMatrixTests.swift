import AccessoryProfile
import Conformance
import TestSupport
import Testing

@Suite("Every fault of a controller against every requirement of the HCI")
struct ControllerMatrixTests {
  static let faults = RequirementMatrix.faults(of: "core-6-3-hci")
  /// Two seeds, for each takes half a second.
  static let matrix = RequirementMatrix("core-6-3-hci", seeds: 2)

  @Test("a fault fails what it breaks and nothing else", arguments: faults)
  func fault(_ fault: Fault) throws { try Self.matrix.expect(fault) }

  @Test(
    "every shipped accessory passes, or does not claim what is asked",
    arguments: [
      "nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "nxp-kw47-ipt", "silabs-xg24", "ti-cc27xx", "reference",
    ])
  func shipped(_ name: String) throws { try Self.matrix.expectConforming(name) }

  @Test("every judged requirement is broken alone by some fault")
  func everyRequirementIsCaught() throws { try Self.matrix.expectEachIsBrokenAlone() }
}
