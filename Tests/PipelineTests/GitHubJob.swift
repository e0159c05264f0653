import Foundation
import ProjectFiles
import Testing
import Yams

/// Runs the job of a workflow as a runner of GitHub does, with the action of this project.
final class GitHubJob {
  /// What started the workflow.
  struct Event {
    var branch = "main"
    var isPullRequest = false
    var isFork = false
    var number = 1
  }

  private typealias Step = [String: Any]

  private let event: Event
  private let root: DebianRoot
  private let profile: String
  private var end = JobEnd(isPassed: true, log: "")
  /// `steps.ID.outputs.NAME` of the action.
  private var outputs: [String: String] = [:]
  /// What a `uses` of GitHub's own was given.
  private(set) var uses: [(action: String, with: [String: String])] = []

  private static let workspace = "/home/runner/work/accessory/accessory"
  private static let actionPath = "/home/runner/work/_actions/OWNER/reflector/v0.1.0"

  init(_ event: Event, profile: String, forge: ForgeFolder) throws {
    self.event = event
    self.profile = profile
    root = try DebianRoot(forge: forge.url)
    // What the image has beyond a bare Debian, as far as the action uses it.
    let image = try root.run("apt-get -qq update && apt-get -qqy install jq xz-utils", in: "/")
    try #require(image.status == 0, "\(image.log)")
    let stub = ProjectFolder.url.appending(path: "Tests/PipelineTests/Forge/gh")
    try root.copy(stub, to: "/usr/local/bin/gh")
    for part in ["action.yml", "Pipelines", "Profiles", "Wireshark"] {
      try root.copy(ProjectFolder.url.appending(path: part), to: "\(Self.actionPath)/\(part)")
    }
  }

  /// Puts a file where a package would put it.
  func put(_ text: String, at path: String) throws { try root.write(text, path) }

  /// Puts a program of the image into its place.
  func install(_ script: String, as name: String) throws {
    try root.write(script, "/usr/local/bin/\(name)")
    let made = try root.run("chmod +x /usr/local/bin/\(name)", in: "/")
    try #require(made.status == 0)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: root.url.appending(path: path))
  }

  /// Runs the one job of the workflow of docs/ci.md.
  func run(with inputs: [String: String] = [:]) throws -> JobEnd {
    let workflow = try #require(try Yams.load(yaml: pipeline("yaml", with: "runs-on:")) as? [String: Any])
    let jobs = try #require(workflow["jobs"] as? [String: [String: Any]])
    let steps = try #require(jobs.values.first?["steps"] as? [Step])
    for step in steps {
      let action = try #require(step["uses"] as? String)
      if action == "OWNER/reflector@v0.1.0" {
        try runAction((step["with"] as? [String: String] ?? [:]).merging(inputs) { $1 })
      } else {
        try #require(action.hasPrefix("actions/checkout@v"))
        try root.write(profile, "\(Self.workspace)/accessory.yaml")
      }
    }
    end.summary = try root.text("/tmp/summary.md")
    return end
  }

