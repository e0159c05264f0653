import Foundation
import Testing

/// What Kubernetes answers about a Job of five shards: the first is done, the second failed ten times, the third runs
/// again after a failure, the fourth finds no node, and the fifth waits for its pod.
enum KubernetesAnswer {
  static let job = """
    {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "small"},
     "spec": {"completions": 5, "parallelism": 4, "completionMode": "Indexed", "backoffLimitPerIndex": 10,
       "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "shard", "image": "reflector:1"}]}}},
     "status": {"active": 2, "ready": 1, "succeeded": 1, "failed": 11, "completedIndexes": "0", "failedIndexes": "1"}}
    """

  static let pods = [
    pod(0, "Succeeded", node: "node-a"), pod(2, "Failed", node: "node-a"), pod(2, "Running", node: "node-b"),
    pod(3, "Pending", node: nil),
  ]

  /// The list of the pods, as `kubectl get` prints it.
  static let list =
    "{\"apiVersion\": \"v1\", \"kind\": \"List\", \"items\": [\(pods.joined(separator: ", "))]}"

  private static func pod(_ index: Int, _ phase: String, node: String?) -> String {
    let scheduling =
      node == nil ? #""status": "False", "reason": "Unschedulable""# : #""status": "True""#
    return """
      {"apiVersion": "v1", "kind": "Pod",
       "metadata": {"name": "small-\(index)-\(phase.lowercased().prefix(3))",
         "labels": {"batch.kubernetes.io/job-name": "small"},
         "annotations": {"batch.kubernetes.io/job-completion-index": "\(index)"}},
       "spec": {\(node.map { "\"nodeName\": \"\($0)\", " } ?? "")"containers": [{"name": "shard"}]},
       "status": {"phase": "\(phase)", "conditions": [{"type": "PodScheduled", \(scheduling)}]}}
      """
  }
}

/// With programs in place of those of a cluster, which print what the tests give them.
@Suite("reflector campaign status --engine")
struct ClusterQueueTests {
  private static let campaign = """
    schema: reflector/campaign/1
    id: small
    title: Small
    accessories: [nordic-nrf54l15-ipt]
    ranging: {distances_m: [2, 3, 4, 5, 6], procedures: 20}

    """

  /// A folder with the campaign, of which the first of some shards has run, and a program.
  private func folder(shardCount: Int, _ program: String, _ script: String) throws -> Folder {
    let folder = try Folder()
    try folder.write(Self.campaign, "a.yaml")
    let ran = try Tool.run(["campaign", "run", "a.yaml", "-q", "--shard", "1/\(shardCount)"], in: folder)
    try #require(ran.status == 0, "\(ran.error)")
    try folder.write("#!/bin/sh\necho \"$*\" >> asked\n" + script, "bin/\(program)")
    return folder
  }

  private func status(_ engine: String, in folder: Folder) throws -> Tool.Ended {
    try Tool.shell(
      "chmod +x bin/*; PATH=\"$PWD/bin:$PATH\" exec timeout 60 \"$REFLECTOR\" campaign status a.yaml --engine \(engine)",
      in: folder)
  }

