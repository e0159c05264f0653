internal import ArgumentParser
internal import CampaignStore
internal import Campaigns
internal import Glibc
internal import Notation
internal import Profiles

struct CampaignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "campaign",
    abstract: "Run studies and checks for hours, on one machine or a cluster, and report the results.",
    discussion: """
      A campaign file names accessories, phones, environments, distances, knobs, requirement sets and seeds. Results go \
      to a store beside it, which survives the end of the process at any moment. docs/campaigns.md describes both.

        reflector campaign new sweep.yaml
        reflector campaign run sweep.yaml
        reflector campaign report sweep.yaml --html sweep.html
      """,
    subcommands: [
      New.self, Run.self, Status.self, Report.self, Export.self, Merge.self, Submit.self, Replay.self,
    ])
}

struct CampaignOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The campaign file.", valueName: "campaign"), completion: .file(extensions: ["yaml"]))
  var campaign: String

  @Option(
    help: ArgumentHelp("The store (default: beside the campaign, as NAME.sqlite).", valueName: "file"))
  var store: String?

  var storePath: String { store ?? Self.stem(campaign) + ".sqlite" }

  /// The file of a shard's store, beside the campaign's.
  func storePath(_ shard: Shard) -> String {
    "\(Self.stem(storePath)).\(shard.number)-of-\(shard.count).sqlite"
  }

  /// A command about the campaign, in words.
  func command(_ name: String) -> [String] {
    ["reflector", "campaign", name, ShellText.path(campaign)]
      + (store.map { ["--store", ShellText.path($0)] } ?? [])
  }

  func validate() throws {
    if let store, store.isEmpty || store.hasPrefix(":") {
      // SQLite keeps what is named so in memory.
      throw ValidationError("found --store '\(store)', expected the name of a file.")
    }
  }

  /// Reads the campaign and all files that it names.
  func plan() throws(BadInput) -> CampaignPlan {
    guard campaign != "-" || store != nil else {
      throw BadInput("a campaign from standard input has no place for a store; name one with --store.")
    }
    return try CampaignPlan(path: campaign)
  }

  private static func stem(_ path: String) -> String {
    for ending in [".yaml", ".yml", ".sqlite"] where path.hasSuffix(ending) {
      return String(path.dropLast(ending.count))
    }
    return path
  }

  /// Opens the store to read results.
  func open() throws(BadInput) -> CampaignStore {
    try BadInput.of { () throws(StoreError) in try CampaignStore(path: storePath, .reading) }
  }
}

extension CampaignPlan {
  /// Why results of the campaign do not go to a store with these editions; nil if one is of the campaign, or if there is
  /// none.
  func objection(to path: String, with editions: [(number: Int64, edition: Edition)]) -> String? {
    guard let other = editions.last?.edition.campaign,
      !editions.contains(where: { $0.edition.campaign == edition.campaign })
    else { return nil }
    return
      "\(path) has results of the campaign '\(other)', expected those of '\(edition.campaign)'; name another store with"
      + " --store."
  }
}

/// A part of a campaign, as `3/40`.
struct Shard: ExpressibleByArgument, Hashable {
  static let maximum = 100_000

  /// From 1.
  let number: Int
  let count: Int

  init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], (1...Self.maximum).contains(count),
      (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  var text: String { "\(number)/\(count)" }
}

/// Which units of a campaign do not run.
struct LeaveOutOptions: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Leave out these units, as those that crash; they stay missing.", valueName: "unit"))
  var leaveOut: [Int] = []

  /// As a command has them.
  static func arguments(_ units: [Int]) -> [String] {
    units.isEmpty ? [] : ["--leave-out"] + units.map { "\($0)" }
  }

  /// The units. Throws if one of them is none of the campaign.
  func units(of plan: CampaignPlan) throws(BadInput) -> Set<Int> {
    if let unit = leaveOut.first(where: { !(0..<plan.units.count).contains($0) }) {
      throw BadInput("found --leave-out \(unit), expected 0 to \(plan.units.count - 1).")
    }
    return Set(leaveOut)
  }
}

/// Which results of a store are meant.
struct EditionOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Results of this edition; 'campaign status' lists them (default: the one of the campaign as it is now).",
      valueName: "n"))
  var edition: Int64?

  /// The number of the edition in a store. Throws if the store has none, or another campaign.
  func number(in store: CampaignStore, of plan: CampaignPlan) throws(BadInput) -> Int64 {
    let editions = try BadInput.of { () throws(StoreError) in try store.editions() }
    guard let edition else {
      if let current = editions.number(of: plan.edition) { return current }
      let why =
        editions.last.map { plan.edition.differences(from: $0.edition).joined(separator: ", ") + " changed" }
        ?? "nothing ran yet"
      let older = editions.last { $0.edition.document == plan.edition.document }
      throw BadInput(
        "\(store.path) has no results of \(plan.campaign.file) as it is now: \(why). Run the campaign"
          + (older.map { ", or see the results from before with --edition \($0.number)." } ?? "."))
    }
    guard let found = editions.first(where: { $0.number == edition }) else {
      throw BadInput("found --edition \(edition), expected 1 to \(editions.count).")
    }
    guard found.edition.document == plan.edition.document else {
      throw BadInput(
        "edition \(edition) is of another text of \(plan.campaign.file); give the campaign file as it was then."
      )
    }
    return edition
  }
}
