import AccessoryProfile
import Conformance
import TestSupport
import Testing

@Suite("Every fault of a host against the guidelines for accessories")
struct AdvertisingMatrixTests {
  static let seeds: ClosedRange<UInt64> = 1...2
  static let faults = Fault.all.filter { $0.breaks.contains { $0.hasPrefix("ADG-") } }
  /// Who breaks it breaks ADG-08 or ADG-12 as well: three times more than 2 s is more than 6 s.
  static let entailed: Set = ["ADG-11"]

  static func verdicts(of name: String, seed: UInt64 = 1) throws -> [String: Verdict] {
    var request = try Shipped.request(name, seed: seed)
    request.requirements = try Shipped.requirements("apple-adg-ble")
    let report = CheckRunner(request).run().report
    return Dictionary(uniqueKeysWithValues: report.requirements.map { ($0.id, $0.verdict) })
  }

  @Test("a fault fails what it breaks and nothing else", arguments: faults)
  func fault(_ fault: Fault) throws {
    for seed in Self.seeds {
      for (id, verdict) in try Self.verdicts(of: "defective/\(fault.name)", seed: seed) {
        let isNotClaimed = verdict == .notApplicable && !fault.breaks.contains(id)
        let expected: Verdict = fault.breaks.contains(id) ? .fail : .pass
        #expect(verdict == expected || isNotClaimed, "\(fault.name), \(id), seed \(seed): \(verdict)")
      }
    }
  }

  @Test("the reference passes everything, whatever the seed")
  func conforming() throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      for (id, verdict) in try Self.verdicts(of: "reference", seed: seed) {
        #expect(verdict == .pass, "\(id), seed \(seed): \(verdict)")
      }
    }
  }

  @Test(
    "shipped accessories break recommendations of advertising alone, and ask for no parameters",
    arguments: ["nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "nxp-kw47-ipt", "silabs-xg24", "ti-cc27xx"])
  func shipped(_ name: String) throws {
    let verdicts = try Self.verdicts(of: name)
    let failed = verdicts.filter { $0.value == .fail }.keys
    #expect(Set(failed).isSubset(of: ["ADG-04", "ADG-05", "ADG-06"]), "\(name): \(failed.sorted())")
    #expect(verdicts["ADG-07"] == .notApplicable)
    #expect(verdicts.values.allSatisfy { $0 != .inconclusive }, "\(name): \(verdicts)")
  }

  @Test("every judged requirement is broken alone by some fault")
  func everyRequirementIsCaught() throws {
    for requirement in try Shipped.requirements("apple-adg-ble").requirements
    where requirement.level != .info && !Self.entailed.contains(requirement.id) {
      #expect(
        Self.faults.contains { $0.breaksAlone(requirement.id) }, "no fault breaks \(requirement.id) alone")
    }
  }
}
