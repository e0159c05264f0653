import Foundation
import ProjectFiles
import Testing

/// The pipelines of docs/ci.md and the action, run as they stand there, each job in a bare Debian of its own.
@Suite(
  "The pipelines", .serialized,
  .enabled(if: DebianRoot.template != nil || DebianRoot.isRequired, DebianRoot.missing))
struct PipelineTests {
  /// Runs a job on a branch.
  private typealias Run = (_ branch: String, _ profile: String) throws -> JobEnd

  /// The first run says that it compared nothing, a good change passes, a bad one does not and never becomes the
  /// baseline.
  private func expectGate(_ run: Run) throws {
    let first = try run("main", Accessory.good())
    #expect(first.isPassed && first.toldNoBaseline, "\(first.log)")

    let good = try run("feature/one", Accessory.renamed())
    #expect(good.isPassed && !good.toldNoBaseline, "\(good.log)")
    #expect(good.log.contains("ALLOWED"))

    let bad = try run("feature/two", Accessory.slower())
    #expect(!bad.isPassed && !bad.toldNoBaseline, "\(bad.log)")
    #expect(bad.log.contains("channel_sounding.t_fcs_us: no 60, 80, 100"))

    // It is merged all the same: the next change is not compared with it.
    let merged = try run("main", Accessory.slower())
    #expect(!merged.isPassed && merged.log.contains("BLOCKED"), "\(merged.log)")
    let noisy = try run("feature/three", Accessory.noisier())
    #expect(!noisy.isPassed && !noisy.log.contains("new-failure"), "\(noisy.log)")
    #expect(noisy.log.contains("margin-lost"))
  }

  @Test("that of GitLab blocks a bad change, passes a good one, and says when there is no baseline")
  func gitLab() throws {
    let forge = try ForgeFolder()
    try forge.release(at: "release")
    try expectGate { try GitLabJob(branch: $0, profile: $1, forge: forge).run() }
    try forge.isBroken(true)
    let broken = try GitLabJob(branch: "main", profile: Accessory.good(), forge: forge).run()
    #expect(!broken.isPassed && broken.log.contains("cannot fetch the history: status 500"), "\(broken.log)")
  }

  @Test("that of Jenkins blocks a bad change, passes a good one, and says when there is no baseline")
  func jenkins() throws {
    let forge = try ForgeFolder()
    try forge.release(at: "release")
    try expectGate { try JenkinsJob(branch: $0, profile: $1, forge: forge).run() }
  }

  /// Runs the workflow on GitHub, as a push to the main branch or as a pull request.
  private func gitHub(_ forge: ForgeFolder) -> Run {
    var number = 0
    return { branch, profile in
      number += 1
      let event = GitHubJob.Event(branch: branch, isPullRequest: branch != "main", number: number)
      let job = try GitHubJob(event, profile: profile, forge: forge)
      let end = try job.run()
      #expect(end.summary.contains("# Channel Sounding gate"))
      #expect(end.summary.contains(end.isPassed ? "**ALLOWED**" : "**BLOCKED**"))
      #expect(end.log.contains("::warning title=No baseline") == end.toldNoBaseline)
      #expect(job.uses.map { $0.action.prefix { $0 != "@" } }.count { $0.hasSuffix("upload-sarif") } == 2)
      if end.isPassed { try job.saveCache() }
      return end
    }
  }

  @Test("that of GitHub blocks a bad change, passes a good one, and says when there is no baseline")
  func gitHub() throws {
    let forge = try ForgeFolder()
    try forge.release(at: "releases/OWNER/reflector/v0.1.0")
    try expectGate(gitHub(forge))
  }

