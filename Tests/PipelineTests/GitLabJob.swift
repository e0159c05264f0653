import Foundation
import Testing
import Yams

/// Runs the job of docs/ci.md as a runner of GitLab does: the lines of `before_script` and `script` in one shell.
struct GitLabJob {
  var branch = "main"
  let profile: String
  let forge: ForgeFolder

  func run() throws -> JobEnd {
    let pipelines = try #require(try Yams.load(yaml: pipeline("yaml", with: "image:")) as? [String: Any])
    let job = try #require(pipelines["channel-sounding"] as? [String: Any])
    #expect(job["image"] as? String == "debian:12.11-slim")
    let root = try DebianRoot(forge: forge.url)
    let folder = "/builds/vendor/accessory"
    try root.write(profile, "\(folder)/accessory.yaml")
    let cache = try #require(job["cache"] as? [String: Any])
    let caches = try #require(cache["paths"] as? [String]).map { path in
      let kept = forge.url.appending(path: "caches/\(cache["key"] ?? "")/\(path)")
      return (path: "\(folder)/\(path)", kept: kept)
    }
    for cache in caches where FileManager.default.fileExists(atPath: cache.kept.path) {
      try root.copy(cache.kept, to: cache.path, isLinked: true)
    }
    let lines = ["before_script", "script"].flatMap { job[$0] as? [String] ?? [] }
    let ended = try root.run(
      lines.joined(separator: "\n"), in: folder,
      variables(try #require(job["variables"] as? [String: String])))
    for cache in caches where ended.status == 0 {
      try DebianRoot.copy(root.url.appending(path: cache.path), to: cache.kept, isLinked: true)
    }
    return JobEnd(isPassed: ended.status == 0, log: ended.log)
  }

  /// Those of GitLab and of the project, then those of the job, which may name others.
  private func variables(_ own: [String: String]) -> [String: String] {
    var variables = [
      "CI": "true", "CI_API_V4_URL": "http://127.0.0.1:8080/api/v4", "CI_PROJECT_ID": "7",
      "CI_JOB_TOKEN": "token-of-the-job", "CI_COMMIT_BRANCH": branch, "CI_DEFAULT_BRANCH": "main",
    ]
    for (name, value) in own {
      variables[name] = value.replacing(#/\$(\w+)/#) { variables[String($0.1)] ?? "" }
    }
    variables["RELEASE"] = "http://127.0.0.1:8080/release"
    return variables
  }
}