  @Test("shows what Slurm runs and what waits there, and how the rest is run again")
  func slurm() throws {
    let folder = try folder(
      shardCount: 4, "squeue",
      """
      printf '7\\t2\\tRUNNING\\tnode5\\tshards=4 store=a.sqlite\\t%s\\n' "$PWD"
      printf '7\\t3\\tPENDING\\t(Resources)\\tshards=4 store=a.sqlite\\t%s\\n' "$PWD"
      printf '8\\tN/A\\tPENDING\\t(Dependency)\\tstore=a.sqlite\\t%s\\n' "$PWD"
      printf '9\\t4\\tRUNNING\\tnode6\\tshards=4 store=a.sqlite\\t/else\\twhere\\n'
      printf '10\\tN/A\\tRUNNING\\tnode6\\t(null)\\t/elsewhere\\n'

      """)
    let ended = try status("slurm", in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(
      ended.output == """
        small: Small
          work      5 units: 100 procedures at 5 points
          queue     job 7: 1 of 4 shards running, 1 pending (Resources), 2 ended
          queue     job 8: merge pending (Dependency)
          queue     job 9: of another campaign with the name small, in /else where
          queue     job 10: of another campaign with the name small, in /elsewhere
          shard     1/4: 2 of 2 units done
          shard     2/4: 0 of 1 unit done, running as job 7_2 on node5
          shard     3/4: 0 of 1 unit done, pending as job 7_3 (Resources)
          shard     4/4: 0 of 1 unit done, NOT BEGUN: reflector campaign run a.yaml --shard 4/4

        """)
    #expect(try folder.text("asked").hasPrefix("--noheader --array --name=small,small-merge --format="))
  }

  @Test("runs a shard again without the units that the jobs leave out")
  func leftOut() throws {
    let slurm = try folder(
      shardCount: 3, "squeue",
      "printf '7\\t2\\tRUNNING\\tnode5\\tshards=3 store=a.sqlite leave-out=2,4\\t%s\\n' \"$PWD\"\n")
    let command = "reflector campaign run a.yaml --leave-out 2 4 --shard"
    let output = try status("slurm", in: slurm).output
    #expect(output.contains("job 7: 1 of 3 shards running, 2 ended\n"), "\(output)")
    #expect(output.contains("NOT BEGUN: \(command) 3/3\n"), "\(output)")
    let kubernetes = try folder(shardCount: 5, "kubectl", "cat \"$2\"\n")
    let metadata = #""name": "small", "annotations": {"reflector/leave-out": "2 4"}"#
    try kubernetes.write(KubernetesAnswer.job.replacing(#""name": "small""#, with: metadata), "job")
    try kubernetes.write(KubernetesAnswer.list, "pods")
    let other = try status("kubernetes", in: kubernetes).output
    #expect(other.contains("NOT BEGUN: \(command) 2/5\n"), "\(other)")
  }

  @Test("has the same for programs, and prints nothing with --quiet")
  func json() throws {
    let folder = try folder(
      shardCount: 4, "squeue",
      "printf '7\\t2\\tRUNNING\\tnode5\\tshards=4 store=a.sqlite\\t%s\\n' \"$PWD\"\n")
    let ended = try status("slurm --quiet --json a.json", in: folder)
    #expect(ended.status == 0 && ended.output.isEmpty && ended.error.isEmpty, "\(ended)")
    #expect(try Tool.complaints(folder.text("a.json"), "campaign-status", in: folder) == [])
    let root = try #require(try JSONSerialization.jsonObject(with: folder.data("a.json")) as? [String: Any])
    #expect(root["units"] as? Int == 5 && root["points"] as? Int == 5 && root["store"] is NSNull)
    #expect(root["queue"] as? [String] == ["job 7: 1 of 4 shards running, 3 ended"])
    let shards = try #require(root["shards"] as? [[String: Any]])
    #expect(shards.map { $0["complete"] as? Bool } == [true, false, false, false])
    #expect(shards.map { $0["units_done"] as? Int } == [2, 0, 0, 0])
    #expect(shards.map { $0["task"] as? String } == [nil, "running as job 7_2 on node5", nil, nil])
    let commands = (3...4).map { "reflector campaign run a.yaml --shard \($0)/4" }
    #expect(shards.map { $0["command"] as? String } == [nil, nil] + commands)
  }

  @Test("shows the shards that wait before any has begun, and runs none of an earlier division again")
  func early() throws {
    let folder = try folder(
      shardCount: 3, "squeue",
      "printf '7\\t2\\tPENDING\\t(Priority)\\tshards=2 store=a.sqlite\\t%s\\n' \"$PWD\"\n")
    let output = try status("slurm", in: folder).output
    #expect(output.contains("  shard     2/3: 0 of 2 units done, NOT BEGUN\n"), "\(output)")
    #expect(
      output.contains("  queue     job 7: 0 of 2 shards running, 1 pending (Priority), 1 ended\n"),
      "\(output)")
    #expect(
      output.contains("  shard     2/2: 0 of 2 units done, pending as job 7_2 (Priority)\n"), "\(output)")
  }

  @Test("knows the job of a store whose name has what sbatch drops and squeue prints between fields")
  func oddStore() throws {
    let folder = try Folder()
    try folder.write(Self.campaign, "a.yaml")
    let store = "a\\b\tc 100%.sqlite"
    let script = try Tool.run(
      [
        "campaign", "submit", "a.yaml", "--store", store, "--engine", "slurm", "--shards", "2", "--dry-run",
      ], in: folder
    ).output
    let comment = try #require(script.firstMatch(of: #/--comment=('shards=2 store=.*')\n/#)?.1)
    #expect(!comment.contains { "\\\t".contains($0) }, "\(comment)")
    try folder.write(
      "#!/bin/sh\nprintf '7\\t2\\tRUNNING\\tnode5\\t%s\\t%s\\n' \(comment) \"$PWD\"\n", "bin/squeue")
    let ended = try status("slurm --store '\(store)'", in: folder)
    #expect(
      ended.output.contains("  queue     job 7: 1 of 2 shards running, 1 ended\n"),
      "\(ended.output)\(ended.error)")
  }

