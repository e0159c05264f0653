import Conformance
import ConformanceCases
import ConformanceTester
import Faults
import Profiles
import Testing
import Verdicts

@Suite("The set of the radio")
struct RadioSetTests {
  static let matrix = RequirementMatrix.radio

  @Test("a profile without its fault passes what the fault breaks", arguments: matrix.faults)
  func withoutFault(_ fault: Fault) throws {
    var request = try Self.matrix.request(fault, seed: 1)
    request.profile.faults = []
    request.onlyIDs = fault.breaks.filter { $0.hasPrefix("RF-") }
    for result in CheckRunner(request).run().report.requirements {
      #expect(result.verdict == .pass, "\(fault.id), \(result.id)")
    }
  }

  @Test("what an attached host or controller cannot show is not applicable")
  func access() throws {
    for testCase in TestCase.all where testCase.id.hasPrefix("TRM") {
      #expect(testCase.needs == [.air, .hci, .peer])
    }
  }
}

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

@Suite("The set of the link layer")
struct LinkLayerSetTests {
  @Test("what an attached host or controller cannot show is not applicable")
  func access() throws {
    for requirement in try RequirementMatrix.linkLayer.requirements where requirement.level == .must {
      for id in requirement.cases {
        #expect(TestCase.named(id)?.needs == [.air, .hci, .peer], "\(id)")
      }
    }
  }
}
