package import Gate
internal import Notation
package import Plots

package enum ComparisonPlot {
  /// How many points have a line of their own.
  private static let mostPoints = 12

  /// P90 over the reports: a line for each point, or for each study if there are many; nil without any distance.
  package static func p90(_ comparison: CampaignComparison) -> Plot? {
    let isByPoint = comparison.studies.map(\.points.count).reduce(0, +) <= mostPoints
    let tables = ComparisonTables(comparison)
    let series = comparison.studies.flatMap { study -> [Plot.Series] in
      let name = tables.name(study)
      guard isByPoint else { return [line(name.isEmpty ? "all points" : name, study.p90Metres)] }
      return study.points.map { point in
        let parts =
          (name.isEmpty ? [] : [name])
          + zip(study.sweeps, point.knobValues).map { "\($0.name) \(DecimalText.plain($1))" }
          + ["\(DecimalText.plain(point.distanceMetres)) m"]
        return line(parts.joined(separator: ", "), point.results.map { $0?.p90Metres })
      }
    }.filter { !$0.points.isEmpty }
    guard !series.isEmpty else { return nil }
    return Plot(
      id: "p90-over-reports", title: "P90 over reports",
      summary: "The error that nine tenths of the distances do not exceed, in each report, the oldest first.",
      x: Axis("report", names: comparison.reports.map(\.name)), y: Axis("P90", unit: "m", including: [0]),
      series: series)
  }

  private static func line(_ name: String, _ values: [Double?]) -> Plot.Series {
    Plot.Series(
      name, .line,
      values.enumerated().compactMap { index, p90 in p90.map { Plot.Point(Double(index + 1), $0) } })
  }
}
