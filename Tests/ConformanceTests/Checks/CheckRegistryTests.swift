import ConformanceTester
import Testing

@Suite("What decides each check")
struct CheckRegistryTests {
  /// A set and a control of it.
  struct Cell: Sendable, CustomTestStringConvertible {
    let matrix: RequirementMatrix
    let profile: String
    var testDescription: String { "\(matrix.set): \(profile)" }
  }

  static let cells = RequirementMatrix.all.flatMap { matrix in
    matrix.controls.map { Cell(matrix: matrix, profile: $0) }
  }

  @Test("a check is not met under the mistake that is listed for it", arguments: cells)
  func deciders(cell: Cell) throws {
    let entries = try CheckRegistry.entries(of: cell.matrix.set).filter { $0.profile == cell.profile }
    let byCase = Dictionary(grouping: entries, by: \.check.caseID)
    var left = Set(byCase.keys)
    for one in try CheckedCase.all(of: cell.matrix, profile: cell.profile) {
      left.remove(one.testCase.id)
      for (text, group) in Dictionary(grouping: byCase[one.testCase.id] ?? [], by: \.decider) {
        let decider = try #require(CheckDecider(text), "\(text) is no mistake")
        let violated = one.outcome(decider).violated
        for entry in group {
          #expect(violated.contains(entry.check), "\(entry.line): is met")
        }
      }
    }
    #expect(left.isEmpty, "\(cell.testDescription): \(left.sorted()) are no cases of it")
  }

  @Test("each mistake reads as it is written", arguments: RequirementMatrix.all)
  func texts(matrix: RequirementMatrix) throws {
    for entry in try CheckRegistry.entries(of: matrix.set) {
      #expect(CheckDecider(entry.decider)?.description == entry.decider)
    }
  }

  @Test("a check is in one file, and the reason why it decides nothing is given")
  func reasons() throws {
    let informative = try CheckRegistry.reasons(in: "informative")
    let open = try CheckRegistry.reasons(in: "open")
    var decided: Set<Check> = []
    for matrix in RequirementMatrix.all {
      decided.formUnion(try CheckRegistry.entries(of: matrix.set).map(\.check))
    }
    #expect(decided.isDisjoint(with: informative.keys) && decided.isDisjoint(with: open.keys))
    #expect(Set(informative.keys).isDisjoint(with: open.keys))
    #expect((Array(informative.values) + open.values).allSatisfy { !$0.isEmpty })
  }
}
