import ConformanceTester
import Foundation
import Testing

/// `make checks` runs these, which takes hours where nothing is known yet; what is in the files is kept.
///
/// `REFLECTOR_SEARCH_CHECKS` is `all`, a requirement set, or a case; `REFLECTOR_SEARCH_RUNS` the most runs for a case.
@Suite("Search for what decides each check")
struct CheckSearchTests {
  private static let chosen = ProcessInfo.processInfo.environment["REFLECTOR_SEARCH_CHECKS"]
  private static let mostRuns =
    ProcessInfo.processInfo.environment["REFLECTOR_SEARCH_RUNS"].flatMap(Int.init) ?? 2_000

  @Test("find a mistake for each check that has none", .enabled(if: chosen != nil))
  func search() throws {
    for matrix in RequirementMatrix.all {
      var entries = try CheckRegistry.entries(of: matrix.set)
      let settled = Set(try CheckRegistry.reasons(in: "informative").keys)
      var open: Set<Check> = []
      let search = CheckSearch(matrix: matrix, mostRuns: Self.mostRuns)
      for profile in matrix.controls {
        for one in try CheckedCase.all(of: matrix, profile: profile)
        where ["all", matrix.set, one.testCase.id].contains(Self.chosen) {
          let decided = settled.union(entries.map(\.check))
          let result = search.entries(one, decided)
          entries += result.found
          open = open.union(result.open).subtracting(entries.map(\.check))
          try CheckRegistry.write(entries, of: matrix.set)
        }
      }
      for check in open.sorted() { print("open\t\(matrix.set)\t\(check.caseID)\t\(check.name)") }
    }
  }
}
