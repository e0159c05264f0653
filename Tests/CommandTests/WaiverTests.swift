import Testing

@Suite("reflector check --waivers")
struct WaiverTests {
  private func check(_ waivers: String, today: String, more: [String] = []) throws -> (Tool.Ended, Folder) {
    let folder = try Folder()
    try folder.writeDefective("tfcs-100-refused")
    try folder.write("schema: reflector/waivers/1\nwaivers:\n" + waivers, "w.yaml")
    let ended = try Tool.run(
      [
        "check", "tfcs-100-refused.yaml", "--only", "CS-A04,CS-A07", "--waivers", "w.yaml", "--today", today,
        "--json",
        "a.json", "--junit", "a.xml", "--sarif", "a.sarif", "--markdown", "a.md", "--tap", "a.tap",
        "--no-capture",
      ] + more, in: folder)
    return (ended, folder)
  }

  @Test("a waived failure does not fail the check, and every output says why and until when")
  func used() throws {
    let waiver = "  - { requirement: CS-A07, reason: Fixed in 2.1., expires: 2027-03-01, profile: tfcs-* }\n"
    let (ended, folder) = try check(waiver, today: "2027-03-01")
    #expect(ended.status == 0, "\(ended.error)")
    #expect(ended.output.contains("WAIVED"))
    #expect(ended.output.contains("waived until 2027-03-01: Fixed in 2.1."))
    #expect(ended.output.contains("PASS: 1 passed, 1 waived"))
    #expect(ended.output.contains("w.yaml on 2027-03-01: 1 of 1 used"))
    let json = try folder.text("a.json")
    for part in [
      "\"waived\": true", "\"state\": \"used\"", "\"today\": \"2027-03-01\"", "\"verdict\": \"fail\"",
    ] {
      #expect(json.contains(part), "\(part)")
    }
    #expect(json.contains("--waivers w.yaml --today 2027-03-01"))
    #expect(
      try folder.text("a.tap").contains(
        /\nok 2 - .*: CS-A07 .* # SKIP waived until 2027-03-01: Fixed in 2\.1\.\n/))
    #expect(
      try folder.text("a.sarif").contains("\"justification\": \"waived until 2027-03-01: Fixed in 2.1.\""))
    #expect(try folder.text("a.md").contains("| **CS-A07** | `tfcs-*` | 2027-03-01 | used | Fixed in 2.1. |"))
    #expect(
      try folder.text("a.xml").contains("<skipped message=\"waived until 2027-03-01: Fixed in 2.1.\"/>"))
  }

  @Test(
    "a waiver that does not help is named",
    arguments: [
      (
        "CS-A07, reason: R., expires: 2027-02-28", 1,
        "the waiver of CS-A07 expired on 2027-02-28 and has no effect"
      ),
      ("CS-A04, reason: R., expires: 2028-01-01", 1, "the waiver of CS-A04 is not needed"),
      ("CS-B99, reason: R., expires: 2028-01-01", 1, "no checked requirement set has CS-B99"),
      ("CS-A09, reason: R., expires: 2028-01-01", 1, "the subject of the waiver of CS-A09 was not checked"),
      (
        "CS-A07, reason: R., expires: 2028-01-01, profile: other", 1,
        "the subject of the waiver of CS-A07 was not checked"
      ),
      (
        "CS-A07, reason: R., expires: 2028-01-01, case: CS/TIM/BV-01", 1,
        "the waiver of CS-A07 (CS/TIM/BV-01) is not needed"
      ),
    ])
  func idle(_ waiver: String, _ status: Int32, _ sentence: String) throws {
    let (ended, _) = try check("  - { requirement: \(waiver) }\n", today: "2027-03-01")
    #expect(ended.status == status, "\(ended.error)")
    #expect(ended.output.replacing("\n            ", with: " ").contains(sentence), "\(ended.output)")
  }

  @Test("two waivers of one failure are both used, and the first one is shown")
  func twice() throws {
    let waivers = ["First.", "Second."].map {
      "  - { requirement: CS-A07, reason: \($0), expires: 2027-03-01 }\n"
    }
    let (ended, _) = try check(waivers.joined(), today: "2027-03-01")
    #expect(ended.status == 0 && ended.output.contains("w.yaml on 2027-03-01: 2 of 2 used"), "\(ended)")
    #expect(ended.output.contains("First.") && !ended.output.contains("not needed"), "\(ended.output)")
  }

  @Test("a day that there is not is refused")
  func noDay() throws {
    #expect(try check("[]\n", today: "2027-02-30").0.status == 2)
  }
}
