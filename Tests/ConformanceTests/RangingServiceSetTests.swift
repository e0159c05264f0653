import Conformance
import ConformanceTester
import Profiles
import TestSupport
import Testing
import Verdicts

@Suite("The sets of the Ranging Service and of Android")
struct RangingServiceSetTests {
  static let sets = ["ras-rap-1-0", "android16-ranging-cs"]
  static func verdicts(
    _ set: String, _ change: (inout AccessoryProfile) -> Void
  ) throws -> [String: Verdict] {
    var request = try Shipped.request("nordic-nrf54l15-ras")
    request.requirements = try Shipped.requirements(set)
    request.phone = try Shipped.phone("android16")
    change(&request.profile)
    let report = CheckRunner(request).run().report
    return Dictionary(uniqueKeysWithValues: report.requirements.map { ($0.id, $0.verdict) })
  }

  @Test("an accessory with the Ranging Service passes both sets, and is not judged by what it does not claim")
  func claims() throws {
    for set in Self.sets {
      for (id, verdict) in try Self.verdicts(set, { _ in }) {
        let isOptional = ["RAS-09", "RAS-10", "RAS-11"].contains(id)
        #expect(verdict == (isOptional ? .notApplicable : .pass), "\(id)")
      }
    }
  }

  @Test("without real-time data an accessory is read on demand, and passes")
  func onDemand() throws {
    for set in Self.sets {
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
    let others: [String: Verdict] = ["AND-01": .fail, "AND-06": .inconclusive, "AND-09": .notApplicable]
    for result in CheckRunner(request).run().report.requirements {
      #expect(result.verdict == others[result.id] ?? .pass, "\(name), \(result.id)")
    }
  }

  @Test("the other shipped accessories pass what they claim", arguments: ["silabs-xg24", "ti-cc27xx"])
  func shipped(_ name: String) throws {
    for set in Self.sets {
      var request = try Shipped.request(name)
      request.phone = try Shipped.phone("android16")
      request.requirements = try Shipped.requirements(set)
      for result in CheckRunner(request).run().report.requirements {
        #expect([.pass, .notApplicable].contains(result.verdict), "\(name), \(result.id)")
      }
    }
  }
}
