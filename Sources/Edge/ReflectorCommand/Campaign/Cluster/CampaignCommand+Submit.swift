internal import ArgumentParser
internal import Notation
internal import Profiles
internal import Reports

extension CampaignCommand {
  /// `reflector campaign submit`
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

    @Option(help: ArgumentHelp("Number of shards.", valueName: "n"))
    var shards = 8

    @Flag(help: "Let shards whose stores are from before a change keep the new results apart.")
    var acceptChange = false

    @Flag(help: "Print what would be submitted.")
    var dryRun = false

    @Option(help: ArgumentHelp("The container image with reflector, for kubernetes.", valueName: "name"))
    var image = "reflector:\(ReflectorTool.identity.version)"

    @Option(
      help: ArgumentHelp(
        "The persistent volume claim with the folder of the campaign, for kubernetes.", valueName: "name"))
    var claim = "reflector-campaign"

    func validate() throws {
      guard (1...Shard.maximum).contains(shards) else {
        throw ValidationError("found --shards \(shards), expected 1 to \(Shard.maximum).")
      }
    }

    /// Carries the command out.
    func status() throws -> ExitStatus {
      let plan = try CampaignPlan(path: options.campaign)
      let work = ClusterWork(
        id: plan.campaign.id, options: options, shardCount: shards, image: image, claim: claim,
        acceptsChange: acceptChange)
      switch engine {
      case .files: try StandardStream.output.writeOrThrow(work.commands)
      case .slurm:
        let scripts = [work.slurmArray, work.slurmMerge(after: nil)]
        if dryRun {
          try StandardStream.output.writeOrThrow(scripts.joined(separator: "\n"))
        } else {
          let array = try Self.run("sbatch", ["--parsable"], input: work.slurmArray)
          let merge = try Self.run("sbatch", ["--parsable"], input: work.slurmMerge(after: array))
          let status = ShellText.command(options.command("status") + ["--engine", engine.rawValue])
          try StandardStream.output.writeOrThrow(
            "submitted \(shards) shards as job \(array), merged by job \(merge);"
              + " '\(status)' shows how far they are\n"
          )
        }
      case .kubernetes:
        if dryRun {
          try StandardStream.output.writeOrThrow(work.kubernetesJob)
        } else {
          let answer = try Self.run("kubectl", ["apply", "-f", "-"], input: work.kubernetesJob)
          try StandardStream.output.writeOrThrow("\(answer)\n")
        }
      }
      return .pass
    }

    private static func run(
      _ program: String, _ arguments: [String], input: String
    ) throws(BadInput) -> String {
      try ClusterClient.run(
        program, arguments, input: input,
        advice: "--dry-run prints the job, and --engine files the plain commands.")
    }
  }
}
