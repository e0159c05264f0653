import AccessoryProfile
import Conformance
import TestSupport
import Testing

@Suite("Every fault of a radio against every requirement of a radio")
struct RadioMatrixTests {
  static let faults = RequirementMatrix.faults(of: "core-6-3-rfphy")
  /// One seed, for each takes seconds.
  static let matrix = RequirementMatrix(
    "core-6-3-rfphy", seeds: 1,
    amounts: [
      "phases": 2_600, "mode_0_steps": 72, "steps": 500, "subevents": 6, "runs": 24, "series_procedures": 50,
      "distance_runs": 8, "groups": 8,
    ])

  static func verdicts(_ request: CheckRequest) -> [String: Verdict] {
    let report = CheckRunner(request).run().report
    return Dictionary(uniqueKeysWithValues: report.requirements.map { ($0.id, $0.verdict) })
  }

  @Test("a fault fails what it breaks and nothing else", arguments: faults)
  func fault(_ fault: Fault) throws { try Self.matrix.expect(fault) }

  @Test("its profile without the fault passes what the fault breaks", arguments: faults)
  func withoutFault(_ fault: Fault) throws {
    var request = try Self.matrix.request("defective/\(fault.name)", seed: 1)
    request.profile.faults = []
    request.onlyIDs = fault.breaks.filter { $0.hasPrefix("RF-") }
    for (id, verdict) in Self.verdicts(request) { #expect(verdict == .pass, "\(fault.name), \(id)") }
  }

  @Test(
    "every shipped accessory passes, or does not claim what is asked",
    arguments: ["nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "nxp-kw47-ipt", "silabs-xg24", "ti-cc27xx"])
  func shipped(_ name: String) throws { try Self.matrix.expectConforming(name) }

  @Test("every judged requirement is broken alone by some fault")
  func everyRequirementIsCaught() throws { try Self.matrix.expectEachIsBrokenAlone() }

  @Test("what an attached host or controller cannot show is not applicable")
  func access() throws {
    for testCase in TestCase.all where testCase.id.hasPrefix("TRM") {
      #expect(testCase.needs == [.air, .hci, .peer])
    }
  }
}
