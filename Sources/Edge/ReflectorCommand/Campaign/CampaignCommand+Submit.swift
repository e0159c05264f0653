internal import ArgumentParser
internal import Foundation
internal import Glibc
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
        id: plan.campaign.id, campaign: options.campaign, store: options.store, shardCount: shards,
        image: image, claim: claim, acceptsChange: acceptChange)
      switch engine {
      case .files: try StandardStream.output.writeOrThrow(work.commands)
      case .slurm:
        let scripts = [work.slurmArray, work.slurmMerge(after: nil)]
        if dryRun {
          try StandardStream.output.writeOrThrow(scripts.joined(separator: "\n"))
        } else {
          let array = try ClusterClient.run("sbatch", ["--parsable"], input: work.slurmArray)
          let merge = try ClusterClient.run("sbatch", ["--parsable"], input: work.slurmMerge(after: array))
          try StandardStream.output.writeOrThrow(
            "submitted \(shards) shards as job \(array), merged by job \(merge);"
              + " 'reflector campaign status \(ShellText.command([options.campaign]))' shows how far they are\n"
          )
        }
      case .kubernetes:
        if dryRun {
          try StandardStream.output.writeOrThrow(work.kubernetesJob)
        } else {
          let answer = try ClusterClient.run("kubectl", ["apply", "-f", "-"], input: work.kubernetesJob)
          try StandardStream.output.writeOrThrow("\(answer)\n")
        }
      }
      return .pass
    }
  }
}

/// What shares the work among machines.
enum ClusterEngine: String, ExpressibleByArgument, CaseIterable {
  case slurm, kubernetes, files
}

/// Calls the program of a cluster.
enum ClusterClient {
  /// What it prints, without the end of line. Throws if it is not there or refuses.
  static func run(_ program: String, _ arguments: [String], input: String) throws(BadInput) -> String {
    let process = Process()
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
    do {
      try process.run()
    } catch {
      throw BadInput("cannot run \(program): \(error.localizedDescription)")
    }
    // A program that ends before it has read all reports why.
    signal(SIGPIPE, SIG_IGN)
    do {
      try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try stdin.fileHandleForWriting.close()
    } catch {
      stdin.fileHandleForWriting.closeFile()
    }
    let answer = stdout.fileHandleForReading.readDataToEndOfFile()
    let complaint = stderr.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    func text(_ data: Data) -> String {
      String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    guard process.terminationStatus == 0 else {
      let failure =
        process.terminationStatus == 127
        ? "there is no \(program) here" : "\(program) refuses the job: \(text(complaint))"
      throw BadInput("\(failure). --dry-run prints the job, and --engine files the plain commands.")
    }
    return text(answer)
  }
}
