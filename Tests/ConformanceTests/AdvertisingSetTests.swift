import AccessoryProfile
import Conformance
import Testing
import Verdicts

@Suite("The set of the guidelines for accessories")
struct AdvertisingSetTests {
  @Test(
    "shipped accessories miss recommendations of advertising alone, and ask for no parameters",
    arguments: ["nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "nxp-kw47-ipt", "silabs-xg24", "ti-cc27xx"])
  func shipped(_ name: String) throws {
    let request = try RequirementMatrix.advertising.request(name, seed: 1)
    for result in CheckRunner(request).run().report.requirements {
      let isMissed = ["ADG-04", "ADG-05", "ADG-06"].contains(result.id) && result.level == .should
      #expect(
        [.pass, .notApplicable].contains(result.verdict) || isMissed,
        "\(name), \(result.id): \(result.reason ?? "")")
    }
  }
}
