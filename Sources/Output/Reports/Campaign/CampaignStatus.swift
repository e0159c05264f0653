internal import Notation

/// How far a campaign is, by its stores and the queue of a cluster.
package struct CampaignStatus: Sendable {
  /// A process that crashed or was killed.
  package struct LostRun: Sendable {
    /// As `process 17 on node5`.
    package var process: String
    /// The units that it had under way.
    package var units: [Int]

    package init(process: String, units: [Int]) {
      self.process = process
      self.units = units
    }
  }

  /// Results of the campaign, its files and the tool as they are or were.
  package struct Edition: Sendable {
    package var number: Int64
    package var progress: CampaignReport.Progress
    /// What has changed since it ran, in words; empty if nothing has.
    package var changes: [String]

    package init(number: Int64, progress: CampaignReport.Progress, changes: [String] = []) {
      self.number = number
      self.progress = progress
      self.changes = changes
    }
  }

  /// The store of the whole campaign.
  package struct Store: Sendable {
    package var path: String
    /// The process that writes to it; nil if none does.
    package var holder: String?
    /// The process that ended last, if it crashed or was killed; nil otherwise.
    package var lost: LostRun?
    /// The oldest first.
    package var editions: [Edition]

    package init(path: String, holder: String?, lost: LostRun?, editions: [Edition]) {
      self.path = path
      self.holder = holder
      self.lost = lost
      self.editions = editions
    }
  }

  /// A part of the campaign with a store of its own.
  package struct Shard: Sendable {
    /// As `3/40`.
    package var name: String
    /// Its store, which may not exist yet.
    package var path: String
    /// Whether it has results of the campaign as it is now.
    package var hasBegun: Bool
    package var progress: CampaignReport.Progress
    /// Who runs it, or what keeps it waiting, in words; nil if it does neither.
    package var task: String?
    /// The command that runs it again; nil if nothing is missing, and where the queue has another division.
    package var command: String?
    /// The process that ended last, if it crashed or was killed and left units; nil otherwise.
    package var lost: LostRun?

    package init(name: String, path: String, hasBegun: Bool, progress: CampaignReport.Progress) {
      self.name = name
      self.path = path
      self.hasBegun = hasBegun
      self.progress = progress
    }

    /// Whether no unit is missing.
    package var isComplete: Bool { hasBegun && progress.isComplete }
  }

  /// The name of the campaign.
  package var id: String
  package var title: String
  package var unitCount: Int
  package var procedureCount: Int
  package var pointCount: Int
  package var checkCount: Int
  /// Nil before it is made.
  package var store: Store?
  /// The jobs of a cluster, in words; empty if none was asked.
  package var queue: [String] = []
  /// In the order of their numbers.
  package var shards: [Shard] = []

  package init(
    id: String, title: String, unitCount: Int, procedureCount: Int, pointCount: Int, checkCount: Int
  ) {
    self.id = id
    self.title = title
    self.unitCount = unitCount
    self.procedureCount = procedureCount
    self.pointCount = pointCount
    self.checkCount = checkCount
  }
}

// MARK: For people

extension CampaignStatus {
  /// A line for each fact, with a line feed at its end.
  package var text: String {
    let studies =
      DecimalText.counted(procedureCount, "procedure") + " at " + DecimalText.counted(pointCount, "point")
    let work =
      (pointCount > 0 ? [studies] : []) + (checkCount == 0 ? [] : [DecimalText.counted(checkCount, "check")])
    let heads = [
      "\(id): \(DisplayText.line(title))",
      "  work      \(DecimalText.counted(unitCount, "unit")): \(work.joined(separator: ", "))",
    ]
    let none =
      store == nil && shards.isEmpty ? ["  store     none yet; 'reflector campaign run' makes it"] : []
    let parts = none + (store?.lines ?? []) + queue.map { "  queue     \($0)" } + shards.flatMap(\.lines)
    return (heads + parts).map { DisplayText.lines($0) + "\n" }.joined()
  }
}

extension CampaignStatus.LostRun {
  /// What happened, without a full stop.
  package var text: String {
    "\(process) crashed or was killed with these units under way: "
      + units.map { "\($0)" }.joined(separator: " ")
  }

