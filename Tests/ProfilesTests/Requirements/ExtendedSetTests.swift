import Testing

@testable import Documents
@testable import Profiles

@Suite("A requirement set that extends another")
struct ExtendedSetTests {
  private static let base = """
    schema: reflector/requirements/1
    id: base
    title: Base
    version: "4"
    last_seen: 2026-02-28
    requirements:
      - { id: X-1, title: One, level: must, source: S, text: T., cases: [X/Y/BV-01], limits: { a: 1, b: 2 } }
      - { id: X-2, title: Two, level: must, sources: [S, R], last_seen: 2026-03-01, text: T., cases: [X/Y/BV-02] }
      - { id: X-3, title: Three, level: should, source: S, text: T., waivable: false, cases: [X/Y/BV-03] }

    """
  private static let head = "schema: reflector/requirements/1\nid: own\nextends: base.yaml\ntitle: Own\n"

  private static func set(_ text: String, _ others: [String: String] = ["base.yaml": base]) throws
    -> RequirementSet
  {
    try RequirementSet.read(
      file: "p.yaml", library: SetLibrary(files: ["x/base.yaml", "x/far.yaml"]),
      load: Fixture.loader(text, others))
  }

  private static func refusal(_ text: String, _ others: [String: String] = ["base.yaml": base]) -> String {
    do {
      _ = try set(text, others)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("has the requirements of its base in order, then its own")
  func inherits() throws {
    let own = "  - { id: A-1, title: Mine, level: info, source: S, text: T., cases: [X/Y/BV-04] }\n"
    let set = try Self.set(Self.head + "last_seen: 2026-04-01\nrequirements:\n" + own)
    #expect(set.requirements.map(\.id) == ["X-1", "X-2", "X-3", "A-1"])
    #expect(set.requirements.map(\.origin) == ["base", "base", "base", "own"])
    #expect(
      set.requirements.map { $0.lastSeen?.description } == [
        "2026-02-28", "2026-03-01", "2026-02-28", "2026-04-01",
      ])
    #expect(set.bases == ["base"] && set.version == nil && set.lastSeen?.description == "2026-04-01")
    #expect(set.requirement("X-2")?.sources == ["S", "R"])
    #expect(set.requirements.map(\.isWaivable) == [true, true, false, true])
  }

  @Test("may have no requirement of its own")
  func nothingOwn() throws { #expect(try Self.set(Self.head).requirements.count == 3) }

  @Test("is refused at the name of a base that cannot be read")
  func unreadable() {
    #expect(Self.refusal(Self.head, [:]).hasPrefix("p.yaml:3:10: extends: base.yaml: cannot be read: "))
  }

  @Test("changes only the keys that an entry with an inherited id has")
  func overrides() throws {
    let entries =
      "requirements:\n  - { id: X-1, level: should, limits: { b: 5 } }\n  - { id: X-2, source: Mine }\n"
    let set = try Self.set(Self.head + entries)
    let first = try #require(set.requirement("X-1"))
    #expect(first.title == "One" && first.level == .should)
    #expect(first.limit("a") == 1 && first.limit("b") == 5)
    #expect(first.limits.map(\.position.file) == ["base.yaml", "p.yaml"])
    #expect(set.requirement("X-2")?.sources == ["Mine"])
    #expect(set.requirements.map(\.id) == ["X-1", "X-2", "X-3"])
  }

  @Test("leaves out what it drops, and says why")
  func drops() throws {
    let set = try Self.set(Self.head + "drop: [{ id: X-2, reason: Not sold there. }]\n")
    #expect(set.requirements.map(\.id) == ["X-1", "X-3"])
    #expect(set.drops.map(\.id) == ["X-2"] && set.drops.map(\.reason) == ["Not sold there."])
  }

  @Test("finds a shipped set by name, and the base of its base")
  func names() throws {
    let middle = Self.head.replacing("id: own", with: "id: middle").replacing("base.yaml", with: "base")
    let files = ["x/far.yaml": middle, "x/base.yaml": Self.base]
    let set = try Self.set(Self.head.replacing("base.yaml", with: "far"), files)
    #expect(set.bases == ["middle", "base"])
    #expect(set.requirements.map(\.id) == ["X-1", "X-2", "X-3"])
  }

  @Test(
    "is refused where it goes wrong",
    arguments: [
      (
        "", "extends: bese\n",
        "3:10: extends: found 'bese', expected one of base, far, a path that ends in .yaml."
      ),
      ("drop: [{ id: X-9, reason: R }]\n", "", "5:8: drop.id: found 'X-9', expected one of X-1, X-2, X-3."),
      (
        "drop: [{ id: X-2, reason: R }]\nrequirements:\n  - { id: X-2, level: info }\n", "",
        "7:5: requirements.id: found X-2, which is dropped, expected another id (see line 5)."
      ),
      ("requirements:\n  - { id: X-4, level: info }\n", "", "6:5: requirements: found no key 'title'"),
      (
        "requirements:\n  - { id: X-4, title: T, level: info, text: T., cases: [X/Y/BV-01] }\n", "",
        "6:5: requirements: found no key 'source', expected it here."
      ),
      (
        "requirements:\n  - { id: X-1, source: A, sources: [B] }\n", "",
        "6:36: requirements.sources: found 'sources' beside 'source', expected one of them (see line 6)."
      ),
      ("last_seen: 2026-02-29\n", "", "5:12: last_seen: found '2026-02-29', expected a date as 2026-11-01."),
      ("", "extends: p.yaml\n", "3:10: extends: found a set that extends itself (p.yaml -> p.yaml)"),
    ])
  func refusals(_ tail: String, _ extends: String, _ expected: String) {
    let head = extends.isEmpty ? Self.head : Self.head.replacing("extends: base.yaml\n", with: extends)
    let refusal = Self.refusal(head + tail)
    #expect(refusal.hasPrefix("p.yaml:" + expected), "\(refusal)")
  }

  @Test("may not come back to itself by way of another")
  func cycle() {
    let other = Self.head.replacing("id: own", with: "id: base").replacing("base.yaml", with: "./p.yaml")
    #expect(
      Self.refusal(Self.head, ["base.yaml": other])
        == "base.yaml:3:10: extends: found a set that extends itself (p.yaml -> base.yaml -> p.yaml), "
        + "expected an end. Extend another set.")
  }

  @Test("drops nothing where there is nothing below")
  func idleDrop() {
    let refusal = Self.refusal(Self.base + "drop: [{ id: X-1, reason: R }]\n")
    #expect(refusal.hasPrefix("p.yaml:10:8: drop: found a requirement to drop, expected a set that extends"))
  }
}

@Suite("Dates")
struct CalendarDateTests {
  @Test(
    "days that there are are read and written alike",
    arguments: ["2026-11-01", "2024-02-29", "0001-01-01", "9999-12-31", "2000-02-29"])
  func legal(_ text: String) { #expect(CalendarDate(text)?.description == text) }

  @Test(
    "other text is no date",
    arguments: [
      "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "26-04-30", "2026-4-30",
      "0000-01-01",
      "2026/04/30", "2026-04-30 ", "", "２０２６-04-30",
    ])
  func illegal(_ text: String) { #expect(CalendarDate(text) == nil) }

  @Test("days follow each other")
  func order() throws {
    let days = try ["2026-12-31", "2026-01-02", "2025-12-31", "2026-01-01"].map {
      try #require(CalendarDate($0))
    }
    #expect(days.sorted().map(\.description) == ["2025-12-31", "2026-01-01", "2026-01-02", "2026-12-31"])
  }
}
