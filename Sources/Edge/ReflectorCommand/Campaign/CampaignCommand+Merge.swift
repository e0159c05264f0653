internal import ArgumentParser
internal import CampaignStore
internal import Campaigns
internal import Profiles
internal import Reports

extension CampaignCommand {
  struct Merge: StatusCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge",
      abstract: "Join the stores of shards into that of the campaign.",
      usage: "reflector campaign merge <campaign> [<shard-store> ...] [<options>]",
      discussion: """
        Without stores, all shards beside the campaign's store are joined, as NAME.3-of-40.sqlite. A unit that ran twice \
        counts once. The stores of the shards stay as they are.

        Exit status: 0 complete, 2 bad input, 3 units are missing, 70 a bug of ours.
        """)

    @OptionGroup var options: CampaignOptions

    @Argument(help: ArgumentHelp("Stores of shards.", valueName: "shard-store"))
    var shards: [String] = []

    @OptionGroup var output: JSONOptions

    func status() throws -> ExitStatus {
      let plan = try options.plan()
      let paths = sourcePaths
      try output.checkFile(
        apartFrom: [(name: "the store of the campaign", path: options.storePath)]
          + paths.map { (name: "the store of a shard", path: $0) })
      guard !paths.isEmpty else {
        throw BadInput(
          "found no shards beside \(options.storePath); run some with 'reflector campaign run --shard', or name their"
            + " stores.")
      }
      var sources: [(path: String, edition: Int64)] = []
      for path in paths {
        if let edition = try Self.edition(of: plan, in: path) {
          sources.append((path, edition))
        } else {
          guard FileIdentity(path) != nil else {
            throw BadInput("there is no store \(path); run its shard, or leave it out.")
          }
          let problem = "\(path) has no results of \(options.campaign) as it is now"
          // What was found by its name may be from before a change.
          guard shards.isEmpty else {
            throw BadInput(problem + "; run its shard again, or leave it out.")
          }
          StandardError.write("note: \(problem): it is left out\n")
        }
      }
      guard !sources.isEmpty else {
        throw BadInput("no shard has results of \(options.campaign) as it is now; run the shards again.")
      }
      let result = try BadInput.of { () throws(StoreError) in
        let store = try CampaignStore(path: options.storePath, .sharedWriting) {
          plan.objection(to: options.storePath, with: $0)
        }
        let edition = try store.add(plan.edition)
        let count = try store.merge(sources, into: edition)
        // Only all units together show which of them are not needed.
        let tally = try store.tally(of: plan.units, in: edition)
        try store.close()
        return CampaignMergeResult(
          id: plan.campaign.id, title: plan.campaign.title, store: options.storePath, edition: edition,
          sources: sources.map { .init(path: $0.path, edition: $0.edition) }, addedCount: count,
          progress: CampaignReport.Progress(tally, of: plan.units))
      }
      try output.writeReport(json: { result.json(tool: ReflectorTool.identity) }, text: { result.text })
      return result.progress.isComplete ? .pass : .inconclusive
    }

    /// The stores to join, those that were named or else those found: each once, without the one that they are joined into.
    private var sourcePaths: [String] {
      let paths = shards.isEmpty ? ShardStore.all(beside: options).map(\.path) : shards
      let target = FileIdentity(options.storePath)
      var known: [FileIdentity: String] = [:]
      return paths.filter { path in
        guard let identity = FileIdentity(path) else { return true }
        if identity == target {
          StandardError.write("note: the shards are joined into \(path): it is left out\n")
          return false
        }
        if let other = known.updateValue(path, forKey: identity) {
          StandardError.write("note: \(other) and \(path) are one store: it counts once\n")
          return false
        }
        return true
      }
    }

    /// The number of the campaign's edition in the store of a shard, whose results are looked at one by one; nil if it has
    /// none of the campaign as it is now.
    private static func edition(of plan: CampaignPlan, in path: String) throws(BadInput) -> Int64? {
      try BadInput.of { () throws(StoreError) in
        guard let store = try CampaignStore.existing(path) else { return nil }
        let number = try store.number(of: plan.edition)
        if let number { _ = try store.tally(of: plan.units, in: number) }
        try store.close()
        return number
      }
    }
  }

  struct Replay: StatusCommand {
    static let configuration = CommandConfiguration(
      commandName: "replay",
      abstract: "Run one unit again, compare it with the store, and write its capture.",
      usage: "reflector campaign replay <campaign> <unit> [<options>]",
      discussion: """
          reflector campaign report sweep.yaml --worst 5
          reflector campaign replay sweep.yaml 17 --capture unit-17.pcapng

        Exit status: 0 as stored, 1 another result, 2 bad input, 3 not in the store, 70 a bug of ours.
        """)

    @OptionGroup var options: CampaignOptions

    @Argument(help: "The number of the unit.")
    var unit: Int

    @OptionGroup var edition: EditionOptions

    @Option(help: ArgumentHelp("Write the capture of the unit.", valueName: "file"))
    var capture: String?

    @OptionGroup var output: JSONOptions

    func validate() throws {
      if capture == "-" { throw ValidationError("found --capture -, expected the name of a file.") }
    }

    func status() throws -> ExitStatus {
      let plan = try options.plan()
      if let capture { try output.folders.checkFile(capture, option: "--capture") }
      try output.checkFile(apartFrom: capture.map { [(name: "the capture", path: $0)] } ?? [])
      guard (0..<plan.units.count).contains(unit) else {
        throw BadInput("found unit \(unit), expected 0 to \(plan.units.count - 1).")
      }
      let store = try options.open()
      let edition = try edition.number(in: store, of: plan)
      let stored = try BadInput.of { () throws(StoreError) in try store.editions() }
      let changes = stored.filter { $0.number == edition }.flatMap {
        plan.edition.differences(from: $0.edition)
      }
      guard changes.isEmpty else {
        throw BadInput(
          "edition \(edition) ran before a change of \(changes.joined(separator: ", ")); a unit runs again only as it was."
        )
      }
      let replay = UnitReplay(number: unit, plan: plan)
      let result = try replay.result(with: store, edition, capture: capture)
      try output.writeReport(json: { result.json(tool: ReflectorTool.identity) }, text: { result.text })
      return result.isSame.map { $0 ? .pass : .fail } ?? .inconclusive
    }
  }
}
