import AccessoryProfile
import Conformance
import TestSupport
import Testing

@Suite("Every fault of a link layer against every requirement of a link layer")
struct LinkLayerMatrixTests {
  static let seeds: ClosedRange<UInt64> = 1...2
  static let faults = Fault.all.filter { $0.breaks.contains { $0.hasPrefix("LL-") } }

  static func report(_ name: String, seed: UInt64 = 1, without: Bool = false) throws -> CheckReport {
    var request = try Shipped.request(name, seed: seed)
    request.requirements = try Shipped.requirements("core-6-3-ll")
    if without { request.profile.faults = [] }
    return CheckRunner(request).run().report
  }

  @Test("a fault fails what it breaks and nothing else, whatever the seed", arguments: faults)
  func fault(_ fault: Fault) throws {
    for seed in Self.seeds {
      for result in try Self.report("defective/\(fault.name)", seed: seed).requirements {
        let isBroken = fault.breaks.contains(result.id)
        let reason = result.cases.first { $0.verdict == (isBroken ? .pass : .fail) }?.reason ?? ""
        #expect((result.verdict == .fail) == isBroken, "\(fault.name), \(result.id): \(reason)")
        #expect(result.verdict != .inconclusive, "\(fault.name), \(result.id)")
      }
    }
  }

  @Test("its profile without the fault passes everything", arguments: faults)
  func withoutFault(_ fault: Fault) throws {
    for result in try Self.report("defective/\(fault.name)", without: true).requirements {
      #expect([.pass, .notApplicable].contains(result.verdict), "\(fault.name), \(result.id)")
    }
  }

  @Test(
    "every shipped accessory passes, or does not claim what is asked",
    arguments: ["nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "nxp-kw47-ipt", "silabs-xg24", "ti-cc27xx"])
  func shipped(_ name: String) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      for result in try Self.report(name, seed: seed).requirements {
        for testCase in result.cases {
          let reason = testCase.reason ?? ""
          #expect(
            [.pass, .notApplicable].contains(testCase.verdict), "\(name), \(result.id) \(testCase.id): \(reason)")
          if testCase.verdict == .notApplicable { #expect(reason.contains("claim"), "\(testCase.id): \(reason)") }
        }
      }
    }
  }

  @Test("every judged requirement is broken alone by some fault")
  func everyRequirementIsCaught() throws {
    for requirement in try Shipped.requirements("core-6-3-ll").requirements {
      #expect(
        Self.faults.contains { $0.breaksAlone(requirement.id) },
        "no fault breaks \(requirement.id) alone")
    }
  }
}
