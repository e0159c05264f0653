import CoreTypes
import Profiles
import SimulationKernel
import TestSupport
import Testing

@testable import Conformance
@testable import ConformanceCases
@testable import ConformanceTester
@testable import Verdicts

@Suite("A run whatever happens")
struct RobustRunTests {
  /// What a result says, but for the frames, whose numbers are those of the capture.
  private static func essence(_ report: CheckReport) -> [String] {
    report.requirements.flatMap { requirement in
      ["\(requirement.id) \(requirement.verdict)"]
        + requirement.cases.flatMap { item in
          ["\(item.id) \(item.verdict) \(item.reason ?? "")"]
            + item.steps.map { "\($0.name): \($0.measured)" }
        }
    }
  }

  @Test("the order of the cases changes nothing", arguments: ["nordic-nrf54l15-ipt", "silabs-xg24"])
  func order(_ name: String) throws {
    for set in ["apple-ios27-cs", "core-6-3-hci"] {
      var request = try Shipped.request(name)
      request.requirements = try Shipped.requirements(set)
      let usual = CheckRunner(request).run().report
      let reversed = CheckRunner(request).run(inOrder: { $0.reversed() }).report
      #expect(Self.essence(usual) == Self.essence(reversed))
    }
  }

  @Test("each requirement by itself comes to what it came to among all")
  func oneByOne() throws {
    let whole = CheckRunner(try Shipped.request("nordic-nrf54l15-ipt")).run().report
    let alone = try whole.requirements.map {
      CheckRunner(try Shipped.request("nordic-nrf54l15-ipt", only: [$0.id])).run().report
    }
    #expect(Self.essence(whole) == alone.flatMap(Self.essence))
  }

  @Test("a case that hangs is inconclusive, and the rest goes on")
  func hang() throws {
    var request = try Shipped.request("nordic-nrf54l15-ipt")
    let usual = CheckRunner(request).run().report
    request.budgetShare = 10
    request.onCase = { id, site in
      guard id == "CS/M2/BV-01" else { return }
      let simulation = site.simulation
      func follow() { simulation.schedule(after: .zero) { follow() } }
      follow()
      simulation.run(until: simulation.now + .seconds(1))
    }
    let report = CheckRunner(request).run().report
    for (result, expected) in zip(report.requirements, usual.requirements) {
      #expect(result.verdict == (result.id == "CS-A06" ? .inconclusive : expected.verdict), "\(result.id)")
    }
    #expect(report.requirements.first { $0.id == "CS-A06" }?.reason?.contains("500000 events") == true)
    #expect(report.verdict == .inconclusive)
  }

  @Test("a case in which the tester crashed is not run again, and says so")
  func crashed() throws {
    var request = try Shipped.request("nordic-nrf54l15-ipt", only: ["CS-A04", "CS-A06"])
    request.crashed = [CaseReference(requirementID: "CS-A06", caseID: "CS/M2/BV-01")]
    let report = CheckRunner(request).run().report
    #expect(report.requirements.map(\.verdict) == [.pass, .inconclusive])
    #expect(report.requirements.last?.reason?.contains("crashed") == true)
  }

  @Test("an interrupted run keeps what it knows, and says that the rest was not run")
  func interrupted() throws {
    var left = 3
    let request = try Shipped.request("nordic-nrf54l15-ipt")
    let report = CheckRunner(request).run(while: {
      left -= 1
      return left >= 0
    }).report
    #expect(report.isPartial)
    let cases = report.requirements.flatMap(\.cases)
    #expect(cases.count { $0.verdict == .pass } == 3)
    #expect(cases.count { $0.reason == "not run: the check was interrupted" } == cases.count - 3)
    #expect(report.verdict == .inconclusive)
    #expect(!CheckRunner(request).run().report.isPartial)
  }

  @Test("every case keeps far below its budget", arguments: ["apple-ios27-cs", "core-6-3-hci"])
  func budgets(_ set: String) throws {
    var request = try Shipped.request("nordic-nrf54l15-ipt")
    request.requirements = try Shipped.requirements(set)
    request.budgetShare = 10
    for result in CheckRunner(request).run().report.requirements {
      #expect(result.verdict != .inconclusive, "\(result.id): \(result.reason ?? "")")
    }
  }
}

@Suite("What an accessory claims")
struct ClaimTests {
  @Test("a case about something else is not run, and names the line")
  func notClaimed() throws {
    let report = CheckRunner(try Shipped.request("silabs-xg24", only: ["CS-A03"])).run()
    let item = try #require(report.report.requirements.first?.cases.first { $0.id == "CS/IPT/BV-02" })
    #expect(item.verdict == .notApplicable)
    #expect(
      item.reason?.hasPrefix("not claimed: inline PCT (channel_sounding.inline_pct.supported, ") == true)
  }

  @Test("nothing is left out where nobody describes the accessory")
  func undescribed() throws {
    var request = try Shipped.request("silabs-xg24", only: ["CS-A03"])
    request.profileDigest = ""
    let item = CheckRunner(request).run().report.requirements.first?.cases.first { $0.id == "CS/IPT/BV-02" }
    #expect(item?.reason == "the capabilities do not claim inline PCT")
  }

  @Test("every claim has words of its own and a key that a profile may have")
  func words() throws {
    #expect(Set(Claim.all.map(\.words)).count == Claim.all.count)
    for claim in Claim.all {
      #expect(ProfileSchema.json.contains("\"\(claim.key.split(separator: ".").last ?? "")\""))
    }
  }

  @Test("what a case asks for is among the items that are listed")
  func listed() {
    for item in TestCase.all {
      for claim in item.appliesTo { #expect(Claim.all.contains(claim), "\(item.id): \(claim.words)") }
    }
  }
}
