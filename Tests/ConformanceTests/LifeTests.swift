import Conformance
import ConformanceTester
import Profiles
import TestSupport
import Testing
import Verdicts

@Suite("Links after the first, lossy airs, and chance")
struct LifeTests {
  @Test("a key that was agreed on and does not come is named where pairing fails")
  func missingKey() throws {
    var request = try Shipped.request("defective/identity-not-sent", seed: 1)
    request.onlyIDs = ["CS-A08"]
    let result = try #require(CheckRunner(request).run().report.requirements.first)
    #expect(result.verdict == .fail)
    #expect(result.reason?.contains("Identity Information") == true, "\(result.reason ?? "no reason")")
  }

  @Test("a finding of a lossy air names the mistake of acknowledgement and its frame")
  func acknowledgement() throws {
    var request = try Shipped.request("defective/repetition-encrypted-anew", seed: 1)
    request.requirements = try Shipped.requirements("core-6-3-ll")
    request.onlyIDs = ["LL-73"]
    let result = try #require(CheckRunner(request).run().report.requirements.first)
    let steps = result.cases.flatMap(\.steps).filter {
      $0.name == "acknowledgement and retransmission" && !$0.isMet
    }
    #expect(steps.contains { $0.measured == "a retransmission differs from the first transmission" })
    #expect(steps.allSatisfy { !$0.frames.isEmpty })
  }
}
