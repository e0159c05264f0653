internal import Notation
package import RangeStudy

/// Writes the points of a campaign's studies as CSV, a line each.
package enum CampaignCSV {
  /// The lengths of a point in metres, each with the name of its column; nil for an unknown one.
  package static let lengths: [(name: String, value: @Sendable (PointFigures) -> Double?)] = [
    ("bias_m", { $0.errors?.bias }), ("deviation_m", { $0.errors?.standardDeviation }),
    ("rmse_m", { $0.errors?.rmse }), ("p50_m", { $0.errors?.p50 }), ("p90_m", { $0.errors?.p90 }),
    ("p95_m", { $0.errors?.p95 }), ("p99_m", { $0.errors?.p99 }), ("bound_m", { $0.boundMetres }),
  ]

  private static func columns(_ reports: [RangeReport]) -> [String] {
    let sweeps = reports.first?.sweeps.map(\.name) ?? []
    return ["profile", "phone", "environment", "estimator"] + sweeps + [
      "distance_m", "procedures", "estimates",
    ]
      + lengths.map(\.name)
  }

  private static func rows(_ reports: [RangeReport]) -> [[String]] {
    reports.flatMap { report in
      report.study.points.map { point in
        [CSVText.path(report.profilePath), report.phone, report.environment, report.estimator]
          + point.knobValues.map(DecimalText.plain) + [DecimalText.plain(point.distanceMetres)]
          + [point.figures.procedureCount, point.figures.estimateCount].map(String.init)
          + lengths.map { length in length.value(point.figures).map { "\($0)" } ?? "" }
      }
    }
  }

  /// The text, with a line feed at its end.
  package static func text(_ reports: [RangeReport]) -> String {
    ([columns(reports)] + rows(reports)).map { $0.map(CSVText.cell).joined(separator: ",") + "\n" }.joined()
  }
}
