internal import Notation
internal import RangeStudy

/// Writes the points of a campaign's studies as CSV, a line each.
public enum CampaignCSV {
  /// The columns after those of the knobs: name, and value of a point.
  private static let figures: [(name: String, value: @Sendable (PointFigures) -> String)] = [
    ("procedures", { "\($0.procedureCount)" }), ("estimates", { "\($0.estimateCount)" }),
    ("bias_m", { number($0.errors?.bias) }), ("deviation_m", { number($0.errors?.standardDeviation) }),
    ("rmse_m", { number($0.errors?.rmse) }), ("p50_m", { number($0.errors?.p50) }),
    ("p90_m", { number($0.errors?.p90) }), ("p95_m", { number($0.errors?.p95) }),
    ("p99_m", { number($0.errors?.p99) }), ("bound_m", { number($0.boundMetres) }),
  ]

  /// The names of the columns.
  public static func columns(_ reports: [RangeReport]) -> [String] {
    ["profile", "phone", "environment", "estimator"] + (reports.first?.sweeps.map(\.name) ?? []) + [
      "distance_m"
    ]
      + figures.map(\.name)
  }

  /// The rows, with a cell for each column; empty for a figure that there is not.
  public static func rows(_ reports: [RangeReport]) -> [[String]] {
    reports.flatMap { report in
      report.study.points.map { point in
        [report.profilePath, report.phone, report.environment, report.estimator]
          + point.knobValues.map(DecimalText.plain) + [DecimalText.plain(point.distanceMetres)]
          + figures.map { $0.value(point.figures) }
      }
    }
  }

  /// The text, with a line feed at its end.
  public static func text(_ reports: [RangeReport]) -> String {
    ([columns(reports)] + rows(reports)).map { $0.map(CSVText.cell).joined(separator: ",") + "\n" }.joined()
  }

  private static func number(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
}
