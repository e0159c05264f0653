internal import Notation

/// What a merge of shards did.
package struct CampaignMergeResult: Sendable {
  /// The store of a shard.
  package struct Source: Sendable {
    package var path: String
    /// The number of the edition in it.
    package var edition: Int64

    package init(path: String, edition: Int64) {
      self.path = path
      self.edition = edition
    }
  }

  /// The name of the campaign.
  package var id: String
  package var title: String
  /// Into which the shards are joined.
  package var store: String
  /// The number of the edition in that store.
  package var edition: Int64
  /// In the order of the merge.
  package var sources: [Source]
  /// The units that the store did not have before.
  package var addedCount: Int
  /// Of all units of the campaign.
  package var progress: CampaignReport.Progress

  package init(
    id: String, title: String, store: String, edition: Int64, sources: [Source], addedCount: Int,
    progress: CampaignReport.Progress
  ) {
    self.id = id
    self.title = title
    self.store = store
    self.edition = edition
    self.sources = sources
    self.addedCount = addedCount
    self.progress = progress
  }

  /// One line, with a line feed at its end.
  package var text: String {
    "\(id): \(DecimalText.counted(addedCount, "unit")) of \(DecimalText.counted(sources.count, "shard")); "
      + progress.text + (progress.isComplete ? "; complete" : "") + "\n"
  }

  /// The document, with a line feed at its end.
  package func json(tool: ToolIdentity) -> String { Self.document.text(self, tool: tool) }

  private static let placeKeys: [JSONField<CampaignMergeResult>] = [
    .init("campaign", "The name of the campaign.", \.id),
    .init("title", "One line.", \.title),
    .init("store", "The file into which the shards are joined.", \.store),
    .init("edition", "Number of the edition in it.", \.edition),
    .init("shards", "In the order of the merge.", \.sources),
    .init("units_added", "Number of units that the store did not have.", \.addedCount),
  ]
  private static let stateKeys: [JSONField<CampaignMergeResult>] = [
    .init("complete", "Whether no unit is missing.", \.progress.isComplete)
  ]

  static let document = JSONDocument<CampaignMergeResult>(
    name: "reflector/campaign-merge/1", title: "What a merge of shards did",
    fields: placeKeys + CampaignReport.Progress.jsonFields.of(\CampaignMergeResult.progress) + stateKeys)
}

extension CampaignMergeResult.Source: JSONObject {
  static let jsonFields: [JSONField<CampaignMergeResult.Source>] = [
    .init("store", "The file of its store.", \.path),
    .init("edition", "Number of the edition in it.", \.edition),
  ]
}
