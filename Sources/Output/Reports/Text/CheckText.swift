internal import Notation
package import Plots
internal import Profiles
package import Verdicts

/// Writes reports for people: a table for each accessory with a line a requirement, and what follows from it.
package struct CheckText {
  private static let columns = [
    TextTable.Column("ID"), TextTable.Column("REQUIREMENT", minimum: 12), TextTable.Column("VERDICT"),
    TextTable.Column("REQUIRED", minimum: 10), TextTable.Column("MEASURED", minimum: 10),
    TextTable.Column("MARGIN", minimum: 6), TextTable.Column("FRAMES", minimum: 6),
  ]
  private static let verdictColumn = 2
  /// How many frame numbers a line of the table shows.
  private static let shownFrames = 3
  /// How many requirements without a result share a line.
  private static let leastGrouped = 3
  /// How many digits of a digest name a profile to a person.
  private static let shownDigits = 12

  private static let barColumns = 30

  private let style: TextStyle

  package init(style: TextStyle) { self.style = style }

  /// One accessory, with a line feed at its end.
  package func text(_ report: CheckReport) -> String {
    let lines = heading(report) + [""] + table(report) + [""] + footer(report)
    return lines.map { $0 + "\n" }.joined()
  }

  /// The numbers of an accessory against their limits, a bar each, with a line feed at its end; empty without a number.
  package func margins(_ report: CheckReport) -> String {
    let shown = report.requirements.compactMap { result in
      result.decisiveStep.flatMap { step in step.quantity.map { (result, step, $0) } }
    }
    guard !shown.isEmpty else { return "" }
    var table = TextTable([
      .init("ID"), .init("MARGIN", minimum: Self.barColumns), .init("MEASURED", minimum: 10),
      .init("REQUIRED", minimum: 10),
    ])
    for (result, step, quantity) in shown {
      let bar = MarginBar(quantity).text(columns: Self.barColumns)
      table.append([result.id, bar, step.measured, step.required])
    }
    let lines =
      table.lines(style, painting: 1) { shown[$0].0.label } ?? table.lines(width: style.width)
    return lines.map { $0 + "\n" }.joined()
  }

  /// One line an accessory and how many came to what; empty for a single accessory.
  package func overview(_ reports: [CheckReport]) -> String {
    guard reports.count > 1 else { return "" }
    let sets = Set(reports.map(\.requirementSet)).count
    var lines = reports.map { report in
      let label = OutcomeLabel(report.verdict)
      let word = style.paint(label.rawValue, as: label)
      let blanks = String(
        repeating: " ", count: OutcomeLabel.inconclusive.rawValue.count + 2 - label.rawValue.count)
      let set = sets > 1 ? " (\(report.requirementSet))" : ""
      let failed = ids(report.requirements, .fail)
      return word + blanks + DisplayText.line(report.profilePath) + set
        + (failed.isEmpty ? "" : ": \(failed)") + (report.sourceSummary.map { "; \($0)" } ?? "")
    }
    let counts = OutcomeLabel.counts(reports.map { OutcomeLabel($0.verdict) })
    lines.append("\(reports.count) checked: " + counts.joined(separator: ", "))
    return lines.map { $0 + "\n" }.joined()
  }

  /// What became of the waivers: a line for each that did not do its work, and how many did.
  package func text(_ review: WaiverReview) -> String {
    let used = review.entries.count { $0.state == .used }
    var lines = style.fact(
      "waivers", "\(review.file) on \(review.today): \(used) of \(review.entries.count) used")
    for entry in review.entries where entry.state != .used {
      lines += style.fact("", "\(entry.waiver.position): \(Self.sentence(entry))")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func sentence(_ entry: WaiverReview.Entry) -> String {
    let id = entry.waiver.requirementID + (entry.waiver.caseID.map { " (\($0))" } ?? "")
    return switch entry.state {
    case .used: "the waiver of \(id) is used"
    case .expired: "the waiver of \(id) expired on \(entry.waiver.expires) and has no effect"
    case .unneeded: "the waiver of \(id) is not needed"
    case .unknown: "no checked requirement set has \(id)"
    case .notChecked: "the subject of the waiver of \(id) was not checked"
    }
  }

  private func heading(_ report: CheckReport) -> [String] {
    let name = DisplayText.wrapped(report.accessory, to: style.width).map { style.paint($0, .bold) }
    let digest = report.profileDigest.prefix(Self.shownDigits)
    let asked = "\(report.requirementSet) with \(report.phone) at \(report.distanceMetres) m"
    let profile = "\(report.profilePath), sha256 \(digest)"
    return name
      + (digest.isEmpty ? [] : style.fact("profile", profile))
      + style.fact("setup", "\(asked), seed \(report.seed)")
      + (report.iut == "profile" ? [] : style.fact("attached", report.iut))
      + report.notices.flatMap { style.fact("notice", $0) }
  }

  /// The requirements, a line each; several without a result for one reason share a line below.
  private func table(_ report: CheckReport) -> [String] {
    let groups = UnjudgedGroup.groups(of: report.requirements.filter { $0.decisiveStep == nil }).filter {
      $0.results.count >= Self.leastGrouped
    }
    let grouped = Set(groups.flatMap { $0.results.map(\.id) })
    let results = report.requirements.filter { !grouped.contains($0.id) }
    return (results.isEmpty ? [] : table(results)) + groups.flatMap(lines)
  }

  private func lines(_ group: UnjudgedGroup) -> [String] {
    let label = group.results[0].label
    let indent = DisplayText.head("")
    return ["\(group.results.count) \(style.paint(label.rawValue, as: label))"]
      + DisplayText.hanging(indent, group.reason, width: style.width)
      + DisplayText.hanging(indent, group.results.map(\.id).joined(separator: ", "), width: style.width)
  }

  private func table(_ results: [RequirementResult]) -> [String] {
    var table = TextTable(Self.columns)
    for result in results { table.append(cells(result)) }
    guard let widths = table.widths(in: style.width) else { return results.flatMap(stacked) }
    let indent = String(repeating: " ", count: widths[0] + 2)
    var lines = [style.paint(table.heading(widths), .faint)]
    for (index, result) in results.enumerated() {
      lines.append(
        table.line(index, widths) { column, cell in
          column == Self.verdictColumn ? style.paint(cell, as: result.label) : cell
        })
      guard result.label != .pass else { continue }
      var remarks = result.remarks
      if table.isCut(index, widths), let step = result.failedStep,
        !remarks.contains(where: { $0.contains(step.measured) && $0.contains(step.required) })
      {
        remarks.append(step.outcome)
      }
      lines += remarks.flatMap { DisplayText.hanging(indent, $0, width: style.width) }
    }
    return lines
  }

  private func cells(_ result: RequirementResult) -> [String] {
    let step = result.decisiveStep
    return [
      result.id, result.title, result.label.rawValue, step?.required ?? "-", step?.measured ?? "-",
      step?.margin ?? "-", Self.frames(result.frames),
    ]
  }

  /// For a terminal that is too narrow for columns.
  private func stacked(_ result: RequirementResult) -> [String] {
    let cells = cells(result)
    var lines = [
      "\(DisplayText.line(result.id))  \(style.paint(result.label.rawValue, as: result.label))"
    ]
    lines += DisplayText.hanging("  ", result.title, width: style.width)
    for (name, cell) in zip(["required", "measured", "margin", "frames"], cells.dropFirst(3))
    where cell != "-" {
      lines += style.fact(name, cell)
    }
    guard result.label != .pass else { return lines }
    return lines + result.remarks.flatMap { DisplayText.hanging("  ", $0, width: style.width) }
  }

  private func footer(_ report: CheckReport) -> [String] {
    var result = verdictLine(
      "result", report.verdict, report.requirements.filter { $0.subject == .accessory },
      report.sourceSummary)
    if report.lacksSources {
      let text = "--require-sources: each declared value needs a source, but a value is assumed"
      result += style.fact("sources", text)
    }
    if let verdict = report.appVerdict {
      result += verdictLine("app", verdict, report.requirements.filter { $0.subject == .app }, nil)
    }
    if report.isPartial {
      let text = "the check was interrupted; requirements that were not run have no result"
      result += style.fact("partial", text)
    }
    var pairs: [(String, String)] = []
    if let path = report.capturePath {
      pairs.append(("capture", path))
    } else if report.requirements.contains(where: { !$0.frames.isEmpty }) {
      pairs.append(("capture", "none; --capture FOLDER writes one with these frames"))
    }
    let profile = report.profileDigest.isEmpty ? "" : ", profile sha256 \(report.profileDigest)"
    pairs.append(("seed", "\(report.seed)\(profile)"))
    if !report.interpretations.isEmpty {
      pairs.append(
        ("readings", report.interpretations.map { "\($0.field) \($0.value)" }.joined(separator: ", ")))
    }
    var lines = pairs.flatMap { style.fact($0, $1) }
    // Never wrapped: they are there to be copied.
    let shown = report.requirements.first { $0.label == .fail && !$0.frames.isEmpty }
    if let path = report.capturePath, let frame = shown?.frames.first {
      let command = ShellText.command(["reflector", "frame", ShellText.path(path), "\(frame)"])
      lines.append(DisplayText.head("frame") + DisplayText.line(command))
    }
    if [.fail, .inconclusive].contains(report.outcome) {
      lines.append(DisplayText.head("replay") + DisplayText.line(report.replay))
    }
    return result + lines
  }

  /// A verdict with what came to what, and what it stands on.
  private func verdictLine(
    _ name: String, _ verdict: Verdict, _ results: [RequirementResult], _ sources: String?
  ) -> [String] {
    let label = OutcomeLabel(verdict)
    let counts = OutcomeLabel.allCases.compactMap { label -> String? in
      let count = results.count { $0.label == label }
      let which = label == .fail || label == .inconclusive ? " (\(ids(results, label)))" : ""
      return count == 0 ? nil : label.counted(count) + which
    }
    let text = "\(label.rawValue): " + counts.joined(separator: ", ") + (sources.map { "; \($0)" } ?? "")
    // Wrapped without colour, so that escape codes do not count as columns.
    var lines = style.fact(name, text)
    lines[0] = lines[0].replacing(
      label.rawValue, with: style.paint(label.rawValue, as: label), maxReplacements: 1)
    return lines
  }

  private func ids(_ results: [RequirementResult], _ label: OutcomeLabel) -> String {
    results.filter { $0.label == label }.map { DisplayText.line($0.id) }.joined(separator: ", ")
  }

  private static func frames(_ frames: [Int]) -> String {
    guard !frames.isEmpty else { return "-" }
    let shown = frames.prefix(shownFrames).map(String.init).joined(separator: ", ")
    return frames.count > shownFrames ? "\(shown) +\(frames.count - shownFrames)" : shown
  }
}

extension MarginBar {
  /// A measured number against its limit, with twice its standard error.
  package init(_ quantity: Quantity) {
    let side: Side =
      switch quantity.comparison {
      case .atMost: .below
      case .atLeast, .above: .above
      case .within: .between
      case .equal: .at
      }
    self.init(
      quantity.value, limit: quantity.limit, side: side,
      uncertainty: quantity.statistic.map { 2 * $0.standardError })
  }
}
