internal import Documents
internal import Profiles
package import Verdicts

/// Writes reports as a summary in GitHub's Markdown, for a pull request or the summary of a job: what went wrong
/// first, with what to do next; what is well is folded away.
package enum CheckMarkdown {
  /// The heading of every page.
  package static let title = "Channel Sounding conformance"

  /// The page for all reports, in their order, with a line feed at its end.
  ///
  /// - Parameters:
  ///   - waivers: what became of the waivers; nil if there were none.
  ///   - showsPlatforms: whether the accessories are arranged by platform. What stands in nobody's way is then no more
  ///     than a cell: with every set, all there is to tell is longer than a page may be.
  package static func text(
    _ reports: [CheckReport], tool: ToolIdentity, waivers: WaiverReview? = nil, showsPlatforms: Bool = false
  ) -> String {
    var lines = ["# \(title)", "", headline(reports), ""]
    if showsPlatforms {
      lines += PlatformMatrix(reports).markdown + [""]
    } else if reports.count > 1 {
      lines += overview(reports) + [""]
    }
    if let waivers { lines += WaiverMarkdown.section(waivers) }
    for report in reports where !showsPlatforms || [.fail, .inconclusive].contains(report.outcome) {
      lines += section(report, showsPassed: !showsPlatforms)
    }
    lines.append("\(MarkdownTable.cell(tool.name)) \(MarkdownTable.cell(tool.version))")
    return lines.map { $0 + "\n" }.joined()
  }

  private static func headline(_ reports: [CheckReport]) -> String {
    let label = OutcomeLabel(Verdict.combined(reports.map(\.outcome)))
    let counts = OutcomeLabel.counts(reports.flatMap { $0.requirements.map(\.label) })
    let isPartial = reports.contains(where: \.isPartial)
    let sources = Set(reports.map(\.sourceSummary))
    return "\(label.mark) **\(label.rawValue)**"
      + (counts.isEmpty ? "" : ": " + counts.joined(separator: ", "))
      + (sources.count == 1 ? sources.first?.map { "; \($0)" } ?? "" : "")
      + (isPartial
        ? ". Partial: the check was interrupted; requirements that were not run have no result." : "")
  }

  private static func overview(_ reports: [CheckReport]) -> [String] {
    [
      "| | accessory | profile | requirement set | failed | values assumed |",
      "| --- | --- | --- | --- | --- | --- |",
    ]
      + reports.map { report in
        let failed = report.requirements.filter { $0.label == .fail || $0.label == .inconclusive }.map(\.id)
        return MarkdownTable.row([
          OutcomeLabel(report.verdict).mark, MarkdownTable.text(report.accessory),
          MarkdownTable.codeCell(report.profilePath), MarkdownTable.codeCell(report.requirementSet),
          failed.isEmpty ? "-" : failed.map(MarkdownTable.text).joined(separator: ", "),
          report.declarations.isEmpty ? "-" : "\(report.assumedCount) of \(report.declarations.count)",
        ])
      }
  }

  private static func section(_ report: CheckReport, showsPassed: Bool) -> [String] {
    var lines = [
      "## \(OutcomeLabel(report.verdict).mark) \(MarkdownTable.text(report.accessory))", "",
      "\(MarkdownTable.code(report.profilePath)) against \(MarkdownTable.code(report.requirementSet)) with "
        + "\(MarkdownTable.code(report.phone)) in \(MarkdownTable.code(report.environment)) at "
        + "\(report.distanceMetres) m, seed \(report.seed)"
        + (report.sourceSummary.map { "; \($0)" } ?? ""), "",
    ]
    let order: [OutcomeLabel] = [
      .fail, .inconclusive, .waived, .warning, .information, .notApplicable,
    ]
    let noted = order.flatMap { label in report.requirements.filter { $0.label == label } }
    if !noted.isEmpty {
      lines += ["| | requirement | required | measured | reason | declared at |"]
      lines += ["| --- | --- | --- | --- | --- | --- |"] + noted.map(row) + [""]
    }
    let passed = report.requirements.filter { $0.label == .pass }
    if showsPassed, !passed.isEmpty {
      lines += ["<details><summary>\(passed.count) passed</summary>", ""]
      lines += ["| | requirement | required | measured | margin |", "| --- | --- | --- | --- | --- |"]
      lines += passed.map(passedRow) + ["", "</details>", ""]
    }
    return lines + footer(report)
  }

  private static func row(_ result: RequirementResult) -> String {
    let step = result.verdict == .pass ? result.decisiveStep : result.failedStep
    return MarkdownTable.row([
      result.label.mark, name(result), MarkdownTable.text(step?.required ?? "-"),
      MarkdownTable.text(step?.measured ?? "-"),
      result.remarks.map(MarkdownTable.text).joined(separator: "<br>"),
      result.declared.map { MarkdownTable.codeCell($0.position.description) } ?? "-",
    ])
  }

  private static func passedRow(_ result: RequirementResult) -> String {
    let step = result.decisiveStep
    return MarkdownTable.row([
      result.label.mark, name(result), MarkdownTable.text(step?.required ?? "-"),
      MarkdownTable.text(step?.measured ?? "-"), MarkdownTable.text(step?.margin ?? "-"),
    ])
  }

  private static func name(_ result: RequirementResult) -> String {
    "**\(MarkdownTable.text(result.id))** \(MarkdownTable.text(result.title))"
  }

  private static func footer(_ report: CheckReport) -> [String] {
    var lines = report.notices.map { "- notice: \(MarkdownTable.text($0))" }
    if let path = report.capturePath { lines.append("- capture: \(MarkdownTable.code(path))") }
    lines.append("- replay: \(MarkdownTable.code(report.replay))")
    return lines + [""]
  }
}