  @Test("shows what Kubernetes runs and what waits there, and how the rest is run again")
  func kubernetes() throws {
    let folder = try folder(shardCount: 5, "kubectl", "cat \"$2\"\n")
    try folder.write(KubernetesAnswer.job, "job")
    try folder.write(KubernetesAnswer.list, "pods")
    let ended = try status("kubernetes", in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(
      ended.output == """
        small: Small
          work      5 units: 100 procedures at 5 points
          queue     job small: 1 of 5 shards running, 2 pending (Unschedulable, no pod yet), 2 ended
          shard     1/5: 1 of 1 unit done
          shard     2/5: 0 of 1 unit done, NOT BEGUN: reflector campaign run a.yaml --shard 2/5
          shard     3/5: 0 of 1 unit done, running as pod small-2-run on node-b
          shard     4/5: 0 of 1 unit done, pending as pod small-3-pen (Unschedulable)
          shard     5/5: 0 of 1 unit done, pending as index 4 (no pod yet)

        """)
    #expect(
      try folder.text("asked") == """
        get job small --ignore-not-found --output=json
        get pods --selector=batch.kubernetes.io/job-name=small --output=json

        """)
    let failed =
      "\"conditions\": [{\"type\": \"Failed\", \"status\": \"True\", \"reason\": \"FailedIndexes\"}], \"active\""
    try folder.write(KubernetesAnswer.job.replacing("\"active\"", with: failed), "job")
    try folder.write("{\"items\": []}", "pods")
    let over = try status("kubernetes", in: folder).output
    #expect(over.contains("job small: 0 of 5 shards running, 5 ended, failed (FailedIndexes)\n"), "\(over)")
    try folder.write("", "job")
    #expect(try status("kubernetes", in: folder).output.contains("  queue     there is no Job small\n"))
  }

  @Test(
    "says what a program of the cluster lacks",
    arguments: [
      (
        "slurm", "squeue", "echo cannot reach it >&2; exit 1",
        "squeue fails. It reports:\ncannot reach it\nWithout --engine, status reads the stores alone.\n"
      ),
      (
        "slurm", "squeue", "head -c 200000 /dev/zero | tr '\\0' x >&2; exit 1",
        "squeue fails. It reports:\nxxx"
      ),
      ("slurm", "squeue", "echo what", "found 'what' from squeue, expected six fields of a job"),
      ("kubernetes", "kubectl", "echo what", "found an unexpected answer of kubectl get job"),
      ("kubernetes", "kubectl", "echo '{\"spec\": {}}'", "expected an Indexed Job"),
      ("files", "none", "", "expected slurm or kubernetes: files have no queue"),
    ])
  func trouble(_ engine: String, _ program: String, _ script: String, _ message: String) throws {
    let ended = try status(engine, in: folder(shardCount: 1, program, script))
    #expect(ended.status == 2 && ended.output == "")
    #expect(ended.error.contains(message), "\(ended.error)")
  }

  @Test(
    "says that there is no program of the cluster", arguments: ["slurm": "squeue", "kubernetes": "kubectl"])
  func missing(_ engine: String, _ program: String) throws {
    let folder = try Folder()
    try folder.write(Self.campaign, "a.yaml")
    let ended = try Tool.shell(
      "PATH=/nowhere; exec \"$REFLECTOR\" campaign status a.yaml --engine \(engine)", in: folder)
    #expect(ended.status == 2)
    #expect(
      ended.error == "Error: there is no \(program) here. Without --engine, status reads the stores alone.\n",
      "\(ended.error)")
  }
}
