internal import Notation
internal import Plots
internal import RangeStudy
package import Reports

/// Writes studies of accuracy as a page: plots over all of them, then each with its table.
package struct RangePage {
  private let reports: [RangeReport]
  private let command: String?

  /// Takes one report at least, and the command that repeats them; nil where no command does.
  package init(_ reports: [RangeReport], command: String?) {
    precondition(!reports.isEmpty, "a page shows a study")
    self.reports = reports
    self.command = command
  }

  /// The page, with a line feed at its end.
  package func html(tool: ToolIdentity) -> String {
    let heading = reports.count == 1 ? names[0] : "\(reports.count) studies"
    let first = reports[0]
    let procedures = RangeReport.procedures(reports)
    let page = Page(
      kind: "Accuracy of distances", title: "Accuracy: \(heading)", heading: heading, outcome: nil,
      lead: [
        "\(procedures.prefix(1).uppercased())\(procedures.dropFirst()) at each point, seed \(first.seed). Each estimate uses"
          + " only data that the phone has, and is compared with the true distance."
      ],
      links: links, body: body)
    return page.html(tool: tool)
  }

  private var names: [String] {
    reports.count == 1 ? [reports[0].accessory] : RangePlots.names(reports)
  }

  /// The studies and their headings; none for a single one.
  var links: [(target: String, text: String)] {
    reports.count == 1 ? [] : names.enumerated().map { ("#study-\($0 + 1)", $1) }
  }

  /// The plots and the studies as HTML.
  var body: String {
    let view: View = [
      "plots": RangePlots.maps(reports).map(PageTemplates.shared.figure)
        + RangePlots.all(reports).map(PageTemplates.shared.figure),
      "studies": zip(reports, names).enumerated().map { index, study in
        section(study.0, name: study.1, id: "study-\(index + 1)")
      },
    ]
    return PageTemplates.shared.render(view, "range")
  }

  private func section(_ report: RangeReport, name: String, id: String) -> View {
    let columns = RangeColumns.paged(report)
    let view: View = ["id": id, "name": name, "notices": report.notices, "facts": facts(report)]
    let rows = report.study.points.map { point in columns.map { $0.cell(point) } }
    return view.merging(table(columns.map(\.heading), rows)) { $1 }
  }

  private func facts(_ report: RangeReport) -> [View] {
    var facts = [
      fact("Profile", report.profilePath, isCode: true),
      fact("Profile SHA-256", report.profileDigest, isCode: true), fact("Phone", report.phone),
      fact("Environment", report.environment), fact("Estimator", report.estimator),
      fact("Filter", report.filter),
    ]
    if report.speedMetresPerSecond != 0 {
      facts.append(fact("Speed", "\(DecimalText.plain(report.speedMetresPerSecond)) m/s"))
    }
    facts += report.sweeps.map { fact("Sweep", $0.path, isCode: true) }
    return facts + (command.map { [fact("Repeat", $0, isCode: true, canCopy: true)] } ?? [])
  }
}
