import Foundation
import Profiles
import ProjectFiles
import TestSupport
import Testing

@testable import Conformance
@testable import ConformanceCases
@testable import ConformanceTester
@testable import Verdicts

@Suite("The catalogue")
struct CatalogueTests {
  private static let sets = [
    "android16-ranging-cs", "apple-adg-ble", "apple-ask", "apple-ios27-cs", "core-6-3-hci", "core-6-3-ll",
    "core-6-3-rfphy", "ras-rap-1-0",
  ]

  @Test("case ids are unique and every case serves a requirement")
  func cases() throws {
    let ids = TestCase.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    let requirements = try Self.sets.flatMap { try Shipped.requirements($0).requirements }
    #expect(Set(requirements.flatMap(\.cases)) == Set(ids))
  }

  @Test("the cases that recordings settle are cases of the catalogue, and the manual lists them")
  func recordedCases() throws {
    let url = ProjectFolder.url.appending(path: "docs/analyze.md")
    let manual = try String(contentsOf: url, encoding: .utf8)
    #expect(RecordedCase.all.allSatisfy { TestCase.named($0.id) != nil })
    #expect(RecordedCase.all.allSatisfy { manual.contains("| `\($0.id)` |") })
    #expect(Set(RecordedCase.all.map(\.id)).count == RecordedCase.all.count)
  }

  @Test("requirement ids are unique and each names its cases")
  func requirements() throws {
    let requirements = try Self.sets.flatMap { try Shipped.requirements($0).requirements }
    #expect(Set(requirements.map(\.id)).count == requirements.count)
    for requirement in requirements {
      for id in requirement.cases { #expect(TestCase.named(id) != nil, "\(requirement.id): \(id)") }
    }
  }

  @Test("the shipped sets can be run by the cases", arguments: sets)
  func limits(set: String) throws {
    try Shipped.requirements(set).check(against: TestCase.catalogue)
  }

  @Test("the worst verdict of several stands")
  func combined() {
    #expect(Verdict.combined([.pass, .fail, .inconclusive]) == .fail)
    #expect(Verdict.combined([.pass, .inconclusive, .notApplicable]) == .inconclusive)
    #expect(Verdict.combined([.notApplicable, .pass]) == .pass)
    #expect(Verdict.combined([.notApplicable]) == .notApplicable)
    #expect(Verdict.combined([]) == .notApplicable)
  }
}
