/// The JSON Schemas of the documents that programs read; `docs/schemas` has them, and tests hold real output to
/// them.
package enum ReportSchema {
  package static var check: String { CheckJSON.document.schema }
  package static var validation: String { ValidationReport.document.schema }
  package static var analysis: String { AnalysisJSON.schema }
  /// With one study.
  package static var range: String { RangeJSON.document.schema }
  /// With several studies.
  package static var rangeComparison: String { RangeJSON.comparison.schema }
  package static var estimators: String { ComparisonTable.document.schema }
  package static var frames: String { FrameJSON.document.schema }
  package static var list: String { Listing.document.schema }
  package static var explanation: String { Explanation.document.schema }
  package static var gate: String { GateJSON.document.schema }
  package static var scenario: String { ScenarioJSON.document.schema }
  package static var campaign: String { CampaignJSON.document.schema }
  package static var campaignStatus: String { CampaignStatus.document.schema }
  package static var campaignRun: String { CampaignRunResult.document.schema }
  package static var campaignMerge: String { CampaignMergeResult.document.schema }
  package static var campaignReplay: String { CampaignReplayResult.document.schema }
}
