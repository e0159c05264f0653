internal import Gate
internal import Notation
internal import Plots
package import Reports
internal import Verdicts

/// Writes a campaign as a page: its studies as those of accuracy, then its checks.
package struct CampaignPage {
  private let report: CampaignReport

  package init(_ report: CampaignReport) { self.report = report }

  /// The page, with a line feed at its end.
  package func html(tool: ToolIdentity) -> String {
    let studies = report.studies.isEmpty ? nil : RangePage(report.studies, command: nil)
    let view: View = [
      "studies": studies?.body ?? "", "hasChecks": !report.checks.isEmpty, "checks": checks,
      "hasFindings": !findings.isEmpty,
      "findings": table(["Requirement", "Verdict", "Checks", "Of", "Reason"], findings),
      "compared": present(report.compared.map(Self.view)),
    ]
    let links =
      (report.compared == nil ? [] : [("#compared", "Comparison")]) + (studies?.links ?? [])
      + (report.checks.isEmpty ? [] : [("#checks", "Checks")])
    let page = Page(
      kind: "Campaign", title: "Campaign: \(report.title)", heading: report.title, outcome: outcome,
      lead: [state], links: links, body: PageTemplates.shared.render(view, "campaign"))
    return page.html(tool: tool)
  }

  private static func view(_ comparison: CampaignComparison) -> View {
    let tables = ComparisonTables(comparison)
    return [
      "caption": ComparisonTables.caption + ".", "facts": tables.legend.map { fact($0.name, $0.text) },
      "plot": ComparisonPlot.p90(comparison).map(PageTemplates.shared.figure) ?? "",
      "tables": [tables.points, tables.checks].compactMap(\.self).map { table($0.headings, $0.rows) },
    ]
  }

  private var outcome: View? {
    report.verdict.map { verdict in
      let failed = report.checks.map { $0.counts[.fail, default: 0] }.reduce(0, +)
      return [
        "class": OutcomeLabel(verdict).pageClass, "label": OutcomeLabel(verdict).rawValue,
        "text": "\(DecimalText.grouped(failed)) of \(DecimalText.grouped(ranCount)) checks fail",
      ]
    }
  }

  private var ranCount: Int { report.checks.flatMap(\.counts.values).reduce(0, +) }

  private var state: String {
    report.progress.text
      + (report.isPartial ? ", so this report is partial" : "")
      + ". Campaign \(report.id), edition \(report.edition), run by \(report.tool)"
      + (report.changes.isEmpty ? "." : " before a change of \(report.changes.joined(separator: ", ")).")
  }

  private var checks: View {
    let others: [Verdict] = [.inconclusive, .notApplicable]
    return table(
      ["Profile", "Set", "Phone", "Environment", "Checks", "Pass", "Fail", "Inconclusive", "Not applicable"],
      report.checks.map { part in
        let counts =
          [part.counts.total] + ([.pass, .fail] + others).map { part.counts[$0, default: 0] }
        return [part.profilePath, part.requirementSet, part.phone, part.environment]
          + counts.map(DecimalText.grouped)
      })
  }

  private var findings: [[String]] {
    report.findings.map {
      [$0.requirement, OutcomeLabel($0.verdict).rawValue, $0.share, $0.place, $0.reason]
    }
  }
}
