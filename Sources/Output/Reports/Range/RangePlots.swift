internal import CoreTypes
internal import Notation
package import Plots
internal import RangeStudy

/// The plots of studies, for pages and for terminals.
package enum RangePlots {
  /// How many points have a distribution of their own in a plot.
  private static let mostDistributions = 6

  /// Where the points of one line are: their distance, and their settings but for the first knob.
  private struct Line: Hashable {
    let distanceMetres: Double
    let setting: [Double]

    init(_ point: PointReport) {
      distanceMetres = point.distanceMetres
      setting = Array(point.knobValues.dropFirst())
    }
  }

  /// What is drawn as one line: a study over its distances, or over its knob at one distance.
  private struct Course {
    /// Empty if there is no other.
    let name: String
    let points: [PointReport]
  }

  /// The plots of one study, or of several side by side. There is at least one.
  package static func all(_ reports: [RangeReport]) -> [Plot] {
    let unit = LengthUnit(reports)
    let courses = zip(reports, names(reports)).flatMap(courses)
    let last = walks(reports) + [distribution(reports, unit)]
    guard courses.contains(where: { $0.points.count > 1 }) else { return last }
    let sweep = reports[0].sweeps.first
    let across = sweep.map { Axis($0.name, unit: $0.unit) } ?? Axis("distance", unit: "m")
    let place: (PointReport) -> Double? = { sweep == nil ? $0.distanceMetres : $0.knobValues.first }
    let figures =
      courses.count == 1
      ? statistics(courses[0].points, by: place, across, unit) : rmse(courses, by: place, across, unit)
    return [figures] + last
  }

  // MARK: Distance over time

  /// Of each study the first session at the first point with motion.
  private static func walks(_ reports: [RangeReport]) -> [Plot] {
    let named = zip(names(reports), reports).compactMap { name, report -> (String, [ProcedureOutcome])? in
      report.study.points.first { !$0.walk.isEmpty }.map { (name, $0.walk) }
    }
    guard !named.isEmpty else { return [] }
    func points(_ walk: [ProcedureOutcome], _ metres: (ProcedureOutcome) -> Double?) -> [Plot.Point] {
      walk.compactMap { outcome in
        metres(outcome).map { Plot.Point((outcome.time - .start).inSeconds, $0) }
      }
    }
    return [
      Plot(
        id: "distance-over-time", title: "Distance over time",
        summary: "The distance that the phone shows and the true distance, in the first session with motion.",
        x: Axis("time", unit: "s"), y: Axis("distance", unit: "m"),
        series: named.flatMap { name, walk in
          let prefix = name.isEmpty ? "" : name + ", "
          return [
            Plot.Series(prefix + "estimate", .marks, points(walk, \.metres)),
            Plot.Series(prefix + "true", .curve, points(walk, \.trueMetres)),
          ]
        }.filter { !$0.points.isEmpty })
    ]
  }

  // MARK: Figures over distance or knob

  private static func courses(_ report: RangeReport, _ name: String) -> [Course] {
    let points = report.study.points
    guard !report.sweeps.isEmpty else { return [Course(name: name, points: points)] }
    let distances = Set(points.map(\.distanceMetres)).sorted()
    var known: Set<Line> = []
    let lines = Dictionary(
      grouping: points.map(Line.init).filter { known.insert($0).inserted }, by: \.distanceMetres)
    let onLine = Dictionary(grouping: points, by: Line.init)
    return distances.flatMap { distance in
      lines[distance, default: []].map { line in
        let parts =
          (name.isEmpty ? [] : [name])
          + (distances.count > 1 ? ["\(DecimalText.plain(distance)) m"] : [])
          + zip(report.sweeps.dropFirst(), line.setting).map { "\($0.name) \(DecimalText.plain($1))" }
        return Course(name: parts.joined(separator: ", "), points: onLine[line, default: []])
      }
    }
  }

  private static func statistics(
    _ points: [PointReport], by place: (PointReport) -> Double?, _ across: Axis, _ unit: LengthUnit
  ) -> Plot {
    func series(
      _ name: String, interval: (PointReport) -> ClosedRange<Double>? = { _ in nil },
      _ value: (PointReport) -> Double?
    ) -> Plot.Series {
      line(name, points, by: place, unit, interval, value)
    }
    return Plot(
      id: "error-of-distance", title: "Error of the distance over \(across.title)",
      summary:
        "Bias, standard deviation and percentiles of the error at each point, with the Cramér-Rao bound. The band"
        + " of the bias is its 95 % confidence interval.",
      x: across, y: Axis("error", unit: unit.name, including: [0]),
      series: [
        series("bias", interval: { $0.figures.errors?.biasInterval }) { $0.figures.errors?.bias },
        series("standard deviation") { $0.figures.errors?.standardDeviation },
        series("P50") { $0.figures.errors?.p50 }, series("P90") { $0.figures.errors?.p90 },
        series("bound") { $0.figures.boundMetres },
      ].filter { !$0.points.isEmpty })
  }

  private static func rmse(
    _ courses: [Course], by place: (PointReport) -> Double?, _ across: Axis, _ unit: LengthUnit
  ) -> Plot {
    Plot(
      id: "rmse", title: "RMSE over \(across.title)",
      summary: "The root mean squared error of the distance, with its 95 % confidence interval.",
      x: across, y: Axis("RMSE", unit: unit.name, including: [0]),
      series: courses.map { course in
        line(course.name, course.points, by: place, unit, { $0.figures.errors?.rmseInterval }) {
          $0.figures.errors?.rmse
        }
      })
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
      named = chosen(reports[0].study.points).map { (reports[0].words($0), $0.figures) }
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
          name, .line,
          (figures.errors?.quantiles ?? []).map { Plot.Point(unit.value($0.metres), $0.probability) })
      }.filter { !$0.points.isEmpty }, rules: [Plot.Rule(.x(0), "no error")])
  }

  /// All points, or as many as a plot has room for, first and last among them.
  private static func chosen(_ points: [PointReport]) -> [PointReport] {
    guard points.count > mostDistributions else { return points }
    return (0..<mostDistributions).map { points[$0 * (points.count - 1) / (mostDistributions - 1)] }
  }

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
}