  fileprivate var line: String { "  lost      \(text)" }
}

extension CampaignStatus.Store {
  fileprivate var lines: [String] {
    let head = "  store     \(path)" + (holder.map { ", in use by \($0)" } ?? "")
    return [head] + (lost.map { [$0.line] } ?? [])
      + editions.map { edition in
        let changes = edition.changes.joined(separator: ", ")
        return "  edition   \(edition.number): \(edition.progress.text)"
          + (changes.isEmpty ? "" : "; before a change of \(changes)")
      }
  }
}

extension CampaignStatus.Shard {
  fileprivate var lines: [String] {
    let head = "  shard     \(name): \(progress.text)"
    let stopped = (hasBegun ? "NOT RUNNING" : "NOT BEGUN") + (command.map { ": \($0)" } ?? "")
    return [head + (isComplete ? "" : ", " + (task ?? stopped))] + (lost.map { [$0.line] } ?? [])
  }
}

// MARK: For programs

extension CampaignStatus {
  static let document = JSONDocument<CampaignStatus>(
    name: "reflector/campaign-status/1", title: "Status of a campaign",
    fields: [
      .init("campaign", "The name of the campaign.", \.id),
      .init("title", "One line.", \.title),
      .init("units", "Number of units of work.", \.unitCount),
      .init("procedures", "Number of procedures of all studies.", \.procedureCount),
      .init("points", "Number of points of all studies.", \.pointCount),
      .init("checks", "Number of checks.", \.checkCount),
      .init("store", "The store of the campaign; null before it is made.", \.store),
      .init("queue", "The jobs of the cluster, in words, with --engine.", \.queue),
      .init("shards", "In the order of their numbers.", \.shards),
    ])

  /// The document, with a line feed at its end.
  package func json(tool: ToolIdentity) -> String { Self.document.text(self, tool: tool) }
}

extension CampaignReport.Progress {
  static let jsonFields: [JSONField<CampaignReport.Progress>] = [
    .init("units", "Number of units of work.", \.unitCount),
    .init("units_done", "Number of those done.", \.doneCount),
    .init("units_not_needed", "Number of those whose points are known well enough.", \.sparedCount),
  ]
}

extension CampaignStatus.LostRun: JSONObject {
  static let jsonFields: [JSONField<CampaignStatus.LostRun>] = [
    .init("process", "As `process 17 on node5`.", \.process),
    .init("units", "The units that it had under way.", \.units),
  ]
}

extension CampaignStatus.Edition: JSONObject {
  private static let numberKey = JSONField<CampaignStatus.Edition>(
    "edition", "Number of the edition.", \.number)
  private static let changesKey = JSONField<CampaignStatus.Edition>(
    "changed_since", "Files and programs that changed since.", \.changes)

  static let jsonFields =
    [numberKey] + CampaignReport.Progress.jsonFields.of(\CampaignStatus.Edition.progress) + [changesKey]
}

extension CampaignStatus.Store: JSONObject {
  static let jsonFields: [JSONField<CampaignStatus.Store>] = [
    .init("path", "The file.", \.path),
    .init("in_use_by", "The process that writes to it.", \.holder),
    .init("lost", "The process that ended last, if it crashed or was killed.", \.lost),
    .init("editions", "The oldest first.", \.editions),
  ]
}

extension CampaignStatus.Shard: JSONObject {
  private static let placeKeys: [JSONField<CampaignStatus.Shard>] = [
    .init("shard", "As `3/40`.", \.name),
    .init("store", "The file of its store.", \.path),
    .init("begun", "Whether it has results of the campaign as it is now.", \.hasBegun),
  ]
  private static let stateKeys: [JSONField<CampaignStatus.Shard>] = [
    .init("complete", "Whether no unit is missing.", \.isComplete),
    .init("task", "Who runs it, or what keeps it waiting, in words.", \.task),
    .init("command", "The command that runs it again, if units are missing.", \.command),
    .init("lost", "The process that ended last, if it crashed or was killed and left units.", \.lost),
  ]

  static let jsonFields =
    placeKeys + CampaignReport.Progress.jsonFields.of(\CampaignStatus.Shard.progress) + stateKeys
}
