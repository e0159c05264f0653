import AccessoryProfile
import Conformance
import TestSupport
import Testing

@Suite("Every fault of a radio against every requirement of a radio")
struct RadioMatrixTests {
  static let faults = Fault.all.filter { $0.breaks.contains { $0.hasPrefix("RF-") } }
  /// Amounts at which the verdicts are as sure as at those of the set, and the tests quick.
  private static let amounts = [
    "phases": 2_600.0, "mode_0_steps": 72, "steps": 500, "subevents": 6, "runs": 24, "series_procedures": 50,
    "distance_runs": 8,
    "groups": 8,
  ]

  static func request(_ name: String, seed: UInt64 = 1, only ids: [String] = []) throws -> CheckRequest {
    var request = try Shipped.request(name, seed: seed, only: ids)
    request.requirements = try Shipped.requirements("core-6-3-rfphy")
    for requirement in request.requirements.requirements.indices {
      for limit in request.requirements.requirements[requirement].limits.indices {
        let name = request.requirements.requirements[requirement].limits[limit].name
        if let amount = amounts[name] {
          request.requirements.requirements[requirement].limits[limit].value = amount
        }
      }
    }
    return request
  }

  static func verdicts(_ request: CheckRequest) -> [String: Verdict] {
    let report = CheckRunner(request).run().report
    return Dictionary(uniqueKeysWithValues: report.requirements.map { ($0.id, $0.verdict) })
  }

  @Test("a fault fails what it breaks and nothing else", arguments: faults)
  func fault(_ fault: Fault) throws {
    for (id, verdict) in Self.verdicts(try Self.request("defective/\(fault.name)")) {
      #expect((verdict == .fail) == fault.breaks.contains(id), "\(fault.name), \(id): \(verdict)")
      #expect(verdict != .inconclusive, "\(fault.name), \(id)")
    }
  }

  @Test("its profile without the fault passes what the fault breaks", arguments: faults)
  func withoutFault(_ fault: Fault) throws {
    var request = try Self.request("defective/\(fault.name)")
    request.profile.faults = []
    request.onlyIDs = fault.breaks.filter { $0.hasPrefix("RF-") }
    for (id, verdict) in Self.verdicts(request) { #expect(verdict == .pass, "\(fault.name), \(id)") }
  }

  @Test(
    "every shipped accessory passes, or does not claim what is asked",
    arguments: ["nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "nxp-kw47-ipt", "silabs-xg24", "ti-cc27xx"])
  func shipped(_ name: String) throws {
    for result in CheckRunner(try Self.request(name)).run().report.requirements {
      #expect([.pass, .notApplicable].contains(result.verdict), "\(name), \(result.id)")
      for testCase in result.cases where testCase.verdict == .notApplicable {
        #expect(testCase.reason?.contains("claimed") ?? false, "\(name), \(testCase.id)")
      }
    }
  }

  @Test("every judged requirement is broken alone by some fault")
  func everyRequirementIsCaught() throws {
    for requirement in try Shipped.requirements("core-6-3-rfphy").requirements {
      #expect(
        Self.faults.contains { $0.breaksAlone(requirement.id) },
        "no fault breaks \(requirement.id) alone")
    }
  }

  @Test("what an attached host or controller cannot show is not applicable")
  func access() throws {
    for testCase in TestCase.all where testCase.id.hasPrefix("TRM") {
      #expect(testCase.needs == [.air, .hci, .peer])
    }
  }
}