  private func runAction(_ given: [String: String]) throws {
    let text = try root.text("\(Self.actionPath)/action.yml")
    let action = try #require(try Yams.load(yaml: text) as? [String: Any])
    let declared = try #require(action["inputs"] as? [String: [String: Any]])
    for name in given.keys { try #require(declared[name] != nil, "no input \(name)") }
    var inputs: [String: String] = [:]
    for (name, input) in declared {
      let usual = input["default"].map { "\($0)" } ?? ""
      inputs[name] = try given[name] ?? Expression.filled(usual) { self.context($0, [:]) }
      #expect(input["required"] as? Bool != true || given[name] != nil, "\(name) is required")
    }
    let steps = try #require((action["runs"] as? [String: Any])?["steps"] as? [Step])
    for step in steps { try run(step, inputs) }
  }

  private func run(_ step: Step, _ inputs: [String: String]) throws {
    let look = { (name: String) in self.context(name, inputs) }
    let condition = step["if"] as? String ?? "success()"
    let isAsked = try Expression.value(condition, hasFailed: !end.isPassed, look).isTrue
    guard isAsked, end.isPassed || condition.contains("always()") else { return }
    if let script = step["run"] as? String {
      let settings = try (step["env"] as? [String: String] ?? [:]).mapValues {
        try Expression.filled($0, look)
      }
      try run(Expression.filled(script, look), settings, id: step["id"] as? String)
    } else {
      let with = try (step["with"] as? [String: Any] ?? [:]).mapValues {
        try Expression.filled("\($0)", look)
      }
      try use(try #require(step["uses"] as? String), with)
    }
  }

  private func run(_ script: String, _ settings: [String: String], id: String?) throws {
    try root.write("", "/tmp/output.txt")
    let ended = try root.run(
      script, in: Self.workspace, options: ["--noprofile", "--norc", "-eo", "pipefail"],
      settings.merging([
        "GITHUB_OUTPUT": "/tmp/output.txt", "GITHUB_STEP_SUMMARY": "/tmp/summary.md",
        "GITHUB_ACTION_PATH": Self.actionPath, "CI": "true",
      ]) { $1 })
    end.log += ended.log
    if ended.status != 0 { end.isPassed = false }
    guard let id else { return }
    for line in try root.text("/tmp/output.txt").split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      outputs["steps.\(id).outputs.\(parts[0])"] = String(parts[1])
    }
  }

  private func context(_ name: String, _ inputs: [String: String]) -> Expression.Value {
    if name.hasPrefix("inputs.") { return inputs[String(name.dropFirst(7))].map { .text($0) } ?? .null }
    if let output = outputs[name] { return .text(output) }
    return switch name {
    case "github.token": .text("token")
    case "github.repository": .text("vendor/accessory")
    case "github.action_repository": .text("OWNER/reflector")
    case "github.action_ref": .text("v0.1.0")
    case "github.event.repository.default_branch": .text("main")
    case "github.event_name": .text(event.isPullRequest ? "pull_request" : "push")
    case "github.ref_name": .text(event.isPullRequest ? "\(event.number)/merge" : event.branch)
    case "github.event.pull_request.head.repo.fork": event.isPullRequest ? .flag(event.isFork) : .null
    case "runner.temp": .text("/home/runner/work/_temp")
    case "runner.os": .text("Linux")
    case "runner.arch": .text("X64")
    default: .null
    }
  }

  /// One of GitHub's own actions.
  private func use(_ action: String, _ with: [String: String]) throws {
    uses.append((action, with))
    let parts = action.split(separator: "@")
    #expect(parts.count == 2 && parts[1].wholeMatch(of: #/v\d+\.\d+\.\d+/#) != nil, "\(action) is not pinned")
    switch parts[0] {
    case "actions/cache": try cache(with)
    case "actions/upload-artifact": try upload(with)
    case "github/codeql-action/upload-sarif":
      let text = try root.text("\(Self.workspace)/\(try #require(with["sarif_file"]))")
      #expect(text.contains("\"version\": \"2.1.0\""))
    default: Issue.record("no stand-in for \(action)")
    }
  }

  private func cache(_ with: [String: String]) throws {
    let kept = root.forge.appending(path: "caches/\(try #require(with["key"]))")
    guard FileManager.default.fileExists(atPath: kept.path) else { return }
    try root.copy(kept, to: try #require(with["path"]), isLinked: true)
  }

  /// What `actions/cache` does when the job has passed.
  func saveCache() throws {
    for use in uses where use.action.hasPrefix("actions/cache@") {
      let folder = root.url.appending(path: try #require(use.with["path"]))
      let kept = root.forge.appending(path: "caches/\(try #require(use.with["key"]))")
      try DebianRoot.copy(folder, to: kept, isLinked: true)
    }
  }

  private func upload(_ with: [String: String]) throws {
    let (name, path) = (try #require(with["name"]), try #require(with["path"]))
    guard root.exists("\(Self.workspace)/\(path)") else {
      return end.log += "No files were found at \(path)\n"
    }
    let runs = root.forge.appending(path: "artifacts")
    let source = root.url.appending(path: "\(Self.workspace)/\(path)")
    try DebianRoot.copy(source, to: runs.appending(path: "\(event.number)/\(name)"))
    let head = event.isFork ? 2 : 1
    try Data("\(event.branch) \(head)\n".utf8).write(to: runs.appending(path: "\(event.number).run"))
  }
}
