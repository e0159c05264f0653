internal import Gate
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
        ("compared", "The results beside older ones, if requested.", .optional(campaignComparison)),
      ])
  }

  private static let verdictCounts = SchemaShape.object(
    Verdict.allCases.map { ($0.word, "Number of checks.", .integer) })

  private static let campaignChecks = SchemaShape.object([
    ("accessory", "Vendor and chipset.", .text), ("profile", "The profile.", .text),
    ("digest", "SHA-256 of the profile.", .text), ("phone", "Id.", .text), ("environment", "Id.", .text),
    ("requirement_set", "Id.", .text), ("distance_m", "The true distance.", .number),
    ("first_seed", "The first of the seeds, decimal digits.", .text),
    ("seeds", "Number of checks in the campaign.", .integer),
    ("counts", "Number of checks with each verdict.", verdictCounts),
    (
      "requirements", "In the order of the set; empty before the first check.",
      .list(
        of: .object([
          ("id", "Id.", .text), ("level", "The level.", level),
          ("counts", "Number of checks with each verdict.", verdictCounts),
          ("reason", "The first reason for its worst verdict.", .optional(.text)),
          ("reason_seed", "The seed of that check, decimal digits.", .optional(.text)),
        ]))
    ),
  ])

  private static let campaignComparison = SchemaShape.object([
    (
      "reports", "The oldest first; the last is this report.",
      .list(
        of: .object([
          ("name", "What tells it apart from the others.", .text),
          ("file", "The file; null for an edition of the store.", .optional(.text)),
          ("campaign", "The name of the campaign.", .text), ("edition", "Number of the edition.", .integer),
          ("edition_tool", "The program that ran the edition.", .text),
          ("partial", "Whether units are missing.", .flag),
          (
            "profiles", "In the order of the campaign.",
            .list(
              of: .object([("profile", "The profile.", .text), ("digest", "SHA-256 of the profile.", .text)]))
          ),
        ]))
    ),
    ("studies", "As in this report.", .list(of: comparedStudy)),
    ("checks", "As in this report.", .list(of: comparedChecks)),
  ])

  private static let comparedStudy = SchemaShape.object([
    ("profile", "The profile.", .text), ("phone", "Id.", .text), ("environment", "Id.", .text),
    ("estimator", "The estimator.", .text),
    ("p90_m", "P90 of all errors in each report.", .list(of: .optional(.number))),
    (
      "points", "In the order of the study.",
      .list(
        of: .object([
          ("distance_m", "The true distance.", .number),
          ("knob_value", "The value of the swept knob.", .optional(.number)),
          ("second_knob_value", "The value of the second swept knob.", .optional(.number)),
          ("p90_m", "P90 in each report.", .list(of: .optional(.number))),
          ("rmse_m", "RMSE in each report.", .list(of: .optional(.number))),
          (
            "rmse_change", "Whether the RMSE differs between the oldest report with the point and this one.",
            .word(CampaignComparison.Change.words)
          ),
          (
            "rmse_factor", "The RMSE of this report over that one; null if chance explains it.",
            .optional(.number)
          ),
          (
            "rmse_factor_interval", "Confidence interval of the factor; two numbers.",
            .optional(.list(of: .number))
          ),
        ]))
    ),
  ])

  private static let comparedChecks = SchemaShape.object([
    ("profile", "The profile.", .text), ("phone", "Id.", .text), ("environment", "Id.", .text),
    ("requirement_set", "Id.", .text),
    ("counts", "Number of checks with each verdict in each report.", .list(of: .optional(verdictCounts))),
  ])

  private static let campaignUnit = SchemaShape.object([
    ("unit", "Number of the unit.", .integer), ("place", "The unit in words.", .text),
    ("finding", "The result in words.", .text),
  ])
}
