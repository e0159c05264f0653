import Testing

@testable import Documents
@testable import Profiles

@Suite("Requirement sets")
struct RequirementSetTests {
  static func apple() throws -> RequirementSet {
    try RequirementSet.read(file: "Profiles/requirements/apple-ios27-cs.yaml", load: Fixture.load)
  }

  @Test("the set for iOS 27 has CS-A01 to CS-A27, two of them for information")
  func apple() throws {
    let set = try Self.apple()
    #expect(set.id == "apple-ios27-cs")
    let numbers = Array(1...14) + [16, 17, 18] + Array(20...27)
    #expect(set.requirements.map(\.id) == numbers.map { $0 < 10 ? "CS-A0\($0)" : "CS-A\($0)" })
    #expect(set.requirements.filter { $0.level == .info }.map(\.id) == ["CS-A10", "CS-A11"])
    #expect(set.requirement("CS-A07")?.limit("t_fcs_us") == 100)
    #expect(set.requirement("CS-A03")?.limit("distance_growth_error_m") == 0.5)
    #expect(set.requirement("CS-A03")?.limit("no_such_limit") == nil)
    #expect(set.requirement("CS-B01") == nil)
    let cases = set.requirements.flatMap(\.cases)
    #expect(cases.count == 35 && Set(cases).count == 35)
  }

  @Test("an id may stand once")
  func duplicateIDs() {
    let entry = "  - { id: X-1, title: T, level: must, source: S, text: T., cases: [X/Y/BV-01] }\n"
    let text = "schema: reflector/requirements/1\nid: x\ntitle: X\nrequirements:\n"
    #expect(Self.refusal(text + entry) == "")
    #expect(
      Self.refusal(text + entry + entry)
        == "p.yaml:6:5: requirements.id: found id X-1 again, expected each id once (see line 5). Use a new id."
    )
  }

  @Test("what a requirement says is declared must be keys of a profile")
  func declaredIn() throws {
    let text = "schema: reflector/requirements/1\nid: x\ntitle: X\nrequirements:\n"
    let entry =
      "  - { id: X-1, title: T, level: must, source: S, text: T., cases: [X/Y/BV-01], declared_in: [channel_sounding.t_fcs_us, link] }\n"
    #expect(Self.refusal(text + entry) == "")
    #expect(
      Self.refusal(text + entry.replacing("t_fcs_us", with: "t_fcs"))
        == "p.yaml:5:94: requirements.declared_in: found 'channel_sounding.t_fcs', expected the dotted path of a key of accessory profiles. Did you mean 'channel_sounding.t_fcs_us'?"
    )
  }

  @Test("a requirement without cases, or with an unknown level, is refused")
  func incomplete() {
    let text = "schema: reflector/requirements/1\nid: x\ntitle: X\nrequirements:\n"
    let entry = "  - { id: X-1, title: T, level: most, source: S, text: T. }\n"
    #expect(
      Self.refusal(text + entry)
        == "p.yaml:5:33: requirements.level: found 'most', expected one of must, should, info. Did you mean 'must'?"
    )
    #expect(
      Self.refusal(text + entry.replacing("most", with: "must"))
        == "p.yaml:5:5: requirements: found no key 'cases', expected it here. Add 'cases: [CS/FEA/BV-01]'.")
  }

  @Test("of a long catalogue, a message gives the number of cases and where they are listed")
  func longCatalogue() throws {
    let text =
      "schema: reflector/requirements/1\nid: x\ntitle: X\nrequirements:\n"
      + "  - { id: X-1, title: T, level: must, source: S, text: T., cases: [X/Y/BV-01] }\n"
    let set = try RequirementSet.read(file: "p.yaml", load: Fixture.loader(text))
    let catalogue = (1...61).map { CaseRule(id: "CS/LONG/BV-\($0)", limits: []) }
    let error = try #require(throws: DocumentErrors.self) { try set.check(against: catalogue) }
    #expect(
      error.description
        == "p.yaml:5:68: requirements.cases: found 'X/Y/BV-01', expected one of the 61 that `reflector list` prints. Use one of these."
    )
  }

  private static let catalogue = [
    CaseRule(
      id: "X/A/BV-01",
      limits: [
        LimitRule("least", .whole(1...3), notAbove: "most"), LimitRule("most", .whole(1...3)),
      ]),
    CaseRule(
      id: "X/B/BV-01", limits: [LimitRule("time_s", .number(0.5...10)), LimitRule("us", .choice([40, 100]))]),
  ]

  @Test(
    "a set that no test case can run is refused where it goes wrong",
    arguments: [
      ("[X/A/BV-01]", "{ least: 1, most: 3 }", ""),
      ("[X/A/BV-01, X/B/BV-01]", "{ least: 1, most: 3, time_s: 0.5, us: 40 }", ""),
      (
        "[X/C/BV-01]", "{ us: 40 }",
        "5:68: requirements.cases: found 'X/C/BV-01', expected one of X/A/BV-01, X/B/BV-01. Did you mean 'X/A/BV-01'?"
      ),
      (
        "[X/A/BV-01]", "{ least: -1, most: 3 }",
        "5:97: requirements.limits.least: found -1, expected a whole number, 1 to 3. Correct the number."
      ),
      (
        "[X/A/BV-01]", "{ least: 3, most: 2 }",
        "5:97: requirements.limits.least: found 3, expected at most 2 (see line 5). Write 2 or less."
      ),
      (
        "[X/A/BV-01]", "{ least: 1 }",
        "5:88: requirements.limits: found no key 'most', expected it here. Add 'most: 1'."
      ),
      (
        "[X/A/BV-01]", "{ least: 1, most: 3, mast: 2 }",
        "5:115: requirements.limits: found unknown key 'mast', expected one of least, most. Did you mean 'most'?"
      ),
      (
        "[X/B/BV-01]", "{ time_s: 1e9, us: 40 }",
        "5:98: requirements.limits.time_s: found 1000000000, expected 0.5 to 10. Correct the number."
      ),
      (
        "[X/B/BV-01]", "{ time_s: 1, us: 90 }",
        "5:105: requirements.limits.us: found 90, expected one of 40, 100. Correct the number."
      ),
    ])
  func unrunnable(_ cases: String, _ limits: String, _ refusal: String) throws {
    let text = """
      schema: reflector/requirements/1
      id: x
      title: X
      requirements:
        - { id: X-1, title: T, level: must, source: S, text: T., cases: \(cases), limits: \(limits) }

      """
    let set = try RequirementSet.read(file: "p.yaml", load: Fixture.loader(text))
    do {
      try set.check(against: Self.catalogue)
      #expect(refusal.isEmpty)
    } catch {
      #expect(error.description == "p.yaml:\(refusal)")
    }
  }

  static func refusal(_ text: String) -> String {
    do {
      _ = try RequirementSet.read(file: "p.yaml", load: Fixture.loader(text))
      return ""
    } catch {
      return error.description
    }
  }
}
