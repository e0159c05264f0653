internal import Notation
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
      ("units", .integer(report.unitCount)),
      ("units_done", .integer(report.doneCount)), ("units_not_needed", .integer(report.sparedCount)),
      ("partial", .flag(report.isPartial)), ("verdict", .optional(report.verdict?.word)),
      ("studies", .list(report.studies.map { .object(RangeJSON.fields($0)) })),
      ("checks", .list(report.checks.map(value))), ("worst", .list(report.worst.map(value))),
    ]).document()
  }

  private static func value(_ part: CampaignReport.Checks) -> JSONValue {
    .object([
      ("profile", .text(part.profilePath)), ("phone", .text(part.phone)),
      ("environment", .text(part.environment)), ("requirement_set", .text(part.requirementSet)),
      ("seeds", .integer(part.seedCount)), ("counts", counts(part.counts)),
      ("requirements", .list(part.rows.map(value))),
    ])
  }

  private static func value(_ row: CampaignReport.Checks.Row) -> JSONValue {
    .object([
      ("id", .text(row.requirement)), ("counts", counts(row.counts)),
      ("reason", .optional(row.reason?.text)),
      ("reason_seed", .optional(row.reason.map { String($0.seed) })),
    ])
  }

  private static func value(_ unit: CampaignReport.Unit) -> JSONValue {
    .object([
      ("unit", .integer(unit.number)), ("place", .text(unit.place)), ("finding", .text(unit.finding)),
    ])
  }

  private static func counts(_ counts: [Verdict: Int]) -> JSONValue {
    .object(Verdict.allCases.map { ($0.word, .integer(counts[$0, default: 0])) })
  }
}
