internal import Gate
internal import Notation
internal import Profiles
internal import Verdicts

/// Writes a campaign for programs, as docs/json.md describes.
package enum CampaignJSON {
  /// The kind and version of the document; it grows when a key changes its meaning or goes away.
  package static let schemaName = "reflector/campaign-report/1"

  private static let editionKeys: [JSONField<CampaignReport>] = [
    .init("campaign", "The name of the campaign.", \.id),
    .init("title", "One line.", \.title),
    .init("edition", "Number of the edition in the store.", \.edition),
    .init("edition_tool", "The program that ran the edition.", \.tool),
    .init("changed_since", "Files and programs that changed since.", \.changes),
  ]
  private static let resultKeys: [JSONField<CampaignReport>] = [
    .init("partial", "Whether units are missing.", \.isPartial),
    .init("verdict", "The worst verdict of all checks.", \.verdict),
    .init(
      "studies", "One for each accessory, phone, environment and estimator. Quantiles are within 0.4 %.",
      \.studies),
    .init("checks", "One for each accessory, phone, environment and requirement set.", \.checks),
    .init("worst", "The worst units, if requested.", \.worst),
    .init("compared", "The results beside older ones, if requested.", \.compared),
  ]

  static let document = JSONDocument<CampaignReport>(
    name: schemaName, title: "Campaign report", toolMeaning: "The program that wrote the report.",
    fields: editionKeys + CampaignReport.Progress.jsonFields.of(\CampaignReport.progress) + resultKeys)

  /// The document, with a line feed at its end.
  package static func text(_ report: CampaignReport, tool: ToolIdentity) -> String {
    document.text(report, tool: tool)
  }
}

/// How often each verdict was given.
extension Dictionary: JSONConvertible where Key == Verdict, Value == Int {
  static var jsonShape: SchemaShape {
    .object(Verdict.allCases.map { (key: $0.word, meaning: "Number of checks.", shape: .integer) })
  }
  var json: JSONValue { .object(Verdict.allCases.map { ($0.word, .integer(self[$0, default: 0])) }) }
}

extension CampaignReport.Checks: JSONObject {
  static let jsonFields: [JSONField<CampaignReport.Checks>] = [
    .init("accessory", "Vendor and chipset.", \.accessory),
    .init("profile", "The profile.", \.profilePath),
    .init("digest", "SHA-256 of the profile.", \.profileDigest),
    .init("phone", "Id.", \.phone),
    .init("environment", "Id.", \.environment),
    .init("requirement_set", "Id.", \.requirementSet),
    .init("distance_m", "The true distance.", \.distanceMetres),
    // Text, since many readers keep only 53 bits of a number.
    .init("first_seed", "The first of the seeds, decimal digits.") { String($0.seed) },
    .init("seeds", "Number of checks in the campaign.", \.seedCount),
    .init("counts", "Number of checks with each verdict.", \.counts),
    .init("requirements", "In the order of the set; empty before the first check.", \.rows),
  ]
}

extension CampaignReport.Checks.Row: JSONObject {
  static let jsonFields: [JSONField<CampaignReport.Checks.Row>] = [
    .init("id", "Id.", \.requirement),
    .init("level", "The level.", \.level),
    .init("counts", "Number of checks with each verdict.", \.counts),
    .init("reason", "The first reason for its worst verdict.") { $0.reason?.text },
    .init("reason_seed", "The seed of that check, decimal digits.") { row in
      row.reason.map { String($0.seed) }
    },
  ]
}

extension CampaignReport.Unit: JSONObject {
  static let jsonFields: [JSONField<CampaignReport.Unit>] = [
    .init("unit", "Number of the unit.", \.number), .init("place", "The unit in words.", \.place),
    .init("finding", "The result in words.", \.finding),
  ]
}

extension CampaignComparison: JSONObject {
  static let jsonFields: [JSONField<CampaignComparison>] = [
    .init("reports", "The oldest first; the last is this report.", \.reports),
    .init("studies", "As in this report.", \.studies),
    .init("checks", "As in this report.", \.checks),
  ]
}

extension CampaignComparison.Report: JSONObject {
  static let jsonFields: [JSONField<CampaignComparison.Report>] = [
    .init("name", "What tells it apart from the others.", \.name),
    .init("file", "The file; null for an edition of the store.", \.file),
    .init("campaign", "The name of the campaign.", \.campaign),
    .init("edition", "Number of the edition.", \.edition),
    .init("edition_tool", "The program that ran the edition.", \.tool),
    .init("partial", "Whether units are missing.", \.isPartial),
    .init("profiles", "In the order of the campaign.", \.profiles),
  ]
}

extension CampaignComparison.Report.Profile: JSONObject {
  static let jsonFields: [JSONField<CampaignComparison.Report.Profile>] = [
    .init("profile", "The profile.", \.path), .init("digest", "SHA-256 of the profile.", \.digest),
  ]
}

extension CampaignComparison.Study: JSONObject {
  static let jsonFields: [JSONField<CampaignComparison.Study>] = [
    .init("profile", "The profile.", \.place.profilePath),
    .init("phone", "Id.", \.place.phone),
    .init("environment", "Id.", \.place.environment),
    .init("estimator", "The estimator.", \.estimator),
    .init("p90_m", "P90 of all errors in each report.", \.p90Metres),
    .init("points", "In the order of the study.", \.points),
  ]
}

extension CampaignComparison.Point: JSONObject {
  private static let placeKeys: [JSONField<CampaignComparison.Point>] = [
    .init("distance_m", "The true distance.", \.distanceMetres)
  ]
  private static let resultKeys: [JSONField<CampaignComparison.Point>] = [
    .init("p90_m", "P90 in each report.") { point in point.results.map { $0?.p90Metres } },
    .init("rmse_m", "RMSE in each report.") { point in point.results.map { $0?.rmseMetres } },
    .init(
      "rmse_change", "Whether the RMSE differs between the oldest report with the point and this one.",
      \.change),
    .init("rmse_factor", "The RMSE of this report over that one; null if chance explains it.") {
      $0.factor?.value
    },
    .init("rmse_factor_interval", "Confidence interval of the factor; two numbers.") { $0.factor?.interval },
  ]

  private static let knobKeys = RangeJSON.knobs.of(\CampaignComparison.Point.knobValues)
  static let jsonFields = placeKeys + knobKeys + resultKeys

  private var factor: (value: Double, interval: MarginChange.Interval)? {
    if case .factor(let value, let interval) = change { (value, interval) } else { nil }
  }
}

extension CampaignComparison.Change: JSONConvertible {
  static var jsonShape: SchemaShape { .word(["unknown", "same", "by-chance", "changed"]) }
  var json: JSONValue {
    switch self {
    case .unknown: .text("unknown")
    case .same: .text("same")
    case .byChance: .text("by-chance")
    case .factor: .text("changed")
    }
  }
}

extension CampaignComparison.Checks: JSONObject {
  static let jsonFields: [JSONField<CampaignComparison.Checks>] = [
    .init("profile", "The profile.", \.place.profilePath),
    .init("phone", "Id.", \.place.phone),
    .init("environment", "Id.", \.place.environment),
    .init("requirement_set", "Id.", \.requirementSet),
    .init("counts", "Number of checks with each verdict in each report.", \.counts),
  ]
}
