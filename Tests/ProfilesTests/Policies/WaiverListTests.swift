import Testing

@testable import Documents
@testable import Profiles

@Suite("Waivers")
struct WaiverListTests {
  private static let head = "schema: reflector/waivers/1\nwaivers:\n"

  private static func list(_ text: String) throws -> WaiverList {
    try WaiverList.read(file: "p.yaml", load: Fixture.loader(head + text))
  }

  @Test("name a requirement, a reason and a last day, and may name profiles and a case")
  func reading() throws {
    let waiver = try #require(
      try Self.list(
        "  - { requirement: X-1, reason: Known., expires: 2027-03-01, profile: '*a', case: X/Y/BV-01 }\n"
      )
      .waivers.first)
    #expect(waiver.requirementID == "X-1" && waiver.reason == "Known." && waiver.caseID == "X/Y/BV-01")
    #expect(waiver.expires.description == "2027-03-01" && waiver.position.line == 3)
  }

  @Test(
    "are for the profiles whose path or name fits",
    arguments: [
      ("*kw47*", "Profiles/a/nxp-kw47-ipt.yaml", true),
      ("nxp-kw47-ipt", "Profiles/a/nxp-kw47-ipt.yaml", true),
      ("Profiles/*/nxp*.yaml", "Profiles/a/nxp-kw47-ipt.yaml", true),
      ("nxp", "Profiles/nxp-kw47.yaml", false),
      ("n?p-*", "nxp-kw47.yml", true), ("*", "", true), ("a*b*c", "a1b2b3c", true),
      ("a*b*c", "a1b2b3", false),
      ("?", "", false),
    ])
  func globs(_ glob: String, _ path: String, _ fits: Bool) throws {
    let waivers = try Self.list(
      "  - { requirement: X-1, reason: K., expires: 2027-03-01, profile: '\(glob)' }\n"
    ).waivers
    #expect(waivers.first?.isFor(profile: path) == fits)
  }

  @Test("a waiver that the set forbids is refused")
  func forbidden() throws {
    let set = try RequirementSet.read(
      file: "p.yaml",
      load: Fixture.loader(
        """
        schema: reflector/requirements/1
        id: x
        title: X
        requirements:
          - { id: X-1, title: T, level: must, source: S, text: T., waivable: false, cases: [X/Y/BV-01] }

        """))
    let list = try Self.list("  - { requirement: X-1, reason: K., expires: 2027-03-01 }\n")
    let error = #expect(throws: DocumentErrors.self) { try list.check(against: [set]) }
    #expect(
      error?.description
        == "p.yaml:3:5: waivers.requirement: found a waiver of X-1, which may not be waived (see line 5). Remove it."
    )
  }

  @Test("a waiver without an end is refused")
  func endless() {
    let error = #expect(throws: DocumentErrors.self) {
      try Self.list("  - { requirement: X-1, reason: K. }\n")
    }
    #expect(error?.description.contains("found no key 'expires'") == true)
  }
}
