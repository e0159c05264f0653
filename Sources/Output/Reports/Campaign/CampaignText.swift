internal import Gate
internal import Notation
internal import Verdicts

/// Writes a campaign for people: its studies in a table, then its checks.
package struct CampaignText {
  private let style: TextStyle

  package init(style: TextStyle) { self.style = style }

  /// The report, with a line feed at its end.
  package func text(_ report: CampaignReport) -> String {
    var parts = [heading(report)]
    if !report.studies.isEmpty {
      let writer = RangeText(style: style)
      parts.append(
        report.studies.count == 1 ? writer.text(report.studies[0]) : writer.comparison(report.studies))
    }
    if !report.checks.isEmpty { parts.append(checks(report.checks)) }
    if !report.findings.isEmpty { parts.append(findings(report.findings)) }
    if let compared = report.compared { parts.append(comparison(compared)) }
    if !report.worst.isEmpty { parts.append(worst(report.worst)) }
    return parts.joined(separator: "\n")
  }

  private func heading(_ report: CampaignReport) -> String {
    let state = report.progress.text + (report.isPartial ? ": PARTIAL" : "")
    let quantiles = report.studies.isEmpty ? [] : style.fact("quantiles", "within 0.4 %, by histograms")
    return lines(
      DisplayText.wrapped("\(report.id): \(report.title)", to: style.width).map { style.paint($0, .bold) }
        + style.fact("state", state) + style.fact("edition", Self.edition(report)) + quantiles)
  }

  private static func edition(_ report: CampaignReport) -> String {
    let changes =
      report.changes.isEmpty ? "" : ", before a change of \(report.changes.joined(separator: ", "))"
    return "\(report.edition), by \(report.tool)\(changes)"
  }

  private func checks(_ parts: [CampaignReport.Checks]) -> String {
    var table = TextTable([
      .init("PROFILE", minimum: 12), .init("SET", minimum: 12), .init("PHONE", minimum: 8),
      .init("ENVIRONMENT", minimum: 8), .init("CHECKS", isNumeric: true), .init("PASS", isNumeric: true),
      .init("FAIL", isNumeric: true), .init("OTHER", isNumeric: true),
    ])
    for part in parts {
      let ran = part.counts.total
      let (passed, failed) = (part.counts[.pass, default: 0], part.counts[.fail, default: 0])
      table.append(
        [part.profilePath, part.requirementSet, part.phone, part.environment]
          + [ran, passed, failed, ran - passed - failed].map(DecimalText.grouped))
    }
    return lines(table.lines(width: style.width))
  }

  private func findings(_ findings: [CampaignReport.Finding]) -> String {
    lines(
      findings.flatMap { finding in
        let verb = finding.verdict == .fail ? "fails" : "is inconclusive"
        let reason = finding.reason.isEmpty ? "" : ": \(finding.reason)"
        return DisplayText.hanging(
          "  \(finding.requirement)  ", "\(verb) in \(finding.share) of \(finding.place)\(reason)",
          width: style.width)
      })
  }

  private func comparison(_ comparison: CampaignComparison) -> String {
    let tables = ComparisonTables(comparison)
    let heads =
      style.fact("compared", ComparisonTables.caption)
      + tables.legend.flatMap { name, text in
        DisplayText.hanging(
          "  \(DisplayText.padded(DisplayText.line(name), to: 9)) ", text, width: style.width)
      }
    let rows = [tables.points, tables.checks].compactMap(\.self).flatMap {
      [""] + $0.lines(width: style.width)
    }
    return lines(heads + rows)
  }

  private func worst(_ units: [CampaignReport.Unit]) -> String {
    var table = TextTable([
      .init("UNIT", isNumeric: true), .init("PLACE", minimum: 20), .init("FINDING", minimum: 12),
    ])
    for unit in units { table.append(["\(unit.number)", unit.place, unit.finding]) }
    return lines(table.lines(width: style.width))
  }

  private func lines(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
}
