import Foundation
import Testing

/// With a program in place of `sbatch`.
@Suite("reflector campaign submit")
struct CampaignSubmitTests {
  private static func campaign(_ id: String = "small") -> String {
    """
    schema: reflector/campaign/1
    id: "\(id)"
    title: Small
    accessories: [nordic-nrf54l15-ipt]
    ranging: {distances_m: [2, 4], procedures: 20}

    """
  }

  private func folder(_ text: String = campaign(), _ name: String = "a.yaml") throws -> Folder {
    let folder = try Folder()
    try folder.write(text, name)
    return folder
  }

  private func submit(_ arguments: String..., in folder: Folder) throws -> Tool.Ended {
    try Tool.run(["campaign", "submit"] + arguments, in: folder)
  }

  /// Submits with an `sbatch` that answers to the array and to the job that merges.
  private func submit(_ campaign: String, array: String, merge: String, in folder: Folder) throws
    -> Tool.Ended
  {
    try folder.write(
      "#!/bin/sh\necho \"$*\" >> options\ncat >> scripts\nif grep -q dependency scripts; then \(merge); else \(array); fi\n",
      "bin/sbatch")
    return try Tool.shell(
      "chmod +x bin/*; PATH=\"$PWD/bin:$PATH\" exec \"$REFLECTOR\" campaign submit \(campaign) --engine slurm",
      in: folder)
  }

  @Test("gives its shards to a cluster as jobs", arguments: ["slurm", "kubernetes", "files"])
  func submission(_ engine: String) throws {
    let folder = try folder()
    let ended = try submit("a.yaml", "--engine", engine, "--shards", "3", "--dry-run", in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    let wanted = [
      "slurm": [
        "#SBATCH --array=1-3", "--shard \"$SLURM_ARRAY_TASK_ID/3\"", "reflector campaign merge a.yaml",
      ],
      "kubernetes": [
        "completionMode: Indexed", "completions: 3", "--shard \"$((JOB_COMPLETION_INDEX + 1))/3\"",
      ],
      "files": ["reflector campaign run a.yaml --quiet --jobs 1 --shard 3/3\n"],
    ]
    for text in try #require(wanted[engine]) { #expect(ended.output.contains(text)) }
  }

  @Test("leaves out the same units in each shard", arguments: ["slurm", "kubernetes", "files"])
  func leftOut(_ engine: String) throws {
    let folder = try folder()
    let ended = try submit(
      "a.yaml", "--leave-out", "0", "1", "--engine", engine, "--shards", "2", "--dry-run", in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(ended.output.contains("reflector campaign run a.yaml --leave-out 0 1 --quiet --jobs "))
    let notes = [
      "slurm": "#SBATCH --comment='shards=2 store=a.sqlite leave-out=0,1'\n",
      "kubernetes": "metadata:\n  name: \"small\"\n  annotations: {reflector/leave-out: \"0 1\"}\nspec:\n",
    ]
    #expect(ended.output.contains(notes[engine] ?? "--leave-out"), "\(ended.output)")
    let bad = try submit("a.yaml", "--engine", engine, "--dry-run", "--leave-out", "2", in: folder)
    #expect(bad.status == 2 && bad.error == "Error: found --leave-out 2, expected 0 to 1.\n")
  }

  @Test("reads a long answer of the cluster's program while that still reads the job")
  func longAnswer() throws {
    let folder = try folder()
    try folder.write(
      "#!/bin/sh\nhead -c 100000 /dev/zero | tr '\\0' x\ncat > job\n", "bin/kubectl")
    let ended = try Tool.shell(
      """
      chmod +x bin/*; image=$(head -c 100000 /dev/zero | tr '\\0' i)
      PATH="$PWD/bin:$PATH" timeout 60 "$REFLECTOR" campaign submit a.yaml --engine kubernetes --image "$image"
      """, in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(ended.output.count == 100_001)
    #expect(try folder.text("job").contains(String(repeating: "i", count: 100_000)))
  }

  @Test("names the array that runs, and the command that merges, where the merge cannot be submitted")
  func halfSubmitted() throws {
    let ended = try submit(
      "a.yaml", array: "echo 17", merge: "echo no such partition >&2; exit 1", in: folder())
    #expect(ended.status == 2 && ended.output == "")
    #expect(
      ended.error == """
        Error: sbatch fails. It reports:
        no such partition
        Job 17 runs the shards: do not submit again. When it has ended: reflector campaign merge a.yaml

        """)
  }

  @Test("takes the number of a job from an answer with a cluster, where the merge goes, too")
  func clusterName() throws {
    let folder = try folder()
    let ended = try submit("a.yaml", array: "echo '17;alpha'", merge: "echo '18;alpha'", in: folder)
    #expect(
      ended.output
        == "submitted 8 shards as job 17, merged by job 18; next: reflector campaign status a.yaml --engine slurm\n",
      "\(ended.error)")
    #expect(try folder.text("scripts").contains("#SBATCH --dependency=afterany:17\n"))
    #expect(try folder.text("options") == "--parsable\n--parsable --clusters=alpha\n")
  }

  @Test("prints nothing with --quiet but jobs that were asked for")
  func quiet() throws {
    let folder = try folder()
    let submitted = try submit("a.yaml --quiet", array: "echo 17", merge: "echo 18", in: folder)
    #expect(submitted.status == 0 && submitted.output == "" && submitted.error == "", "\(submitted)")
    let printed = try submit("a.yaml", "--engine", "files", "--shards", "1", "--quiet", in: folder)
    #expect(printed.output == "reflector campaign run a.yaml --quiet --jobs 1 --shard 1/1\n")
  }

  @Test("prints a next command that a shell takes as it is")
  func nextCommand() throws {
    let folder = try folder(Self.campaign(), "it's $x.yaml")
    let name = #"'it'\''s $x.yaml'"#
    let ended = try submit(name, array: "echo 17", merge: "echo 18", in: folder)
    #expect(
      ended.output.hasSuffix("; next: reflector campaign status \(name) --engine slurm\n"), "\(ended.error)")
    let new = try Tool.run(["campaign", "new", "it's $x.yaml", "--force"], in: folder)
    #expect(new.output.hasSuffix("; next: reflector campaign run \(name)\n"), "\(new.error)")
    let option = try Tool.run(["campaign", "new", "--", "-x.yaml"], in: folder)
    #expect(option.output == "wrote -x.yaml; next: reflector campaign run ./-x.yaml\n", "\(option.error)")
  }

