internal import Verdicts

extension ReportSchema {
  /// That of `reflector campaign report --json`.
  public static var campaign: String {
    SchemaShape.document(
      name: CampaignJSON.schemaName, title: "Campaign report",
      fields: [
        ("tool", "The program that wrote the report.", tool),
        ("campaign", "The name of the campaign.", .text),
        ("title", "One line.", .text), ("edition", "Number of the edition in the store.", .integer),
        ("edition_tool", "The program that ran the edition.", .text),
        ("changed_since", "Files and programs that changed since.", .list(of: .text)),
        ("units", "Number of units of work.", .integer), ("units_done", "Number of those done.", .integer),
        ("units_not_needed", "Number of those whose points are known well enough.", .integer),
        ("partial", "Whether units are missing.", .flag),
        ("verdict", "The worst verdict of all checks.", .optional(verdict)),
        (
          "studies", "One for each accessory, phone, environment and estimator. Quantiles are within 0.4 %.",
          .list(of: .object(study))
        ),
        (
          "checks", "One for each accessory, phone, environment and requirement set.",
          .list(of: campaignChecks)
        ),
        ("worst", "The worst units, if requested.", .list(of: campaignUnit)),
      ])
  }

  private static let verdictCounts = SchemaShape.object(
    Verdict.allCases.map { ($0.word, "Number of checks.", .integer) })

  private static let campaignChecks = SchemaShape.object([
    ("profile", "The profile.", .text), ("phone", "Id.", .text), ("environment", "Id.", .text),
    ("requirement_set", "Id.", .text), ("seeds", "Number of checks in the campaign.", .integer),
    ("counts", "Number of checks with each verdict.", verdictCounts),
    (
      "requirements", "In the order of the set; empty before the first check.",
      .list(
        of: .object([
          ("id", "Id.", .text), ("counts", "Number of checks with each verdict.", verdictCounts),
          ("reason", "The first reason for another verdict than pass.", .optional(.text)),
          ("reason_seed", "The seed of that check, decimal digits.", .optional(.text)),
        ]))
    ),
  ])

  private static let campaignUnit = SchemaShape.object([
    ("unit", "Number of the unit.", .integer), ("place", "The unit in words.", .text),
    ("finding", "The result in words.", .text),
  ])
}
