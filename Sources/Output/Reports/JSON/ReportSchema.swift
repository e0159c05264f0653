/// The JSON Schemas of the documents that programs read; `docs/schemas` has them, and tests hold real output to
/// them.
public enum ReportSchema {
  public static var check: String { CheckJSON.document.schema }
  public static var validation: String { ValidationReport.document.schema }
  public static var analysis: String { AnalysisJSON.schema }
  /// With one study.
  public static var range: String { RangeJSON.document.schema }
  /// With several studies.
  public static var rangeComparison: String { RangeJSON.comparison.schema }
  public static var estimators: String { ComparisonTable.document.schema }
  public static var frames: String { FrameJSON.document.schema }
  public static var list: String { Listing.document.schema }
  public static var explanation: String { Explanation.document.schema }
  public static var gate: String { GateJSON.document.schema }
  public static var scenario: String { ScenarioJSON.document.schema }
  public static var campaign: String { CampaignJSON.document.schema }
  public static var campaignStatus: String { CampaignStatus.document.schema }
  public static var campaignRun: String { CampaignRunResult.document.schema }
  public static var campaignMerge: String { CampaignMergeResult.document.schema }
  public static var campaignReplay: String { CampaignReplayResult.document.schema }
}
