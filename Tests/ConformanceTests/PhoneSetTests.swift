import Conformance
import ConformanceTester
import Faults
import Profiles
import TestSupport
import Testing
import Verdicts

@Suite("The set of iOS 27")
struct PhoneSetTests {
  static func verdicts(of name: String, seed: UInt64) throws -> [String: Verdict] {
    let request = try RequirementMatrix.phone.request(name, seed: seed)
    let report = CheckRunner(request).run().report
    return Dictionary(uniqueKeysWithValues: report.requirements.map { ($0.id, $0.verdict) })
  }

  /// Whether a verdict is that of a requirement about antennas, in an accessory that claims one.
  private static func isUnclaimed(_ id: String, _ verdict: Verdict) -> Bool {
    id == "CS-A24" && verdict == .notApplicable
  }

  @Test(
    "a fault of the radio alone breaks nothing here",
    arguments: Fault.allCases.filter { fault in fault.breaks.allSatisfy { $0.hasPrefix("RF-") } })
  func radio(_ fault: Fault) throws {
    let shortcomings = try RequirementMatrix.phone.shortcomings(of: fault.shownIn, seed: 1)
    for (id, verdict) in try Self.verdicts(of: "defective/\(fault.id)", seed: 1)
    where !Self.isUnclaimed(id, verdict) {
      let expected = fault.blocks.contains(id) ? .inconclusive : shortcomings[id] ?? .pass
      #expect(verdict == expected, "\(fault.id), \(id)")
    }
  }

  @Test(
    "an accessory without inline PCT fails what asks for it",
    arguments: ["nordic-nrf54l15-ras", "ti-cc27xx", "silabs-xg24"])
  func withoutInlinePCT(_ name: String) throws {
    for (id, verdict) in try Self.verdicts(of: name, seed: 1) where !Self.isUnclaimed(id, verdict) {
      #expect(verdict == (["CS-A01", "CS-A03"].contains(id) ? .fail : .pass), "\(name), \(id)")
    }
  }

  @Test(
    "a conforming accessory passes with every shipped phone in every shipped environment that is fixed",
    arguments: ["iphone-ios27", "android16", "nordic-ncs"],
    ["line-of-sight", "indoor-room", "anechoic", "open-field", "wifi"])
  func surroundings(_ phone: String, _ environment: String) throws {
    var request = try Shipped.request("nordic-nrf54l15-ipt", distanceMetres: 7)
    request.phone = try Shipped.phone(phone)
    request.environment = try Shipped.environment(environment)
    for result in CheckRunner(request).run().report.requirements
    where !Self.isUnclaimed(result.id, result.verdict) {
      #expect(result.verdict == .pass, "\(phone), \(environment), \(result.id)")
    }
  }

  @Test(
    "where echoes are drawn or the phone moves no requirement fails, and phases are inconclusive",
    arguments: [
      "office", "home-through-walls", "factory", "cluttered-hall", "car", "body", "walking-away",
    ])
  func uncertainSurroundings(_ environment: String) throws {
    var request = try Shipped.request("nordic-nrf54l15-ipt", distanceMetres: 4)
    request.environment = try Shipped.environment(environment)
    for result in CheckRunner(request).run().report.requirements
    where !Self.isUnclaimed(result.id, result.verdict) {
      let needsPhases = ["CS-A03", "CS-A07", "CS-A20"].contains(result.id)
      #expect(result.verdict == (needsPhases ? .inconclusive : .pass), "\(environment), \(result.id)")
    }
  }
}