  @Test("GitHub: a fork with a branch of the same name leaves no baseline, and cannot annotate")
  func fork() throws {
    let forge = try ForgeFolder()
    try forge.release(at: "releases/OWNER/reflector/v0.1.0")
    let event = GitHubJob.Event(branch: "main", isPullRequest: true, isFork: true, number: 1)
    let job = try GitHubJob(event, profile: Accessory.good(), forge: forge)
    #expect(try job.run().isPassed)
    #expect(
      job.uses.allSatisfy { !$0.action.contains("upload-sarif") && $0.with["name"] != "reflector-history" })
    // Were it to leave one, nobody would take it.
    let report = forge.url.appending(path: "artifacts/1/reflector-report/report.json")
    let planted = forge.url.appending(path: "artifacts/9/reflector-history/000001.json")
    try DebianRoot.copy(report, to: planted)
    try Data("main 2\n".utf8).write(to: forge.url.appending(path: "artifacts/9.run"))
    let next = try GitHubJob(GitHubJob.Event(number: 10), profile: Accessory.good(), forge: forge).run()
    #expect(next.isPassed && next.toldNoBaseline)
  }

  @Test("GitHub: an error of the forge fails the job, and so does an image without gh")
  func errors() throws {
    let forge = try ForgeFolder()
    try forge.release(at: "releases/OWNER/reflector/v0.1.0")
    let job = try GitHubJob(GitHubJob.Event(), profile: Accessory.good(), forge: forge)
    try job.remove("/usr/local/bin/gh")
    let bare = try job.run()
    #expect(!bare.isPassed && bare.log.contains("found no 'gh'"), "\(bare.log)")
    try forge.isBroken(true)
    let broken = try GitHubJob(GitHubJob.Event(), profile: Accessory.good(), forge: forge)
    let end = try broken.run(with: ["executable": "/home/runner/reflector"])
    #expect(!end.isPassed && !end.toldNoBaseline && end.log.contains("HTTP 502"), "\(end.log)")
  }

  @Test("GitHub: without a release the action builds its source, and says so where it cannot")
  func builds() throws {
    let forge = try ForgeFolder()
    let job = try GitHubJob(GitHubJob.Event(), profile: Accessory.good(), forge: forge)
    let none = try job.run()
    #expect(!none.isPassed && none.log.contains("OWNER/reflector has no reflector-"), "\(none.log)")
    let next = try GitHubJob(GitHubJob.Event(), profile: Accessory.good(), forge: forge)
    // A Swift that takes its time in the release, and the headers that it needs.
    try forge.release(at: "built")
    for header in ["pcap/pcap.h", "sqlite3.h"] { try next.put("", at: "/usr/include/\(header)") }
    try next.install(
      """
      #!/bin/bash
      set -e
      [ "$1" = build ] && [[ "$*" == *"-c release"*"--static-swift-stdlib"*"--product reflector" ]]
      mkdir -p .build/release /home/runner
      tar -xf /forge/built/reflector-*.tar.xz -C /home/runner
      printf '#!/bin/sh\\nexec /home/runner/reflector/reflector "$@"\\n' > .build/release/reflector
      chmod +x .build/release/reflector
      """, as: "swift")
    let built = try next.run()
    #expect(built.isPassed && built.log.contains("so it is built") && built.toldNoBaseline, "\(built.log)")
  }

  @Test("GitHub: strict needs a baseline, and one that is named takes the place of the history")
  func inputs() throws {
    let forge = try ForgeFolder()
    try forge.release(at: "releases/OWNER/reflector/v0.1.0")
    let strict = try GitHubJob(GitHubJob.Event(number: 1), profile: Accessory.good(), forge: forge)
    let end = try strict.run(with: ["strict": "true", "name": "board-b"])
    #expect(!end.isPassed && end.log.contains("--strict needs a baseline"), "\(end.log)")
    #expect(
      FileManager.default.fileExists(atPath: forge.url.appending(path: "artifacts/1/board-b-report").path))

    let named = try GitHubJob(GitHubJob.Event(number: 2), profile: Accessory.renamed(), forge: forge)
    let baseline = "/forge/artifacts/1/board-b-report/report.json"
    let warned = try named.run(with: ["baseline": baseline, "fail-on": "warn"])
    #expect(
      !warned.isPassed && !warned.toldNoBaseline && warned.log.contains("capability-changed"), "\(warned.log)"
    )
    #expect(named.uses.allSatisfy { $0.with["name"] != "reflector-history" })
  }
}
