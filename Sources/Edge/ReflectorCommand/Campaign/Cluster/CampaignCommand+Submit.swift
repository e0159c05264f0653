internal import ArgumentParser
internal import Notation
internal import Profiles
internal import Reports

extension CampaignCommand {
  struct Submit: StatusCommand {
    static let configuration = CommandConfiguration(
      commandName: "submit",
      abstract: "Give the shards of a campaign to a cluster.",
      usage: "reflector campaign submit <campaign> --engine <engine> [<options>]",
      discussion: """
        slurm submits a job array and a job that merges; kubernetes applies an Indexed Job; files prints the commands \
        of the shards, a line each, for any other engine.

          reflector campaign submit sweep.yaml --engine slurm --shards 40
          reflector campaign submit sweep.yaml --engine files --shards 8 | parallel
        """)

    @OptionGroup var options: CampaignOptions

    @Option(help: ArgumentHelp("slurm, kubernetes or files.", valueName: "engine"))
    var engine: ClusterEngine

    @Option(parsing: .unconditional, help: ArgumentHelp("Number of shards.", valueName: "n"))
    var shards = 8

    @Flag(help: "Let shards whose stores are from before a change keep the new results apart.")
    var acceptChange = false

    @OptionGroup var omission: LeaveOutOptions

    @Flag(help: "Print what would be submitted.")
    var dryRun = false

    @Option(help: ArgumentHelp("The container image with reflector, for kubernetes.", valueName: "name"))
    var image = "reflector:\(ReflectorTool.identity.version)"

    @Option(
      help: ArgumentHelp(
        "The persistent volume claim with the folder of the campaign, for kubernetes.", valueName: "name"))
    var claim = "reflector-campaign"

    @Flag(name: .shortAndLong, help: "Print only errors, and the jobs that were asked for.")
    var quiet = false

    func validate() throws {
      guard (1...Shard.maximum).contains(shards) else {
        throw ValidationError("found --shards \(shards), expected 1 to \(Shard.maximum).")
      }
      if options.campaign == "-" {
        throw ValidationError(
          "found '-', expected a campaign file: each job reads the campaign, but not this standard input."
            + " Save it as a file.")
      }
      for path in [options.campaign, options.storePath] where path.contains(where: \.isNewline) {
        throw ValidationError(
          "found a line end in '\(DisplayText.line(path))', expected a path in one line, as the scripts of jobs need;"
            + " rename it.")
      }
    }

    func status() throws -> ExitStatus {
      let plan = try options.plan()
      _ = try omission.units(of: plan)
      let work = ClusterWork(
        id: plan.campaign.id, options: options, shardCount: shards, image: image, claim: claim,
        acceptsChange: acceptChange, leaveOut: omission.leaveOut)
      switch engine {
      case .files: try StandardStream.output.writeOrThrow(work.commands)
      case .slurm:
        let scripts = [work.slurmArray, work.slurmMerge(after: nil)]
        if dryRun {
          try StandardStream.output.writeOrThrow(scripts.joined(separator: "\n"))
        } else {
          let array = try Self.sbatch(work.slurmArray, advice: Self.advice)
          let merge = try Self.sbatch(
            work.slurmMerge(after: array.job), on: array.cluster,
            advice:
              "Job \(array.job) runs the shards: do not submit again. When it has ended: \(work.merge)")
          let status = ShellText.command(options.command("status") + ["--engine", engine.rawValue])
          if !quiet {
            try StandardStream.output.writeOrThrow(
              "submitted \(shards) shards as job \(array.job), merged by job \(merge.job); next: \(status)\n")
          }
        }
      case .kubernetes:
        let job = try work.kubernetesJob
        if dryRun {
          try StandardStream.output.writeOrThrow(job)
        } else {
          let answer = try ClusterClient.run(
            "kubectl", ["apply", "-f", "-"], input: job, advice: Self.advice)
          if !quiet { try StandardStream.output.writeOrThrow("\(answer)\n") }
        }
      }
      return .pass
    }

    private static let advice = "--dry-run prints the job, and --engine files the plain commands."

    /// The number of the job that runs a script, and the cluster, where Slurm has several: a job depends on none of
    /// another cluster.
    private static func sbatch(
      _ script: String, on cluster: Substring? = nil, advice: String
    ) throws(BadInput) -> (job: String, cluster: Substring?) {
      let options = cluster.map { ["--clusters=\($0)"] } ?? []
      let answer = try ClusterClient.run("sbatch", ["--parsable"] + options, input: script, advice: advice)
      let parts = answer.split(separator: ";", maxSplits: 1)
      return (parts.first.map(String.init) ?? "", parts.dropFirst().first)
    }
  }
}
