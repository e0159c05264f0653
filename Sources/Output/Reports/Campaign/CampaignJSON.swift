internal import Gate
internal import Notation
internal import Profiles
internal import Verdicts

/// Writes a campaign for programs, as docs/json.md describes.
public enum CampaignJSON {
  /// The kind and version of the document; it grows when a key changes its meaning or goes away.
  public static let schemaName = "reflector/campaign-report/1"

  /// The document, with a line feed at its end.
  public static func text(_ report: CampaignReport, tool: ToolIdentity) -> String {
    JSONValue.object([
      ("schema", .text(schemaName)), ("tool", tool.json), ("campaign", .text(report.id)),
      ("title", .text(report.title)), ("edition", .integer(Int(report.edition))),
      ("edition_tool", .text(report.tool)), ("changed_since", .texts(report.changes)),
      ("units", .integer(report.progress.unitCount)),
      ("units_done", .integer(report.progress.doneCount)),
      ("units_not_needed", .integer(report.progress.sparedCount)),
      ("partial", .flag(report.isPartial)), ("verdict", .optional(report.verdict?.word)),
      ("studies", .list(report.studies.map { .object(RangeJSON.fields($0)) })),
      ("checks", .list(report.checks.map(value))), ("worst", .list(report.worst.map(value))),
      ("compared", report.compared.map(value) ?? .null),
    ]).document()
  }

  private static func value(_ part: CampaignReport.Checks) -> JSONValue {
    .object([
      ("accessory", .text(part.accessory)), ("profile", .text(part.profilePath)),
      ("digest", .text(part.profileDigest)), ("phone", .text(part.phone)),
      ("environment", .text(part.environment)), ("requirement_set", .text(part.requirementSet)),
      ("distance_m", .number(part.distanceMetres)),
      // Text, since many readers keep only 53 bits of a number.
      ("first_seed", .text(String(part.seed))), ("seeds", .integer(part.seedCount)),
      ("counts", counts(part.counts)),
      ("requirements", .list(part.rows.map(value))),
    ])
  }

  private static func value(_ row: CampaignReport.Checks.Row) -> JSONValue {
    .object([
      ("id", .text(row.requirement)), ("level", .text(row.level.rawValue)), ("counts", counts(row.counts)),
      ("reason", .optional(row.reason?.text)),
      ("reason_seed", .optional(row.reason.map { String($0.seed) })),
    ])
  }

  private static func value(_ unit: CampaignReport.Unit) -> JSONValue {
    .object([
      ("unit", .integer(unit.number)), ("place", .text(unit.place)), ("finding", .text(unit.finding)),
    ])
  }

  private static func value(_ comparison: CampaignComparison) -> JSONValue {
    .object([
      ("reports", .list(comparison.reports.map(value))),
      ("studies", .list(comparison.studies.map(value))), ("checks", .list(comparison.checks.map(value))),
    ])
  }

  private static func value(_ report: CampaignComparison.Report) -> JSONValue {
    .object([
      ("name", .text(report.name)), ("file", .optional(report.file)), ("campaign", .text(report.campaign)),
      ("edition", .integer(report.edition)), ("edition_tool", .text(report.tool)),
      ("partial", .flag(report.isPartial)),
      (
        "profiles",
        .list(
          report.profiles.map { .object([("profile", .text($0.path)), ("digest", .text($0.digest))]) })
      ),
    ])
  }

  private static func value(_ study: CampaignComparison.Study) -> JSONValue {
    .object([
      ("profile", .text(study.place.profilePath)), ("phone", .text(study.place.phone)),
      ("environment", .text(study.place.environment)), ("estimator", .text(study.estimator)),
      ("p90_m", .list(study.p90Metres.map { .optional($0) })), ("points", .list(study.points.map(value))),
    ])
  }

  private static func value(_ point: CampaignComparison.Point) -> JSONValue {
    var factor: (value: Double, interval: MarginChange.Interval)?
    if case .factor(let value, let interval) = point.change { factor = (value, interval) }
    return .object([
      ("distance_m", .number(point.distanceMetres)), ("knob_value", .optional(point.knobValues.first)),
      ("second_knob_value", .optional(point.knobValues.dropFirst().first)),
      ("p90_m", .list(point.results.map { .optional($0?.p90Metres) })),
      ("rmse_m", .list(point.results.map { .optional($0?.rmseMetres) })),
      ("rmse_change", .text(point.change.word)), ("rmse_factor", .optional(factor?.value)),
      (
        "rmse_factor_interval",
        factor.map { .list([.number($0.interval.low), .number($0.interval.high)]) } ?? .null
      ),
    ])
  }

  private static func value(_ checks: CampaignComparison.Checks) -> JSONValue {
    .object([
      ("profile", .text(checks.place.profilePath)), ("phone", .text(checks.place.phone)),
      ("environment", .text(checks.place.environment)), ("requirement_set", .text(checks.requirementSet)),
      ("counts", .list(checks.counts.map { $0.map(counts) ?? .null })),
    ])
  }

  private static func counts(_ counts: [Verdict: Int]) -> JSONValue {
    .object(Verdict.allCases.map { ($0.word, .integer(counts[$0, default: 0])) })
  }
}

extension CampaignComparison.Change {
  /// All names in documents.
  static let words = ["unknown", "same", "by-chance", "changed"]

  /// The name in documents.
  fileprivate var word: String {
    switch self {
    case .unknown: "unknown"
    case .same: "same"
    case .byChance: "by-chance"
    case .factor: "changed"
    }
  }
}