  @Test(
    "quotes an id that YAML takes for something else",
    arguments: ["null", "true", "on", "123", "2026-01-01"])
  func quotedID(_ id: String) throws {
    let ended = try submit(
      "a.yaml", "--engine", "kubernetes", "--dry-run", in: folder(Self.campaign(id)))
    #expect(ended.output.contains("  name: \"\(id)\"\n"), "\(ended.output)\(ended.error)")
  }

  @Test("refuses an id that is too long for the hosts of Kubernetes, and for no other engine")
  func longID() throws {
    let folder = try folder(Self.campaign(String(repeating: "a", count: 61)))
    func submit(_ engine: String, _ shardCount: Int) throws -> Tool.Ended {
      try self.submit("a.yaml", "--engine", engine, "--shards", "\(shardCount)", "--dry-run", in: folder)
    }
    #expect(try submit("kubernetes", 10).status == 0)
    #expect(try submit("slurm", 11).status == 0)
    let refused = try submit("kubernetes", 11)
    #expect(refused.status == 2 && refused.output == "")
    #expect(
      refused.error
        == "Error: a.yaml: found an id of 61 octets, expected at most 60 for 11 shards on Kubernetes. Shorten it.\n"
    )
  }

  @Test("keeps the dollars of a path from Kubernetes, which expands variables")
  func dollars() throws {
    let ended = try submit(
      "a.yaml", "--store", "$(HOME)$$.sqlite", "--engine", "kubernetes", "--dry-run", in: folder())
    #expect(
      ended.output.contains("exec reflector campaign run a.yaml --store '$$(HOME)$$$$.sqlite' --quiet"),
      "\(ended.output)\(ended.error)")
    #expect(ended.output.contains("--shard \"$((JOB_COMPLETION_INDEX + 1))/8\"\n"))
    #expect(
      ended.output.hasPrefix(
        "# When all shards have ended: reflector campaign merge a.yaml --store '$(HOME)$$"))
  }

  @Test("prints a path that begins with a hyphen as no option", arguments: ["slurm", "kubernetes", "files"])
  func hyphen(_ engine: String) throws {
    let folder = try folder(Self.campaign(), "-x.yaml")
    let ended = try submit("--engine", engine, "--store=-x.sqlite", "--dry-run", "--", "-x.yaml", in: folder)
    #expect(
      ended.output.contains("reflector campaign run ./-x.yaml --store ./-x.sqlite --"), "\(ended.error)")
    #expect(!ended.output.contains(" -x."), "\(ended.output)")
  }

  @Test(
    "refuses a campaign or a store that jobs cannot read",
    arguments: [
      (
        ["-"],
        "found '-', expected a campaign file: each job reads the campaign, but not this standard input."
      ),
      (["-", "--store", "a.sqlite"], "found '-', expected a campaign file"),
      (["n\nw.yaml"], "found a line end in 'n w.yaml', expected a path in one line"),
      (
        ["a.yaml", "--store", "n\r\nw.sqlite"],
        "found a line end in 'n  w.sqlite', expected a path in one line"
      ),
    ])
  func unreadable(_ paths: [String], _ message: String) throws {
    for engine in ["slurm", "kubernetes", "files"] {
      let ended = try Tool.run(
        ["campaign", "submit"] + paths + ["--engine", engine, "--dry-run"], in: folder())
      #expect(ended.status == 2 && ended.output == "")
      #expect(ended.error.hasPrefix("Error: \(message)"), "\(ended.error)")
    }
  }
}
