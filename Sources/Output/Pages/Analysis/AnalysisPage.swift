internal import Analysis
internal import Notation
internal import Plots
package import Reports
internal import Statistics
internal import Verdicts

/// Writes the analysis of recordings as a page: plots, verdicts, procedures, connections.
package struct AnalysisPage {
  private let report: AnalysisReport
  private let curves: AnalysisCurves

  package init(_ report: AnalysisReport, curves: AnalysisCurves) {
    self.report = report
    self.curves = curves
  }

  /// The page, with a line feed at its end.
  package func html(tool: ToolIdentity) -> String {
    let name =
      report.recordings.count == 1 ? report.recordings[0].name : "\(report.recordings.count) recordings"
    let page = Page(
      kind: "Analysis of recordings", title: "Analysis: \(name)", heading: name, outcome: nil,
      lead: [
        "\(DecimalText.grouped(report.tally.procedureCount))"
          + (report.tally.procedureCount == 1 ? " procedure," : " procedures,")
          + " \(DecimalText.grouped(report.tally.pairedCount)) with the results of both devices"
      ], body: PageTemplates.shared.render(view, "analysis"))
    return page.html(tool: tool)
  }

  private var view: View {
    let text = AnalysisText(style: TextStyle())
    let kinds = report.tally.distances.filter { $0.metres.count + $0.withoutPeakCount > 0 }.map(\.kind)
    let table = text.table(report, kinds)
    let shown =
      "the first \(report.firstProcedures.count) of \(DecimalText.grouped(report.tally.procedureCount))"
    let view: View = [
      "plots": figures,
      "verdicts": report.verdicts.enumerated().map(Self.view),
      "hasProcedures": !report.firstProcedures.isEmpty,
      "procedures": present(report.firstProcedures.count == report.tally.procedureCount ? nil : shown),
      "sections": text.sections(report).enumerated().map(Self.view),
    ]
    return view.merging(Pages.table(table.headings, table.rows)) { $1 }
  }

  private var figures: [String] {
    let templates = PageTemplates.shared
    return (curves.timeline(of: report.connections).map { [templates.figure($0)] } ?? [])
      + curves.plots.map(templates.sideBySide) + curves.steps.map(templates.figure)
      + (curves.qualityMap.map { [templates.figure($0)] } ?? [])
  }

  private static func view(_ index: Int, _ shown: ShownVerdicts) -> View {
    let label = OutcomeLabel(shown.verdict)
    return [
      "id": "verdicts-\(index + 1)", "class": label.pageClass, "label": label.rawValue, "set": shown.set,
      "accessory": shown.accessory,
      "rest": "\(shown.items.count) \(shown.items.count == 1 ? "requirement" : "requirements") shown"
        + " by the recording, \(shown.notShownCount) not shown",
      "hasItems": !shown.items.isEmpty,
      "items": shown.items.map { item in
        let label = item.result.label
        return [
          "class": label.pageClass, "label": label.rawValue, "requirement": item.result.id,
          "title": item.result.title,
          "shown": label == .pass
            ? item.result.decisiveStep?.measured ?? "" : item.result.remarks.joined(separator: "; "),
          "evidence": item.evidence ?? "",
        ] as View
      },
    ]
  }

  /// Items without a name go on with the one before.
  private static func view(_ index: Int, _ section: AnalysisSection) -> View {
    var items: [(name: String, texts: [String])] = []
    for item in section.items {
      if item.name.isEmpty, !items.isEmpty {
        items[items.count - 1].texts.append(item.text)
      } else {
        items.append((item.name, [item.text]))
      }
    }
    return [
      "id": "section-\(index + 1)", "heading": section.heading,
      "items": items.map { ["name": $0.name, "texts": $0.texts] as View },
    ]
  }
}
