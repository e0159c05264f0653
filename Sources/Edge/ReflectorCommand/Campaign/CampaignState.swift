internal import CampaignStore
internal import Campaigns
internal import Notation
internal import Profiles
internal import Reports

/// The store of a shard, found by its name.
struct ShardStore {
  let path: String
  let shard: Shard

  /// The shards beside the store of a campaign, in the order of their numbers.
  static func all(beside options: CampaignOptions) -> [ShardStore] {
    let parts = options.storePath.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().map { "\($0)/" }.joined()
    return DataLibrary.names(in: folder.isEmpty ? "." : folder).compactMap { name -> ShardStore? in
      let words = name.split(separator: ".").suffix(2)
      let shard = words.first.flatMap { Shard(argument: String($0).replacing("-of-", with: "/")) }
      guard let shard, options.storePath(shard) == folder + name else { return nil }
      return ShardStore(path: folder + name, shard: shard)
    }.sorted { ($0.shard.count, $0.shard.number) < ($1.shard.count, $1.shard.number) }
  }
}

struct CampaignState {
  let plan: CampaignPlan
  let options: CampaignOptions
  /// What a cluster has of it; nil if none was asked.
  let queue: ClusterQueue?

  var lines: [String] {
    get throws(BadInput) {
      let units = plan.units
      let studies = [
        DecimalText.counted(units.procedureCount, "procedure") + " at "
          + DecimalText.counted(units.pointCount, "point")
      ]
      let work =
        (units.pointCount > 0 ? studies : [])
        + (units.checks.count == 0 ? [] : [DecimalText.counted(units.checks.count, "check")])
      let heads = [
        "\(plan.campaign.id): \(DisplayText.line(plan.campaign.title))",
        "  work      \(DecimalText.counted(units.count, "unit")): \(work.joined(separator: ", "))",
      ]
      let (whole, parts) = try BadInput.of { () throws(StoreError) in
        (try editions(of: options.storePath), try shards())
      }
      let none = "  store     none yet; 'reflector campaign run' makes it"
      let stores = whole.isEmpty && parts.isEmpty ? [none] : whole
      let queued = queue?.lines.map { "  queue     \($0)" } ?? []
      return (heads + stores + queued + parts).map { DisplayText.lines($0) }
    }
  }

  private func editions(of path: String) throws(StoreError) -> [String] {
    guard let store = try CampaignStore.existing(path) else { return [] }
    var lines = ["  store     \(path)" + (StoreLock.holder(of: path).map { ", in use by \($0)" } ?? "")]
    for (number, edition) in try store.editions() {
      guard edition == plan.edition else {
        let changes = plan.edition.differences(from: edition).joined(separator: ", ")
        let progress = CampaignReport.Progress(
          doneCount: try store.doneCount(in: number), of: edition.unitCount)
        lines.append("  edition   \(number): \(progress.text); before a change of \(changes)")
        continue
      }
      let progress = try progress(of: store, number, plan.units.count)
      lines.append("  edition   \(number): \(progress.text)")
    }
    return lines
  }

  /// Every shard of the numbers that some have, as `3/40`.
  private func shards() throws(StoreError) -> [String] {
    var counts = queue?.shardCounts ?? []
    for found in ShardStore.all(beside: options) where !counts.contains(found.shard.count) {
      counts.append(found.shard.count)
    }
    var lines: [String] = []
    for count in counts.sorted() {
      var wanted = [Int](repeating: 0, count: count)
      for unit in 0..<plan.units.count { wanted[plan.units.shard(of: unit, of: count) - 1] += 1 }
      for number in 1...count { lines.append(try state(of: Shard(number, of: count), wanted[number - 1])) }
    }
    return lines
  }

  private func state(of shard: Shard, _ wanted: Int) throws(StoreError) -> String {
    let path = options.storePath(shard)
    let start = "  shard     \(shard.text): "
    guard let store = try CampaignStore.existing(path),
      let edition = try store.number(of: plan.edition)
    else {
      return start + CampaignReport.Progress(doneCount: 0, of: wanted).text + ", "
        + state(of: shard, stopped: "NOT BEGUN")
    }
    let progress = try progress(of: store, edition, wanted)
    return start + progress.text
      + (progress.isComplete ? "" : ", " + state(of: shard, stopped: "NOT RUNNING"))
  }

  /// Who runs a shard with units missing, else how it is run again.
  private func state(of shard: Shard, stopped: String) -> String {
    let task = queue?.task(of: shard)
    if let task, task.isRunning { return task.text }
    if let holder = StoreLock.holder(of: options.storePath(shard)) { return "running as \(holder)" }
    if let task { return task.text }
    // What is divided anew in the queue does not run by the earlier division, too.
    guard let counts = queue?.shardCounts, counts.isEmpty || counts.contains(shard.count) else {
      return stopped
    }
    return stopped + ": " + ShellText.command(options.command("run") + ["--shard", shard.text])
  }

  /// How many of so many units a store has.
  private func progress(
    of store: CampaignStore, _ edition: Int64, _ unitCount: Int
  ) throws(StoreError) -> CampaignReport.Progress {
    guard plan.units.p90WithinMetres != nil else {
      return .init(doneCount: try store.doneCount(in: edition), of: unitCount)
    }
    let tally = try store.tally(of: plan.units, in: edition)
    return .init(doneCount: tally.doneCount, sparedCount: tally.sparedCount, of: unitCount)
  }
}
