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

  var status: CampaignStatus {
    get throws(BadInput) {
      let units = plan.units
      var status = CampaignStatus(
        id: plan.campaign.id, title: plan.campaign.title, unitCount: units.count,
        procedureCount: units.procedureCount, pointCount: units.pointCount, checkCount: units.checks.count)
      (status.store, status.shards) = try BadInput.of { () throws(StoreError) in
        (try store(at: options.storePath), try shards())
      }
      status.queue = queue?.lines ?? []
      return status
    }
  }

  private func store(at path: String) throws(StoreError) -> CampaignStatus.Store? {
    guard let store = try CampaignStore.existing(path) else { return nil }
    var editions: [CampaignStatus.Edition] = []
    for (number, edition) in try store.editions() {
      if edition == plan.edition {
        let progress = try progress(of: store, number, plan.units.count)
        editions.append(.init(number: number, progress: progress))
      } else {
        editions.append(
          .init(
            number: number,
            progress: .init(doneCount: try store.doneCount(in: number), of: edition.unitCount),
            changes: plan.edition.differences(from: edition)))
      }
    }
    return CampaignStatus.Store(
      path: path, holder: StoreLock.holder(of: path), lost: lostRun(of: path), editions: editions)
  }

  private func lostRun(of path: String) -> CampaignStatus.LostRun? {
    StoreLock.lostRun(of: path).map(CampaignStatus.LostRun.init)
  }

  /// Every shard of the numbers that some have, as `3/40`.
  private func shards() throws(StoreError) -> [CampaignStatus.Shard] {
    var counts = queue?.shardCounts ?? []
    for found in ShardStore.all(beside: options) where !counts.contains(found.shard.count) {
      counts.append(found.shard.count)
    }
    var shards: [CampaignStatus.Shard] = []
    for count in counts.sorted() {
      var wanted = [Int](repeating: 0, count: count)
      for unit in 0..<plan.units.count { wanted[plan.units.shard(of: unit, of: count) - 1] += 1 }
      for number in 1...count { shards.append(try state(of: Shard(number, of: count), wanted[number - 1])) }
    }
    return shards
  }

  private func state(of shard: Shard, _ wanted: Int) throws(StoreError) -> CampaignStatus.Shard {
    let path = options.storePath(shard)
    var state = CampaignStatus.Shard(
      name: shard.text, path: path, hasBegun: false, progress: .init(doneCount: 0, of: wanted))
    if let store = try CampaignStore.existing(path), let edition = try store.number(of: plan.edition) {
      state.hasBegun = true
      state.progress = try progress(of: store, edition, wanted)
    }
    guard !state.isComplete else { return state }
    let task = queue?.task(of: shard)
    let holder = StoreLock.holder(of: path).map { "running as \($0)" }
    state.task = task?.isRunning == true ? task?.text : holder ?? task?.text
    state.lost = state.task == nil ? lostRun(of: path) : nil
    // What is divided anew in the queue does not run by the earlier division, too.
    let counts = queue?.shardCounts ?? []
    if state.task == nil, counts.isEmpty || counts.contains(shard.count) {
      let omission = LeaveOutOptions.arguments(queue?.leftOut ?? [])
      state.command = ShellText.command(options.command("run") + omission + ["--shard", shard.text])
    }
    return state
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

extension CampaignStatus.LostRun {
  init(_ run: StoreLock.LostRun) { self.init(process: run.process, units: run.units) }
}
