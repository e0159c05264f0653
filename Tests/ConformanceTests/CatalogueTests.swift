import AccessoryProfile
import Conformance
import TestSupport
import Testing

@Suite("The catalogue")
struct CatalogueTests {
  private static let sets = ["apple-ios27-cs", "core-6-3-hci", "core-6-3-ll", "core-6-3-rfphy"]

  @Test("case ids are unique and every case serves a requirement")
  func cases() throws {
    let ids = TestCase.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    let requirements = try Self.sets.flatMap { try Shipped.requirements($0).requirements }
    #expect(Set(requirements.flatMap(\.cases)) == Set(ids))
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
