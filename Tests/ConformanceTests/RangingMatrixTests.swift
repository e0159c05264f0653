import AccessoryProfile
import Conformance
import TestSupport
import Testing

@Suite("Every fault against the sets of the Ranging Service and of Android")
struct RangingMatrixTests {
  static let sets = ["RAS": "ras-rap-1-0", "AND": "android16-ranging-cs"]
  static let seeds = RequirementMatrix.seeds(usually: 1)

  /// The faults that a set finds.
  static func faults(_ family: String) -> [Fault] {
    Fault.all.filter { $0.breaks.contains { $0.hasPrefix(family) } }
  }

  static func verdicts(
    _ set: String, seed: UInt64 = 1, _ change: (inout AccessoryProfile) -> Void
  ) throws -> [String: Verdict] {
    var request = try Shipped.request("nordic-nrf54l15-ras", seed: seed)
    request.requirements = try Shipped.requirements(set)
    request.phone = try Shipped.phone("android16")
    change(&request.profile)
    let report = CheckRunner(request).run().report
    return Dictionary(uniqueKeysWithValues: report.requirements.map { ($0.id, $0.verdict) })
  }

  /// Everything that the service can have, so that every requirement is judged.
  static func claimEverything(_ profile: inout AccessoryProfile) {
    profile.gatt.ranging.resendsLostSegments = true
    profile.gatt.ranging.aborts = true
    profile.gatt.ranging.filters = true
  }

  static func judge(_ family: String, _ fault: Fault) throws {
    let set = try #require(sets[family])
    for seed in seeds {
      let verdicts = try verdicts(set, seed: seed) {
        claimEverything(&$0)
        $0.faults = [fault]
      }
      for (id, verdict) in verdicts {
        let expected: Verdict =
          fault.breaks.contains(id) ? .fail : fault.blocks.contains(id) ? .inconclusive : .pass
        #expect(verdict == expected, "\(fault.name), \(id), seed \(seed)")
      }
    }
  }

  @Test(
    "a fault fails what it breaks in the set of the Ranging Service and nothing else",
    arguments: faults("RAS"))
  func rangingService(_ fault: Fault) throws { try Self.judge("RAS", fault) }

  @Test("a fault fails what it breaks in the set of Android and nothing else", arguments: faults("AND"))
  func android(_ fault: Fault) throws { try Self.judge("AND", fault) }

  @Test("an accessory with the Ranging Service passes both sets, whatever the seed and what it claims")
  func conforming() throws {
    for set in Self.sets.values.sorted() {
      for seed in Self.seeds {
        for (id, verdict) in try Self.verdicts(set, seed: seed, { _ in }) {
          let isOptional = ["RAS-09", "RAS-10", "RAS-11"].contains(id)
          #expect(verdict == (isOptional ? .notApplicable : .pass), "\(id), seed \(seed)")
        }
        for (id, verdict) in try Self.verdicts(set, seed: seed, Self.claimEverything) {
          #expect(verdict == .pass, "\(id), seed \(seed), everything claimed")
        }
      }
    }
  }

  @Test("without real-time data an accessory is read on demand, and passes")
  func onDemand() throws {
    for set in Self.sets.values.sorted() {
      for (id, verdict) in try Self.verdicts(set, { $0.gatt.ranging.sendsRealTime = false }) {
        let isOptional = ["RAS-06", "RAS-09", "RAS-10", "RAS-11", "RAS-13"].contains(id)
        #expect(verdict == (isOptional ? .notApplicable : .pass), "\(id)")
      }
    }
  }

  @Test(
    "an accessory that does not claim the Ranging Service is not judged by its set, and fails Android's",
    arguments: ["nordic-nrf54l15-ipt", "nxp-kw47-ipt"])
  func withoutRangingService(_ name: String) throws {
    var request = try Shipped.request(name)
    request.phone = try Shipped.phone("android16")
    request.requirements = try Shipped.requirements("ras-rap-1-0")
    for result in CheckRunner(request).run().report.requirements {
      #expect(result.verdict == .notApplicable, "\(result.id)")
      for testCase in result.cases { #expect(testCase.reason?.contains("gatt.ranging_service") ?? false) }
    }
    request.requirements = try Shipped.requirements("android16-ranging-cs")
    for result in CheckRunner(request).run().report.requirements {
      let expected: Verdict =
        result.id == "AND-01" ? .fail : result.id == "AND-06" ? .inconclusive : .pass
      #expect(result.verdict == expected, "\(name), \(result.id)")
    }
  }

  @Test("the other shipped accessories pass what they claim", arguments: ["silabs-xg24", "ti-cc27xx"])
  func shipped(_ name: String) throws {
    for set in Self.sets.values.sorted() {
      var request = try Shipped.request(name)
      request.phone = try Shipped.phone("android16")
      request.requirements = try Shipped.requirements(set)
      for result in CheckRunner(request).run().report.requirements {
        #expect([.pass, .notApplicable].contains(result.verdict), "\(name), \(result.id)")
      }
    }
  }

  @Test("every judged requirement is broken alone by some fault")
  func everyRequirementIsCaught() throws {
    for set in Self.sets.values.sorted() {
      for requirement in try Shipped.requirements(set).requirements {
        #expect(
          Fault.all.contains { $0.breaksAlone(requirement.id) }, "no fault breaks \(requirement.id) alone")
      }
    }
  }
}
