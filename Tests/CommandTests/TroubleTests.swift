import Foundation
import Testing

@Suite("reflector check when something goes wrong")
struct TroubleTests {
  private static let profile = "nordic-nrf54l15-ipt"
  private static let outputs = ["--json", "a.json", "--junit", "a.xml", "--captures", "out"]

  private func document(_ folder: Folder) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: folder.data("a.json")) as? [String: Any])
  }

  private func verdicts(_ root: [String: Any], report: Int = 0) throws -> [String: String] {
    let reports = try #require(root["reports"] as? [[String: Any]])
    let requirements = try #require(reports[report]["requirements"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: requirements.map { ($0["id"] as? String ?? "", $0["verdict"] as? String ?? "") })
  }

  @Test(
    "a case in which the tester crashes is inconclusive, and all others are run",
    arguments: ["trap", "overflow"])
  func crash(_ kind: String) throws {
    let folder = try Folder()
    let only = ["--only", "CS-A01,CS-A04,CS-A06"]
    let ended = try Tool.run(
      ["check", Self.profile, Self.profile, "--plant", "\(kind):CS/M2/BV-01"] + only + Self.outputs,
      in: folder)
    #expect(ended.status == 3, "\(ended.error)")
    let root = try document(folder)
    for report in 0...1 {
      #expect(
        try verdicts(root, report: report) == ["CS-A01": "pass", "CS-A04": "pass", "CS-A06": "inconclusive"])
    }
    #expect(ended.output.contains("crashed in this case"))
    #expect(try folder.names("out").count == 2)
  }

  @Test("Control-C writes what is known, marked partial in every form")
  func interruption() throws {
    let folder = try Folder()
    let ended = try Tool.run(
      ["check", Self.profile, "silabs-xg24", "--jobs", "1", "--plant", "interrupt:CS/M0/BV-01"]
        + Self.outputs,
      in: folder)
    #expect(ended.status == 3, "\(ended.error)")
    let root = try document(folder)
    #expect(root["partial"] as? Bool == true)
    let first = try verdicts(root)
    #expect(first["CS-A01"] == "pass" && first["CS-A05"] == "pass" && first["CS-A13"] == "inconclusive")
    #expect(Set(try verdicts(root, report: 1).values) == ["inconclusive"])
    #expect(ended.output.contains("the check was interrupted; of what was not run nothing is known"))
    #expect(try folder.text("a.xml").contains("<property name=\"partial\" value=\"true\"/>"))
    #expect(try folder.names("out") == ["nordic-nrf54l15-ipt.pcapng"])
    #expect(try Tool.shell("tail -c 4 out/*.pcapng | wc -c", in: folder).output == "4\n")
  }
}

@Suite("reflector check --waivers")
struct WaiverTests {
  private static let defective = "Profiles/accessories/defective/tfcs-100-refused.yaml"

  private func check(_ waivers: String, today: String, more: [String] = []) throws -> (Tool.Ended, Folder) {
    let folder = try Folder()
    try folder.write("schema: reflector/waivers/1\nwaivers:\n" + waivers, "w.yaml")
    let ended = try Tool.run(
      [
        "check", Self.defective, "--only", "CS-A04,CS-A07", "--waivers", "w.yaml", "--today", today, "--json",
        "a.json", "--junit", "a.xml", "--no-capture",
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
      try folder.text("a.xml").contains("<skipped message=\"waived until 2027-03-01: Fixed in 2.1.\"/>"))
  }

  @Test(
    "a waiver that does not help is named",
    arguments: [
      (
        "CS-A07, reason: R., expires: 2027-02-28", 1,
        "the waiver of CS-A07 expired on 2027-02-28 and does not help"
      ),
      ("CS-A04, reason: R., expires: 2028-01-01", 1, "nothing needs the waiver of CS-A04"),
      ("CS-B99, reason: R., expires: 2028-01-01", 1, "no set that was asked for has CS-B99"),
      ("CS-A09, reason: R., expires: 2028-01-01", 1, "what the waiver of CS-A09 is for was not checked"),
      (
        "CS-A07, reason: R., expires: 2028-01-01, profile: other", 1,
        "what the waiver of CS-A07 is for was not checked"
      ),
      (
        "CS-A07, reason: R., expires: 2028-01-01, case: CS/TIM/BV-01", 1,
        "nothing needs the waiver of CS-A07 (CS/TIM/BV-01)"
      ),
    ])
  func idle(_ waiver: String, _ status: Int32, _ sentence: String) throws {
    let (ended, _) = try check("  - { requirement: \(waiver) }\n", today: "2027-03-01")
    #expect(ended.status == status, "\(ended.error)")
    #expect(ended.output.replacing("\n            ", with: " ").contains(sentence), "\(ended.output)")
  }

  @Test("a day that there is not is refused")
  func noDay() throws {
    #expect(try check("[]\n", today: "2027-02-30").0.status == 2)
  }
}

@Suite("reflector check --platform-matrix")
struct PlatformMatrixTests {
  @Test("shows accessories against sets and what stands in the way")
  func matrix() throws {
    let folder = try Folder()
    let ended = try Tool.run(
      [
        "check", "nordic-nrf54l15-ipt", "silabs-xg24", "--platform-matrix", "--requirements",
        "apple-ios27-cs,core-6-3-hci", "--json", "a.json", "--no-capture",
      ], in: folder)
    #expect(ended.status == 1, "\(ended.error)")
    let lines = ended.output.split(separator: "\n").map(String.init)
    #expect(lines[0].split(separator: " ") == ["PROFILE", "apple-ios27-cs", "core-6-3-hci"])
    #expect(lines[1].contains("PASS") && !lines[1].contains("FAIL"))
    #expect(lines[2].contains("FAIL 2"))
    #expect(ended.output.contains("apple-ios27-cs: CS-A01 Bluetooth 6.3; CS-A03 Inline PCT"))
    let json = try folder.text("a.json")
    #expect(json.contains("\"platform_matrix\": ["))
    #expect(json.contains("\"failed\": [\"CS-A01\", \"CS-A03\"]"))
  }
}