extension OutcomeLabel {
  /// A sign that is seen before a word is read.
  var mark: String {
    switch self {
    case .pass: "✅"
    case .warning: "⚠️"
    case .fail: "❌"
    case .waived: "🕓"
    case .inconclusive: "❔"
    case .notApplicable: "➖"
    case .information: "ℹ️"
    }
  }
}

enum MarkdownTable {
  /// One line of a table.
  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  /// Text that neither ends a cell nor begins a line.
  static func cell(_ text: String) -> String {
    DisplayText.line(text).replacing("|", with: "\\|").split(separator: " ").joined(separator: " ")
  }

  /// Foreign text for a cell or a line: what Markdown or HTML gives a meaning stands for itself.
  static func text(_ text: String) -> String {
    var escaped = ""
    for scalar in DisplayText.line(text).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      // A mention or a reference would call somebody.
      case "@": escaped += "&#64;"
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~": escaped += "\\\(scalar)"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped.split(separator: " ").joined(separator: " ")
  }

  /// Foreign text as code in a cell.
  static func codeCell(_ text: String) -> String { code(text).replacing("|", with: "\\|") }

  /// Foreign text as code in a line outside tables, fenced by more backticks than it has in a row.
  static func code(_ text: String) -> String {
    let line = DisplayText.line(text)
    guard line.contains("`") else { return "`\(line)`" }
    let longest = line.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence) \(line) \(fence)"
  }
}

/// Writes what became of waivers for the Markdown summary.
private enum WaiverMarkdown {
  /// A heading and a table, in the order of the file, with an empty line at its end.
  static func section(_ review: WaiverReview) -> [String] {
    let used = review.entries.count { $0.state == .used }
    var lines = [
      "## Waivers", "",
      "\(MarkdownTable.code(review.file)) on \(review.today): \(used) of \(review.entries.count) used", "",
    ]
    guard !review.entries.isEmpty else { return lines }
    lines += ["| waives | for | until | state | reason | at |", "| --- | --- | --- | --- | --- | --- |"]
    for entry in review.entries {
      let waiver = entry.waiver
      let caseID = waiver.caseID.map { " " + MarkdownTable.codeCell($0) } ?? ""
      lines.append(
        MarkdownTable.row([
          "**\(MarkdownTable.text(waiver.requirementID))**" + caseID,
          waiver.profile.map(MarkdownTable.codeCell) ?? "every profile", waiver.expires.description,
          word(entry.state), MarkdownTable.text(waiver.reason),
          MarkdownTable.codeCell(waiver.position.description),
        ]))
    }
    return lines + [""]
  }

  private static func word(_ state: WaiverReview.State) -> String {
    switch state {
    case .used: "used"
    case .expired: "expired: no effect"
    case .unneeded: "not needed: remove it"
    case .unknown: "for no requirement of the checked sets"
    case .notChecked: "not checked"
    }
  }
}
