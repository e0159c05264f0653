import ChannelSounding
import Conformance
import ConformanceTester
import Faults
import Profiles
import RadioModel
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

  @Test("an oscillator too slow for the T_FCS agreed with the phone fails the distance, not the step times")
  func slowOscillator() throws {
    let verdicts = try Self.verdicts("android16-ranging-cs") { $0.radio.pllSettlingTauMicroseconds = 12 }
    #expect(verdicts["AND-06"] == .fail)
    #expect(verdicts["AND-08"] == .pass)
  }

  @Test("a T_FCS that is agreed and not kept fails Android's configurations, and no step times pass")
  func stretchedTFCS() throws {
    let fault = try #require(Fault(id: "tfcs-100-stretched"))
    let verdicts = try Self.verdicts("android16-ranging-cs") {
      $0.csCapabilities.tFCS = CSTimes(microseconds: [100])
      $0.faults = [fault]
    }
    #expect(verdicts["AND-04"] == .fail)
    #expect(verdicts["AND-08"] == .inconclusive)
  }

  @Test("without encryption no value of the Ranging Service can be read, and no command gets an answer")
  func unencrypted() throws {
    var request = try Shipped.request("defective/ras-unencrypted-access", only: ["RAS-02"])
    request.requirements = try Shipped.requirements("ras-rap-1-0")
    let steps = CheckRunner(request).run().report.requirements.flatMap(\.cases).flatMap(\.steps)
    let notMet = steps.filter { !$0.isMet }.map(\.name)
    for name in [
      "reading RAS Features", "reading Ranging Data Ready", "reading Ranging Data Overwritten",
      "answer of the control point without encryption",
    ] { #expect(notMet.contains(name), "\(name) is met") }
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

  @Test("a server that keeps acknowledged data, as a public one does, misses a recommendation alone")
  func keptData() throws {
    var request = try Shipped.request("defective/ras-ack-ignored", only: ["RAS-07", "RAS-17"])
    request.phone = try Shipped.phone("android16")
    request.requirements = try Shipped.requirements("ras-rap-1-0")
    let report = CheckRunner(request).run().report
    #expect(report.requirements.map(\.verdict) == [.pass, .fail] && report.verdict == .pass)
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
