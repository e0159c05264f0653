internal import Notation
public import Plots
internal import RangeStudy

/// The plots of studies, for pages and for terminals.
public enum RangePlots {
  /// How many points have a distribution of their own in a plot.
  private static let mostDistributions = 6

  /// The plots of one study, or of several side by side. There is at least one.
  public static func all(_ reports: [RangeReport]) -> [Plot] {
    let unit = LengthUnit(reports)
    let lines = reports.count == 1 ? figures(reports[0], unit) : comparisons(reports, unit)
    return lines + [distribution(reports, unit)]
  }

  // MARK: Figures over distance or knob

  /// The figures of one study over what it varies; empty of a single point.
  private static func figures(_ report: RangeReport, _ unit: LengthUnit) -> [Plot] {
    let points = report.study.points
    guard points.count > 1 else { return [] }
    let distances = distinct(points.map(\.distanceMetres))
    if let sweep = report.sweep {
      guard distances.count > 1 else { return [statistics(points, by: \.knobValue, axis(sweep), unit)] }
      return [
        Plot(
          id: "rmse-over-knob", title: "RMSE over \(sweep.name)",
          summary: "The root mean squared error at each distance while \(sweep.path) changes.",
          x: axis(sweep), y: Axis("RMSE", unit: unit.name, including: 0),
          series: distances.map { distance in
            rmse(
              "\(DecimalText.plain(distance)) m", points.filter { $0.distanceMetres == distance },
              by: \.knobValue, unit)
          })
      ]
    }
    return [statistics(points, by: { $0.distanceMetres }, Axis("distance", unit: "m"), unit)]
  }

  private static func statistics(
    _ points: [PointReport], by place: (PointReport) -> Double?, _ axis: Axis, _ unit: LengthUnit
  ) -> Plot {
    func series(
      _ name: String, interval: (PointReport) -> ClosedRange<Double>? = { _ in nil },
      _ value: (PointReport) -> Double?
    ) -> Plot.Series {
      line(name, points, by: place, unit, interval, value)
    }
    return Plot(
      id: "error-over-\(axis.title == "distance" ? "distance" : "knob")",
      title: "Error of the distance over \(axis.title)",
      summary:
        "Bias, standard deviation and percentiles of the error at each point, with the Cramér-Rao bound. The band"
        + " of the bias is its 95 % confidence interval.",
      x: axis, y: Axis("error", unit: unit.name, including: 0),
      series: [
        series("bias", interval: { $0.figures.errors?.biasInterval }) { $0.figures.errors?.bias },
        series("standard deviation") { $0.figures.errors?.standardDeviation },
        series("P50") { $0.figures.errors?.p50 }, series("P90") { $0.figures.errors?.p90 },
        series("bound") { $0.figures.boundMetres },
      ].filter { !$0.points.isEmpty })
  }

  /// The errors of several studies over what they vary; empty where each has a single point.
  private static func comparisons(_ reports: [RangeReport], _ unit: LengthUnit) -> [Plot] {
    guard reports.contains(where: { $0.study.points.count > 1 }) else { return [] }
    let names = names(reports)
    let sweep = reports[0].sweep
    let place: (PointReport) -> Double? = { sweep == nil ? $0.distanceMetres : $0.knobValue }
    let horizontal = sweep.map(axis) ?? Axis("distance", unit: "m")
    return [
      Plot(
        id: "rmse-compared", title: "RMSE over \(horizontal.title)",
        summary: "The root mean squared error of each study, with its 95 % confidence interval.",
        x: horizontal, y: Axis("RMSE", unit: unit.name, including: 0),
        series: zip(reports, names).map { rmse($1, $0.study.points, by: place, unit) })
    ]
  }

  private static func rmse(
    _ name: String, _ points: [PointReport], by place: (PointReport) -> Double?, _ unit: LengthUnit
  ) -> Plot.Series {
    line(name, points, by: place, unit, { $0.figures.errors?.rmseInterval }) { $0.figures.errors?.rmse }
  }

  private static func line(
    _ name: String, _ points: [PointReport], by place: (PointReport) -> Double?, _ unit: LengthUnit,
    _ interval: (PointReport) -> ClosedRange<Double>?, _ value: (PointReport) -> Double?
  ) -> Plot.Series {
    let placed = points.compactMap { point -> Plot.Point? in
      guard let x = place(point), let y = value(point) else { return nil }
      return Plot.Point(x, unit.value(y), in: interval(point).map(unit.range))
    }
    return Plot.Series(name, .line, placed.sorted { $0.x < $1.x })
  }

  // MARK: Distribution

  /// The cumulative distribution of the errors: of each point of one study, of all points of each of several.
  private static func distribution(_ reports: [RangeReport], _ unit: LengthUnit) -> Plot {
    let named: [(String, PointFigures)]
    if reports.count == 1 {
      named = chosen(reports[0].study.points).map { (name($0, reports[0].sweep), $0.figures) }
    } else {
      named = zip(names(reports), reports).map { ($0, $1.study.overall) }
    }
    return Plot(
      id: "error-distribution", title: "Cumulative distribution of the error",
      summary:
        "The part of the estimates whose error does not exceed a value. On this scale a normal distribution is a"
        + " straight line.",
      x: Axis("error", unit: unit.name), y: Axis("probability", scale: .probability),
      series: named.map { name, figures in
        Plot.Series(
          name, .line, figures.quantiles.map { Plot.Point(unit.value($0.metres), $0.probability) })
      }.filter { !$0.points.isEmpty }, rules: [Plot.Rule(.x(0), "no error")])
  }

  /// All points, or as many as a plot has room for, first and last among them.
  private static func chosen(_ points: [PointReport]) -> [PointReport] {
    guard points.count > mostDistributions else { return points }
    return (0..<mostDistributions).map { points[$0 * (points.count - 1) / (mostDistributions - 1)] }
  }

  private static func name(_ point: PointReport, _ sweep: RangeReport.Sweep?) -> String {
    let knob = point.knobValue.map { ", \(sweep?.name ?? "") \(DecimalText.plain($0))" } ?? ""
    return "\(DecimalText.plain(point.distanceMetres)) m\(knob)"
  }

  private static func axis(_ sweep: RangeReport.Sweep) -> Axis { Axis(sweep.name) }

  /// What tells studies apart: of profile, phone, environment and estimator those that differ.
  package static func names(_ reports: [RangeReport]) -> [String] {
    let paths = Set(reports.map(\.profilePath))
    let areStemsEnough = Set(paths.map(stem)).count == paths.count
    let parts: [(RangeReport) -> String] = [
      { areStemsEnough ? stem($0.profilePath) : $0.profilePath }, \.phone, \.environment, \.estimator,
    ]
    let telling = parts.filter { part in Set(reports.map(part)).count > 1 }
    return reports.map { report in telling.map { $0(report) }.joined(separator: ", ") }
  }

  /// The name of a file without folder and ending.
  private static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".yaml") ? String(name.dropLast(".yaml".count)) : name
  }

  private static func distinct(_ values: [Double]) -> [Double] {
    values.reduce(into: []) { seen, value in
      if !seen.contains(value) { seen.append(value) }
    }
  }
}
