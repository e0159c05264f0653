import Foundation
import Testing

/// Runs the stages of the declarative pipeline of docs/ci.md as Jenkins does for one branch of a multibranch project.
struct JenkinsJob {
  var branch = "main"
  let profile: String
  let forge: ForgeFolder

  private static let folder = "/home/jenkins/workspace"

  func run() throws -> JobEnd {
    let text = try pipeline("groovy", with: "pipeline {")
    #expect(text.contains("image 'debian:12.11-slim'"))
    let root = try DebianRoot(forge: forge.url)
    try root.write(profile, "\(Self.folder)/accessory.yaml")
    let volume = try #require(text.firstMatch(of: #/-v ([\w.-]+):(\S+?)'/#))
    let kept = forge.url.appending(path: "volumes/\(volume.1)")
    if FileManager.default.fileExists(atPath: kept.path) {
      try root.copy(kept, to: String(volume.2), isLinked: true)
    }

    var end = JobEnd(isPassed: true, log: "")
    let stages = try #require(text.components(separatedBy: "post {").first)
    for step in stages.matches(
      of: #/sh '''(?<block>[\s\S]*?)'''|sh '(?<line>[^'\n]*)'|copyArtifacts (?<copy>.*)/#)
    where end.isPassed {
      if let arguments = step.copy {
        try copyArtifacts(String(arguments), to: root)
        continue
      }
      let script = String(step.block ?? step.line ?? "")
      // Groovy would take a backslash for itself.
      #expect(!script.contains("\\"))
      let ended = try root.run(
        script, in: Self.folder, options: ["-xe"], ["RELEASE": "http://127.0.0.1:8080/release"])
      end.log += ended.log
      end.isPassed = ended.status == 0
    }
    try archive(String(try #require(text.components(separatedBy: "post {").last)), of: root)
    if root.exists(String(volume.2)) {
      try DebianRoot.copy(root.url.appending(path: String(volume.2)), to: kept, isLinked: true)
    }
    return end
  }

  /// The job of a branch, as Jenkins names it.
  private func job(_ branch: String) -> String {
    "vendor/accessory/" + branch.replacing("/", with: "%2F")
  }

  private func copyArtifacts(_ arguments: String, to root: DebianRoot) throws {
    let match = try #require(
      arguments.wholeMatch(
        of:
          #/projectName: env\.JOB_NAME\.replaceFirst\('(?<pattern>[^']+)', '(?<name>\w+)'\), selector: lastCompleted\(\), filter: 'history/\*', optional: true/#
      ))
    let source = job(branch).replacing(try Regex(String(match.pattern)), with: String(match.name))
    let history = forge.url.appending(path: "jobs/\(source)/history")
    guard FileManager.default.fileExists(atPath: history.path) else { return }
    try root.copy(history, to: "\(Self.folder)/history")
  }

  private func archive(_ post: String, of root: DebianRoot) throws {
    let patterns = try #require(post.firstMatch(of: #/archiveArtifacts artifacts: '([^']*)'/#)).1
    for pattern in patterns.split(separator: ", ") {
      let folder = String(pattern.prefix { $0 != "/" })
      guard root.exists("\(Self.folder)/\(folder)") else { continue }
      try DebianRoot.copy(
        root.url.appending(path: "\(Self.folder)/\(folder)"),
        to: forge.url.appending(path: "jobs/\(job(branch))/\(folder)"))
    }
  }
}
