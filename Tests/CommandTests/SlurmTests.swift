import Foundation
import ProjectFiles
import Testing

/// A Slurm cluster of two nodes, each with one processor, on this machine.
private final class SlurmCluster {
  static let isRequired = ProcessInfo.processInfo.environment["REFLECTOR_REQUIRE_SLURM"] == "1"
  /// Whether it can be started.
  static let isHere =
    getuid() == 0
    && ["slurmctld", "slurmd", "munged"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: "/usr/sbin/\($0)")
    }

  private let folder: Folder
  static let script = ProjectFolder.url.appending(path: "Tests/Tools/slurm/cluster.sh").path

  /// Starts it, with its files in a folder.
  init(in folder: Folder) throws {
    self.folder = folder
    try run("start", "\(getpid())", ".")
  }

  deinit {
    do { try run("stop") } catch { Issue.record("\(error)") }
  }

  func restartController() throws { try run("restart") }

  func lose(node: String) throws { try run("lose", node) }

  /// Runs a command of a user of the cluster.
  func shell(_ command: String) throws -> Tool.Ended {
    try Tool.shell(
      "export SLURM_CONF=$PWD/slurm/slurm.conf PATH=\"$(dirname \"$REFLECTOR\"):$PATH\"; \(command)",
      in: folder)
  }

  private func run(_ words: String...) throws {
    let arguments = ([words[0], "slurm"] + words.dropFirst()).joined(separator: " ")
    let ended = try Tool.shell("bash '\(Self.script)' \(arguments)", in: folder)
    try #require(ended.status == 0, "\(ended.error)")
  }
}

@Suite(
  "reflector campaign on Slurm",
  .enabled(
    if: SlurmCluster.isHere || SlurmCluster.isRequired,
    "needs root, and slurmctld, slurmd and munge: 'make need-slurm'"))
struct SlurmTests {
  /// What does not happen within ten minutes.
  private struct Late: Error { let what: String }

  private static let campaign = """
    schema: reflector/campaign/1
    id: trial
    title: Trial
    accessories: [nordic-nrf54l15-ipt]
    ranging: {distances_m: [1:100:0.2], procedures: 300}

    """

  /// How many shards have a store.
  private func begun(_ folder: Folder) throws -> Int {
    try folder.names(".").count { $0.hasSuffix("-of-40.sqlite") }
  }

  private func wait(_ what: String, until isSo: () throws -> Bool) throws {
    for _ in 0..<3000 {
      if try isSo() { return }
      usleep(200_000)
    }
    throw Late(what: what)
  }

  @Test("the cluster and its folder go when the process that started it is killed")
  func orphan() throws {
    let ended = try Tool.shell(
      """
      sleep 1000 & owner=$!
      bash '\(SlurmCluster.script)' start rest/slurm $owner rest || exit 1
      pids=$(cat rest/slurm/run/slurmctld.pid rest/slurm/run/slurmd-one.pid rest/slurm/run/munged.pid)
      kill -9 $owner
      for _ in $(seq 600); do [ -e rest ] || break; sleep 0.1; done
      for pid in $pids; do ! kill -0 $pid 2> /dev/null || exit; done
      [ -e rest ] || echo gone
      """, in: try Folder())
    #expect(ended.output == "gone\n", "\(ended)")
  }

  @Test("status shows which shards run and which wait, and names the command of one that was cancelled")
  func queue() throws {
    let folder = try Folder()
    try folder.write(Self.campaign, "a.yaml")
    // Shards wait until they may begin.
    try folder.write(
      "#!/bin/sh\nuntil [ -e go ]; do sleep 0.1; done\nexec \"$REFLECTOR\" \"$@\"\n", "bin/reflector")
    let cluster = try SlurmCluster(in: folder)
    func status() throws -> String {
      let ended = try cluster.shell("reflector campaign status a.yaml --engine slurm")
      try #require(ended.status == 0, "\(ended.error)")
      return ended.output
    }
    let submitted = try cluster.shell(
      "chmod +x bin/reflector; PATH=\"$PWD/bin:$PATH\" \"$REFLECTOR\" campaign submit a.yaml --engine slurm --shards 4"
    )
    #expect(
      submitted.output.hasSuffix("; next: reflector campaign status a.yaml --engine slurm\n"),
      "\(submitted.error)")
    try wait("two shards") { try status().contains("job 1: 2 of 4 shards running, 2 pending (Resources)\n") }
    let busy = try status()
    for line in [
      "queue     job 2: merge pending (Dependency)", "2/4: 0 of 124 units done, running as job 1_2 on ",
      "3/4: 0 of 124 units done, pending as job 1_3 (Resources)",
    ] { #expect(busy.contains(line), "\(busy)") }
    #expect(try cluster.shell("scancel 1_3").status == 0)
    try folder.write("", "go")
    try wait("the end of all jobs") { try cluster.shell("squeue --noheader").output == "" }
    let end = try status()
    for line in [
      "edition   1: 372 of 496 units done\n", "queue     squeue has no job of the campaign\n",
      "2/4: 124 of 124 units done\n",
      "3/4: 0 of 124 units done, NOT BEGUN: reflector campaign run a.yaml --shard 3/4\n",
    ] { #expect(end.contains(line), "\(end)") }
  }

  @Test(
    "forty shards come to what one machine does, though a task is killed, a node lost and the controller restarted"
  )
  func trouble() throws {
    let folder = try Folder()
    try folder.write(Self.campaign, "a.yaml")
    let cluster = try SlurmCluster(in: folder)
    let submitted = try cluster.shell("reflector campaign submit a.yaml --engine slurm --shards 40")
    try #require(submitted.status == 0, "\(submitted.error)")
    #expect(submitted.output.hasPrefix("submitted 40 shards as job 1, merged by job 2;"))
    try wait("the eighth shard") { try begun(folder) >= 8 }
    let killed = try cluster.shell(
      "until kill -9 $(pgrep -f '[c]ampaign run a.yaml --quiet' | head -n 1) 2> /dev/null; do sleep 0.1; done"
    )
    #expect(killed.status == 0, "\(killed.error)")
    try wait("the fourteenth shard") { try begun(folder) >= 14 }
    try cluster.lose(node: "two")
    try cluster.restartController()
    try wait("the merge") {
      try folder.exists("trial.merge.log") && !folder.text("trial.merge.log").isEmpty
    }
    #expect(
      try folder.text("trial.merge.log") == "trial: 496 units of 40 shards; 496 of 496 units done; complete\n"
    )
    let alone = try Tool.run(["campaign", "run", "a.yaml", "--store", "alone.sqlite", "-q"], in: folder)
    #expect(alone.status == 0, "\(alone.error)")
    let exports = try ["a", "alone"].map { store in
      let ended = try Tool.run(
        ["campaign", "export", "a.yaml", "--store", "\(store).sqlite", "--sqlite", "\(store).export"],
        in: folder)
      #expect(ended.status == 0, "\(ended.error)")
      return try folder.data("\(store).export")
    }
    #expect(exports[0] == exports[1])
    let status = try cluster.shell("reflector campaign status a.yaml").output
    #expect(status.components(separatedBy: " done\n").count == 42, "\(status)")
  }
}
