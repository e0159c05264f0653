internal import ChannelSounding
internal import CoreTypes
internal import Notation
internal import Plots
internal import RangeStudy
internal import Statistics

/// Writes a study for people: a table with a line a point, and what follows from it.
package struct RangeText {
  private static let shownDigits = 12
  /// How many points are named whose procedures are missing.
  private static let shownFailures = 5

  private let style: TextStyle

  package init(style: TextStyle) { self.style = style }

  /// The study, with a line feed at its end.
  package func text(_ report: RangeReport) -> String {
    let lines = heading(report) + [""] + body(report) + [""] + footer(report)
    return lines.map { $0 + "\n" }.joined()
  }

  /// Several studies in one table, a line for each point of each, with a line feed at its end.
  package func comparison(_ reports: [RangeReport]) -> String {
    let names = RangePlots.names(reports)
    let columns = RangeColumns(comparing: reports, names: names, width: style.width)
    let first = reports[0]
    let setup = "\(RangeReport.procedures(reports)) each, seed \(first.seed)"
    let heads = style.fact("studies", "\(reports.count), named by what differs") + style.fact("setup", setup)
    let noted = zip(reports, names).flatMap { report, name in
      notices(report).flatMap { style.fact("notice", "\(name): \($0)") }
    }
    let rows = columns.table.lines(width: style.width) + remarks(columns)
    return (heads + [""] + rows + (noted.isEmpty ? [] : [""] + noted))
      .map { $0 + "\n" }.joined()
  }

  /// The plots of studies, each with a line feed before it and at its end.
  package func plots(_ reports: [RangeReport]) -> String {
    let writer = PlotText(columns: style.width, isColoured: style.isColoured)
    let maps = RangePlots.maps(reports).map { map in
      "\n"
        + ([map.title] + HeatMapText.lines(map, columns: style.width)).map {
          DisplayText.truncated($0, to: style.width) + "\n"
        }.joined()
    }
    return maps.joined()
      + RangePlots.all(reports).map { plot in
        "\n"
          + writer.lines(plot).map { line in
            DisplayText.trimmed(line.map { style.paint($0.text, series: $0.series) }.joined()) + "\n"
          }.joined()
      }.joined()
  }

  // MARK: Above the table

  private func heading(_ report: RangeReport) -> [String] {
    var asked =
      "\(RangeReport.procedures([report])) each, \(report.phone) in \(report.environment)"
    if report.speedMetresPerSecond != 0 {
      asked += ", moving at \(DecimalText.plain(report.speedMetresPerSecond)) m/s"
    }
    asked += ", estimator \(report.estimator)"
    if report.filter != "none" { asked += ", filter \(report.filter)" }
    var pairs = [
      ("profile", "\(report.profilePath), sha256 \(report.profileDigest.prefix(Self.shownDigits))"),
      ("setup", "\(asked), seed \(report.seed)"),
    ]
    for sweep in report.sweeps where sweep.name != sweep.path {
      pairs.append(("sweep", "\(sweep.name) is \(sweep.path)"))
    }
    if let agreed = agreed(report.study.points) { pairs.append(("agreed", agreed)) }
    return DisplayText.wrapped(report.accessory, to: style.width).map { style.paint($0, .bold) }
      + pairs.flatMap { style.fact($0, $1) }
  }

  /// What all points agreed on, in words; where they differ, the values that occur.
  private func agreed(_ points: [PointReport]) -> String? {
    let configurations = points.compactMap(\.link?.configuration)
    if configurations.isEmpty { return nil }
    func values(_ value: (CSConfiguration) -> some CustomStringConvertible) -> String {
      var seen: [String] = []
      for text in configurations.map({ value($0).description }) where !seen.contains(text) {
        seen.append(text)
      }
      return seen.joined(separator: "/")
    }
    let phases = values { $0.usesInlinePCT ? "inline PCT" : "both reports" }
    return "mode-\(values(\.mainMode)), \(phases), \(values(\.channelMap.count)) channels,"
      + " T_FCS \(values(\.tFCS.microseconds)) us, T_IP2 \(values(\.tIP2.microseconds)) us,"
      + " T_PM \(values(\.tPM.microseconds)) us"
  }

  // MARK: The table

  private func body(_ report: RangeReport) -> [String] {
    let points = report.study.points
    guard let columns = RangeColumns(report, width: style.width),
      let widths = columns.table.widths(in: style.width)
    else { return points.flatMap { stacked($0, report) } }
    let used = widths.reduce(0, +) + 2 * (widths.count - 1)
    let plot = ErrorPlot(points, columns: style.width - used - 2)
    var head = columns.table.heading(widths)
    if let plot { head += "  o BIAS, - STD, \(LengthUnit(report).reach(plot.reachMetres))" }
    var lines = [style.paint(DisplayText.truncated(head, to: style.width), .faint)]
    for (index, point) in points.enumerated() {
      let line = columns.table.line(index, widths) { _, cell in cell }
      lines.append(DisplayText.trimmed(line + (plot.map { "  " + $0.line(point) } ?? "")))
    }
    return lines + remarks(columns)
  }

  private func remarks(_ columns: RangeColumns) -> [String] {
    var lines: [String] = []
    if !columns.alike.isEmpty { lines += style.fact("each", columns.alike.joined(separator: ", ")) }
    if !columns.hidden.isEmpty {
      lines += style.fact(
        "hidden", columns.hidden.joined(separator: ", ") + ": widen the terminal, or use --json")
    }
    return lines.isEmpty ? [] : [""] + lines
  }

  /// For a terminal that is too narrow for columns.
  private func stacked(_ point: PointReport, _ report: RangeReport) -> [String] {
    let cells = RangeColumns.everything(report).map { "\($0.heading) \($0.cell(point))" }
    let keys = 1 + report.sweeps.count
    return [cells.prefix(keys).joined(separator: ", ")]
      + DisplayText.hanging("  ", cells.dropFirst(keys).joined(separator: ", "), width: style.width)
  }

  // MARK: Below the table

  private func footer(_ report: RangeReport) -> [String] {
    let study = report.study
    var lines: [String] = []
    if study.points.count > 1 { lines += style.fact("overall", Self.summary(study.overall)) }
    if study.points.count == 1, let only = study.points.first?.figures.errors,
      let interval = Self.interval(only)
    {
      lines += style.fact("95 %", interval)
    }
    for line in study.lines { lines += style.fact("line", Self.text(line, of: report)) }
    for cause in ErrorCause.allCases {
      if let text = Self.text(cause, report) { lines += style.fact("mainly", text) }
    }
    lines += suspicions(study.overall.suspicion).flatMap { style.fact("attack", $0) }
    for notice in notices(report) { lines += style.fact("notice", notice) }
    return lines.isEmpty ? style.fact("overall", Self.summary(study.overall)) : lines
  }

  /// What round-trip times and the attack metric say, where there are any.
  private func suspicions(_ suspicion: Suspicion) -> [String] {
    var lines: [String] = []
    func count(_ part: Int, of whole: Int) -> String {
      "\(DecimalText.grouped(part)) of \(DecimalText.grouped(whole))"
    }
    if suspicion.checkedCount > 0 {
      lines.append(
        "round-trip times contradict the tones in"
          + " \(count(suspicion.contradictedCount, of: suspicion.checkedCount)) procedures")
    }
    if suspicion.ratedCount > 0 {
      lines.append(
        "NADM rates an attack likely in \(count(suspicion.likelyCount, of: suspicion.ratedCount)) procedures")
    }
    return lines
  }

  private static func summary(_ figures: PointFigures) -> String {
    var text =
      "\(DecimalText.grouped(figures.estimateCount)) distances of"
      + " \(DecimalText.grouped(figures.procedureCount)) procedures"
    if let errors = figures.errors {
      text += ": bias \(metres(errors.bias)), RMSE \(metres(errors.rmse)), P50 \(metres(errors.p50)),"
      text += " P90 \(metres(errors.p90)), P95 \(metres(errors.p95)), P99 \(metres(errors.p99))"
    }
    return text
  }

  private static func interval(_ errors: ErrorStatistics) -> String? {
    guard let bias = errors.biasInterval, let rmse = errors.rmseInterval else { return nil }
    return "bias \(metres(bias.lowerBound)) to \(metres(bias.upperBound)),"
      + " RMSE \(metres(rmse.lowerBound)) to \(metres(rmse.upperBound))"
  }

  private static func text(_ line: StudyReport.KnobLine, of report: RangeReport) -> String {
    let fit = line.fit
    var text =
      "estimate = \(metres(fit.offsetMetres)) + \(DecimalText.fixed(fit.scale, digits: 6)) x distance"
    if let uncertainty = fit.uncertainty {
      let reach = uncertainty.reach(confidence: MeanSquare.confidence)
      text += " (within \(metres(reach * uncertainty.offsetMetres)) and"
      text += " \(DecimalText.fixed(reach * uncertainty.scale, digits: 6)))"
    }
    let knobs = report.words(line.knobValues)
    return text + (knobs.isEmpty ? "" : " at \(knobs)")
  }

  /// At which points a cause makes most of the error, and how much of it; nil if at none.
  private static func text(_ cause: ErrorCause, _ report: RangeReport) -> String? {
    let found = report.study.points.enumerated().compactMap { index, point -> (String, Double)? in
      guard let own = report.causes[index], own.cause == cause else { return nil }
      return (report.words(point), own.partLeft)
    }
    guard let least = found.map(\.1).min(), let most = found.map(\.1).max() else { return nil }
    let parts = [least, most].map { DecimalText.fixed(100 * $0, digits: 0) }
    let part = parts[0] == parts[1] ? parts[0] : "\(parts[0]) to \(parts[1])"
    let places = found.prefix(shownFailures).map(\.0).joined(separator: ", ")
    let rest = found.count > shownFailures ? " and at \(found.count - shownFailures) more points" : ""
    return "\(cause.words), at \(places)\(rest): \(part) % of the RMSE remains without this"
  }

  /// Down to a hundredth of a millimetre.
  private static func metres(_ value: Double) -> String { DecimalText.fixed(value, digits: 5) + " m" }

  /// What a reader of the table alone would miss.
  private func notices(_ report: RangeReport) -> [String] {
    let failures = report.study.points.compactMap { point -> String? in
      point.failure.map { "at \(report.words(point)): \($0)" }
    }
    let rest = failures.count - Self.shownFailures
    let times = report.sweeps.enumerated().flatMap { timeNotices(report, $1, $0) }
    return report.notices + times + failures.prefix(Self.shownFailures)
      + (rest > 0 ? ["\(rest) more points fail"] : [])
  }

  /// The times that were swept and that the two did not agree on.
  private func timeNotices(_ report: RangeReport, _ sweep: RangeReport.Sweep, _ index: Int) -> [String] {
    var asked: [Double] = []
    var used: [Double] = []
    for point in report.study.points {
      let value = point.knobValues[index]
      guard let time = point.link?.time(path: sweep.path), Double(time) != value else { continue }
      if !asked.contains(value) { asked.append(value) }
      if !used.contains(Double(time)) { used.append(Double(time)) }
    }
    if asked.isEmpty { return [] }
    func list(_ values: [Double]) -> String { values.map(DecimalText.plain).joined(separator: ", ") }
    return [
      "the accessory does not support \(sweep.name) \(list(asked)): those rows used \(list(used)) us"
    ]
  }
}

extension AgreedLink {
  /// The time in microseconds that a key of a phone's file asks for; nil for other keys.
  fileprivate func time(path: String) -> Int? {
    switch path {
    case "channel_sounding.t_fcs_us": configuration.tFCS.microseconds
    case "channel_sounding.t_pm_us": configuration.tPM.microseconds
    case "channel_sounding.t_ip1_us": configuration.tIP1.microseconds
    case "channel_sounding.t_ip2_us": configuration.tIP2.microseconds
    default: nil
    }
  }
}

extension ErrorCause {
  /// A name for people.
  fileprivate var words: String {
    switch self {
    case .reflections: "reflections and obstructions"
    case .interference: "interference"
    case .attack: "an attack"
    case .motion: "motion"
    case .settling: "oscillator settling"
    case .mode0: "residual carrier offset after mode-0"
    case .subevents: "procedures split into subevents"
    case .delays: "uncalibrated delays"
    case .times: "times of arrival"
    case .tones: "the accessory's tones: front end, rounding, missing or wrong tones"
    case .phone: "the phone's radio"
    }
  }
}

extension LengthUnit {
  /// How far a drawing reaches to either side.
  func reach(_ metres: Double) -> String { "±\(text(metres))" }
}
