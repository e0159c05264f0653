import Foundation
import ProjectFiles
import Testing
import Yams

/// The commands of the action and of the pipelines in docs/ci.md, run as they stand.
@Suite("The commands of the pipelines")
struct PipelineTests {
  private static let profile = "Profiles/accessories/nordic-nrf54l15-ipt.yaml"
  private static let worse = "Profiles/accessories/defective/tfcs-100-not-declared.yaml"

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: ProjectFolder.url.appending(path: path), encoding: .utf8)
  }

  /// The `run` of a step of action.yml.
  private static func command(of step: String) throws -> String {
    let root = try #require(try Yams.load(yaml: text("action.yml")) as? [String: Any])
    let runs = try #require(root["runs"] as? [String: Any])
    let steps = try #require(runs["steps"] as? [[String: Any]])
    return try #require(steps.first { $0["name"] as? String == step }?["run"] as? String)
  }

  /// Runs a command with the environment that a host gives it.
  private func run(_ command: String, _ environment: [String: String], in folder: Folder) throws -> Tool.Ended
  {
    let settings = environment.sorted { $0.key < $1.key }.map { "export \($0.key)='\($0.value)'\n" }.joined()
    try folder.write(settings + command, "command.sh")
    return try Tool.shell("exec bash -e command.sh", in: folder)
  }

  private func check(_ profile: String, to target: String, in folder: Folder) throws -> Tool.Ended {
    try run(
      Self.command(of: "Check"),
      [
        "PROFILES": profile, "REQUIREMENTS": "", "ARGUMENTS": "--only CS-A07", "FOLDER": target,
        "GITHUB_OUTPUT": "output.txt", "GITHUB_STEP_SUMMARY": "summary.md",
      ], in: folder)
  }

  private func gate(_ baseline: String, _ target: String, in folder: Folder) throws -> Tool.Ended {
    try run(
      Self.command(of: "Gate"),
      [
        "BASELINE": baseline, "POLICY": "", "FOLDER": target, "GITHUB_OUTPUT": "output.txt",
        "GITHUB_STEP_SUMMARY": "summary.md",
      ], in: folder)
  }

  @Test("the action checks, gates, and ends as the gate says")
  func action() throws {
    let folder = try Folder()
    #expect(try check(Self.profile, to: "a", in: folder).status == 0)
    #expect(try folder.names("a").filter { $0.hasPrefix("report.") }.count == 4)
    #expect(try check(Self.worse, to: "b", in: folder).status == 0)
    #expect(try folder.text("output.txt").contains("status=1"))
    #expect(try gate("a/report.json", "b", in: folder).status == 0)
    #expect(try folder.text("output.txt").hasSuffix("status=1\n"))
    #expect(try folder.text("summary.md").contains("# Channel Sounding gate"))
    let judge = try Self.command(of: "Judge")
    #expect(try run(judge, ["CHECK": "0", "GATE": "1"], in: folder).status == 1)
    #expect(try run(judge, ["CHECK": "3", "GATE": ""], in: folder).status == 3)
  }

  @Test("without a baseline there is no gate, and bad input ends the check")
  func actionEdges() throws {
    let folder = try Folder()
    #expect(try gate("none.json", "a", in: folder).output.contains("no baseline at none.json"))
    #expect(try check("none.yaml", to: "a", in: folder).status == 2)
  }

  /// The shell commands with `$REFLECTOR check` in the blocks of docs/ci.md that are written in a language.
  private static func scripts() throws -> [String] {
    let page = try text("docs/ci.md")
    var scripts: [String] = []
    for block in page.components(separatedBy: "```").enumerated() where block.offset % 2 == 1 {
      if block.element.hasPrefix("yaml\n") {
        let root = try Yams.load(yaml: String(block.element.dropFirst(5))) as? [String: Any] ?? [:]
        let jobs = root.values.compactMap { $0 as? [String: Any] }
        scripts += jobs.flatMap { $0["script"] as? [String] ?? [] }
      } else if block.element.hasPrefix("groovy\n") {
        let parts = block.element.components(separatedBy: "'''")
        scripts += parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      }
    }
    return scripts.filter { $0.contains("$REFLECTOR\" check") }
  }

  @Test("the scripts of GitLab and Jenkins check, and gate where there is a baseline")
  func pages() throws {
    let scripts = try Self.scripts()
    #expect(scripts.count == 2)
    for script in scripts {
      let folder = try Folder()
      try folder.write(try Self.text(Self.profile), "accessory.yaml")
      let environment = ["FOLDER": "reflector-report"]
      #expect(try run("mkdir -p reflector-report\n" + script, environment, in: folder).status == 0)
      let copy =
        "mkdir -p baseline/reflector-report; cp reflector-report/* baseline/reflector-report; cp reflector-report/* baseline"
      #expect(try Tool.shell(copy, in: folder).status == 0)
      let worse = try Self.text(Self.profile).replacing("[60, 80, 100, 120, 150]", with: "[120, 150]")
      try folder.write(worse, "accessory.yaml")
      let ended = try run(script, environment, in: folder)
      #expect(ended.status == 1, "\(ended.error)")
      #expect(ended.output.contains("channel_sounding.t_fcs_us: no 60, 80, 100"))
    }
  }
}
