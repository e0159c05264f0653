internal import Notation

/// What a run of a campaign did, of all of it or of a shard.
package struct CampaignRunResult: Sendable {
  /// The name of the campaign.
  package var id: String
  package var title: String
  package var store: String
  /// The number of the edition in the store.
  package var edition: Int64
  /// As `3/40`; nil of the whole campaign.
  package var shard: String?
  /// Of the units of this run, now and before.
  package var progress: CampaignReport.Progress
  /// The units that ran now.
  package var ranCount: Int
  /// The units that are missing since they were left out, in order.
  package var leftOut: [Int]
  /// Whether it ended before its last unit.
  package var isPaused: Bool
  /// The process before this one, if it crashed or was killed; nil otherwise.
  package var lost: CampaignStatus.LostRun?

  package init(
    id: String, title: String, store: String, edition: Int64, shard: String?,
    progress: CampaignReport.Progress, ranCount: Int, leftOut: [Int], isPaused: Bool,
    lost: CampaignStatus.LostRun?
  ) {
    self.id = id
    self.title = title
    self.store = store
    self.edition = edition
    self.shard = shard
    self.progress = progress
    self.ranCount = ranCount
    self.leftOut = leftOut
    self.isPaused = isPaused
    self.lost = lost
  }

  /// Whether no unit of this run is missing.
  package var isComplete: Bool { !isPaused && leftOut.isEmpty }

  /// One line, with a line feed at its end.
  package var text: String {
    let part = shard.map { "shard \($0), " } ?? ""
    let gap = leftOut.isEmpty ? "" : "; \(DecimalText.counted(leftOut.count, "unit")) left out"
    return "\(id): \(part)\(progress.text), \(DecimalText.grouped(ranCount)) now" + gap
      + (isPaused ? "; paused, 'reflector campaign run' goes on" : isComplete ? "; complete" : "") + "\n"
  }

  /// The document, with a line feed at its end.
  package func json(tool: ToolIdentity) -> String { Self.document.text(self, tool: tool) }

  private static let placeKeys: [JSONField<CampaignRunResult>] = [
    .init("campaign", "The name of the campaign.", \.id),
    .init("title", "One line.", \.title),
    .init("store", "The file.", \.store),
    .init("edition", "Number of the edition.", \.edition),
    .init("shard", "As `3/40`; null of the whole campaign.", \.shard),
  ]
  private static let workKeys: [JSONField<CampaignRunResult>] = [
    .init("units_now", "Number of those that this run did.", \.ranCount),
    .init("left_out", "The units that are missing since they were left out.", \.leftOut),
    .init("paused", "Whether it ended before its last unit.", \.isPaused),
    .init("complete", "Whether no unit of this run is missing.", \.isComplete),
    .init("lost", "The process before this one, if it crashed or was killed.", \.lost),
  ]

  static let document = JSONDocument<CampaignRunResult>(
    name: "reflector/campaign-run/1", title: "What a run of a campaign did",
    fields: placeKeys + CampaignReport.Progress.jsonFields.of(\CampaignRunResult.progress) + workKeys)
}
