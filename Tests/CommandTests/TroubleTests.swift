import Foundation
import Testing

@Suite("reflector check when something goes wrong")
struct TroubleTests {
  private static let profile = "nordic-nrf54l15-ipt"
  private static let outputs = [
    "--json", "a.json", "--junit", "a.xml", "--sarif", "a.sarif", "--markdown", "a.md", "--tap", "a.tap",
    "--capture", "out",
  ]

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
    #expect(ended.output.contains("the check was interrupted; requirements that were not run have no result"))
    #expect(try folder.text("a.xml").contains("<property name=\"partial\" value=\"true\"/>"))
    #expect(try folder.text("a.sarif").contains("\"executionSuccessful\": false"))
    #expect(try folder.text("a.md").contains(". Partial: the check was interrupted; "))
    #expect(try folder.text("a.tap").hasSuffix("# partial: the check was interrupted\n"))
    #expect(try folder.names("out") == ["nordic-nrf54l15-ipt.pcapng"])
    #expect(try Tool.shell("tail -c 4 out/*.pcapng | wc -c", in: folder).output == "4\n")
  }

  @Test("Control-C once more ends a check at once")
  func secondInterruption() throws {
    let folder = try Folder()
    let trouble = ["--plant", "interrupt:CS/M0/BV-01", "--plant", "interrupt:CS/M0/BV-01"]
    let ended = try Tool.run(["check", Self.profile] + trouble + Self.outputs, in: folder)
    #expect(ended.status == SIGINT)
    #expect(ended.error.contains("again to end at once"))
    #expect(!folder.exists("a.json"))
  }

  @Test("killed in the middle, a check leaves the capture of the cases that were done")
  func killed() throws {
    let folder = try Folder()
    let ended = try Tool.run(
      ["check", Self.profile, "--capture", "out", "--plant", "kill:CS/M0/BV-01"], in: folder)
    #expect(ended.status == 9)
    #expect(try folder.names("out") == ["nordic-nrf54l15-ipt.partial.pcapng"])
    let read = try Tool.run(["analyze", "out/nordic-nrf54l15-ipt.partial.pcapng", "--strict"], in: folder)
    #expect(read.status == 0 && read.output.contains("connection 1"), "\(read.error)")
    let again = try Tool.run(
      ["check", Self.profile, "--capture", "out", "--only", "CS-A01", "--quiet"], in: folder)
    #expect(again.status == 0)
    #expect(try folder.names("out") == ["nordic-nrf54l15-ipt.pcapng"])
  }
}
