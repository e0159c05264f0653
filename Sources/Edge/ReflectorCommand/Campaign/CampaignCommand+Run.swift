internal import ArgumentParser
internal import CampaignStore
internal import Campaigns
internal import Glibc
internal import Profiles
internal import Reports

extension CampaignCommand {
  struct Run: StatusCommand {
    static let configuration = CommandConfiguration(
      commandName: "run",
      abstract: "Run what is missing of a campaign.",
      usage: "reflector campaign run <campaign> [<options>]",
      discussion: """
        Control-C pauses: units under way are finished and stored, and 'run' goes on later. A campaign that changed is \
        refused, since its results would be mixed; --accept-change begins an edition with results of its own.

          reflector campaign run sweep.yaml
          reflector campaign run sweep.yaml --shard 3/40

        Exit status: 0 nothing left to run, 2 bad input, 3 paused, 70 a bug of ours.
        """)

    @OptionGroup var options: CampaignOptions

    @Option(
      help: ArgumentHelp(
        "Run this part of the campaign into a store of its own; 'campaign merge' joins them.",
        valueName: "k/n"))
    var shard: Shard?

    @Flag(help: "If the campaign, a file that it names or the tool changed, keep the new results apart.")
    var acceptChange = false

    @OptionGroup var omission: LeaveOutOptions

    @OptionGroup var trouble: UnitTroubleOptions

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Pause after so many minutes (default: 'minutes' of the campaign).", valueName: "n"))
    var minutes: Int?

    @OptionGroup var jobs: JobOptions

    @OptionGroup var output: JSONOptions

    func validate() throws {
      if let minutes, !Campaign.minutes.contains(minutes) {
        throw ValidationError(
          "found --minutes \(minutes), expected \(Campaign.minutes.lowerBound) to \(Campaign.minutes.upperBound)."
        )
      }
    }

    func status() throws -> ExitStatus {
      let plan = try options.plan()
      let leftOut = try omission.units(of: plan)
      let path = shard.map { options.storePath($0) } ?? options.storePath
      try OutputFile.checkFile(path, option: "--store", makesFolders: nil)
      try output.checkFile(apartFrom: [(name: "the store of the campaign", path: path)])
      let stop = StopRequest("pausing after the units under way")
      let interruption = Interruption(stop.make)
      defer { interruption.cancel() }
      let result = try BadInput.of { () throws(StoreError) in
        let store = try CampaignStore(path: path, shard == nil ? .writing : .sharedWriting) {
          objection(to: path, with: $0, plan)
        }
        // After an error, threads that still compute hold the lock.
        defer { store.lock?.release() }
        let lost = store.lock?.lost.map(CampaignStatus.LostRun.init)
        if !output.quiet, let lost { Self.warn(of: lost) }
        let edition = try store.add(plan.edition)
        let run = try CampaignRun(
          plan.units, store: store, edition: edition, shard: shard, leftOut: leftOut,
          mishap: trouble.mishap, jobs: jobs.count, until: stop,
          minutes: minutes ?? plan.campaign.minutes)
        try run.carryOut(showsProgress: !output.quiet)
        let result = try run.result(of: plan.campaign, after: lost)
        try store.close()
        return result
      }
      try output.writeReport(json: { result.json(tool: ReflectorTool.identity) }, text: { result.text })
      // Units that were left out on request are no reason for a cluster to run the command again.
      return result.isPaused ? .inconclusive : .pass
    }

    private static func warn(of lost: CampaignStatus.LostRun) {
      StandardError.write(
        "note: \(lost.text). They run again. If one of them is the cause, 'campaign replay'"
          + " shows it, and --leave-out goes on without it.\n")
    }

    /// Why the campaign does not go on in a store with these editions: they are of another campaign, or from before a
    /// change that is not accepted; nil if it does.
    private func objection(
      to path: String, with editions: [(number: Int64, edition: Edition)], _ plan: CampaignPlan
    ) -> String? {
      if let objection = plan.objection(to: path, with: editions) { return objection }
      guard !acceptChange, editions.number(of: plan.edition) == nil, let last = editions.last else {
        return nil
      }
      let changes = plan.edition.differences(from: last.edition).joined(separator: ", ")
      return
        "\(path) has results from before a change: \(changes). Keep the new ones apart with --accept-change, or"
        + " name another store with --store."
    }
  }
}

/// The arguments of `reflector campaign run` that only tests give.
struct UnitTroubleOptions: ParsableArguments {
  #if PLANTS_TROUBLE
    /// The unit in which the program traps.
    @Option(parsing: .unconditional, help: .hidden)
    var trapInUnit: Int?

    /// Lets go wrong in units what tests ask for.
    var mishap: (@Sendable (Int) -> Void)? {
      let trapped = trapInUnit
      return { unit in precondition(unit != trapped, "a trap is planted in unit \(unit)") }
    }
  #else
    // Nothing goes wrong on purpose in a release.
    var mishap: (@Sendable (Int) -> Void)? { nil }
  #endif
}
