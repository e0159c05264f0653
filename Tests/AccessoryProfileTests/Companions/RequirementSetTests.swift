import Testing

@testable import AccessoryProfile

@Suite("Requirement sets")
struct RequirementSetTests {
  static func apple() throws -> RequirementSet {
    try RequirementSet.read(file: FaultTests.requirements, load: Fixture.load)
  }

  @Test("the set for iOS 27 has CS-A01 to CS-A13, two of them for information")
  func apple() throws {
    let set = try Self.apple()
    #expect(set.id == "apple-ios27-cs")
    #expect(set.requirements.map(\.id) == (1...13).map { $0 < 10 ? "CS-A0\($0)" : "CS-A\($0)" })
    #expect(set.requirements.filter { $0.level == .info }.map(\.id) == ["CS-A10", "CS-A11"])
    #expect(set.requirement("CS-A07")?.limit("t_fcs_us") == 100)
    #expect(set.requirement("CS-A03")?.limit("distance_error_m") == 0.5)
    #expect(set.requirement("CS-A03")?.limit("no_such_limit") == nil)
    #expect(set.requirement("CS-B01") == nil)
    let cases = set.requirements.flatMap(\.cases)
    #expect(cases.count == 19 && Set(cases).count == 19)
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

  static func refusal(_ text: String) -> String {
    do {
      _ = try RequirementSet.read(file: "p.yaml", load: Fixture.loader(text))
      return ""
    } catch {
      return error.description
    }
  }
}
