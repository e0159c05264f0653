import Testing
import Verdicts

@testable import Gate

@Suite("The pairs of two reports")
struct ReportPairingTests {
  @Test("follow the order of each file where profiles are the same, and the requirement set decides first")
  func order() throws {
    func report(_ seed: UInt64, set: String = "a") -> CheckReport { Samples.report(set: set, seed: seed) }
    let pairing = try ReportPairing(
      baseline: [report(1), report(2, set: "b"), report(3)],
      candidate: [report(4, set: "b"), report(5), report(6), report(7)])
    #expect(pairing.pairs.map { [$0.baseline.seed, $0.candidate.seed] } == [[2, 4], [1, 5], [3, 6]])
    #expect(pairing.appeared.map(\.seed) == [7] && pairing.disappeared.isEmpty)
  }

  @Test("are found in a time that grows with the number of reports alone", .timeLimit(.minutes(1)))
  func growth() throws {
    // Compared one by one, these are billions of comparisons.
    let count = 60_000
    let reports = (0..<count).map { number in
      var report = Samples.report([], declarations: [], profile: "\(number).yaml")
      report.accessory = "\(number)"
      return report
    }
    let pairing = try ReportPairing(baseline: reports, candidate: reports.reversed())
    #expect(pairing.pairs.count == count)
    #expect(pairing.pairs.allSatisfy { $0.baseline.profilePath == $0.candidate.profilePath })
  }
}
