import AccessoryProfile
import Conformance
import ConformanceCases
import ConformanceTester
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
      #expect(result.verdict == .pass, "\(fault.name), \(result.id)")
    }
  }

  @Test("what an attached host or controller cannot show is not applicable")
  func access() throws {
    for testCase in TestCase.all where testCase.id.hasPrefix("TRM") {
      #expect(testCase.needs == [.air, .hci, .peer])
    }
  }
}
