package import Dissection
internal import Documents
internal import Profiles
package import Reports
package import Verdicts

/// Writes the results of a check as a page that stands as evidence.
package struct CheckPage {
  /// A file that the user gave, as it was read.
  package struct SourceFile: Hashable, Sendable {
    /// The name as the user wrote it, or as an `extends` of another file leads to it.
    package var path: String
    /// SHA-256 of its octets, hex.
    package var digest: String
    package var text: String

    package init(path: String, digest: String, text: String) {
      self.path = path
      self.digest = digest
      self.text = text
    }
  }

  let reports: [CheckReport]
  let evidence: [CaptureEvidence]
  let files: [SourceFile]
  let waivers: WaiverReview?

  /// - Parameters:
  ///   - reports: in the order of the page, one at least.
  ///   - evidence: what the capture of each report shows of the frames `frames(of:)`.
  ///   - files: the profiles of the reports with the files that they extend.
  ///   - waivers: what became of the waivers; nil if there were none.
  package init(
    _ reports: [CheckReport], evidence: [CaptureEvidence], files: [SourceFile], waivers: WaiverReview?
  ) {
    precondition(evidence.count == reports.count && !reports.isEmpty, "each report has its evidence")
    self.reports = reports
    self.evidence = evidence
    self.files = files
    self.waivers = waivers
  }

  /// The frames of a report that its page explains: the first of those behind each verdict, and the first of each step
  /// that was not met.
  package static func frames(of report: CheckReport) -> Set<Int> {
    Set(report.requirements.flatMap(RequirementView.frames))
  }

  /// The page, with a line feed at its end.
  package func html(tool: ToolIdentity) -> String { html(tool: tool, overview: nil) }

  /// - Parameter overview: where the page with all reports is; nil if this is it.
  func html(tool: ToolIdentity, overview: String?) -> String {
    let links =
      (overview.map { [($0, "All results")] } ?? [])
      + reports.enumerated().map { ("#" + Self.id($0), "\(name($1)), \($1.requirementSet)") }
      + files.enumerated().map { ("#" + Self.fileID($0), $1.path) }
    return page(links: links, body: PageTemplates.shared.render(view, "check")).html(tool: tool)
  }

  /// The name of an accessory, with its profile if another one has the same name.
  private func name(_ report: CheckReport) -> String {
    let isAlone = reports.allSatisfy {
      $0.accessory != report.accessory || $0.profilePath == report.profilePath
    }
    return isAlone ? report.accessory : "\(report.accessory) (\(report.profilePath))"
  }

  /// The page around a body: verdict, counts and contents.
  func page(links: [(target: String, text: String)], body: String) -> Page {
    let outcome = OutcomeLabel(Verdict.combined(reports.map(\.outcome)))
    let heading =
      Page.heading(reports.map { ($0.accessory, $0.profilePath) })
      + (reports.count == 1 ? ": \(reports[0].requirementSet)" : "")
    return Page(
      kind: "Channel Sounding conformance report", title: "\(outcome.rawValue) \(heading)",
      heading: heading,
      outcome: ["class": outcome.pageClass, "label": outcome.rawValue, "text": Self.counts(reports)],
      lead: reports.contains(where: \.isPartial)
        ? ["Partial: the check was interrupted; requirements that were not run have no result."] : [],
      links: links, body: body)
  }

  static func id(_ index: Int) -> String { "report-\(index + 1)" }
  static func fileID(_ index: Int) -> String { "file-\(index + 1)" }

  /// How many requirements came to what.
  static func counts(_ reports: [CheckReport]) -> String {
    OutcomeLabel.counts(reports.flatMap { $0.requirements.map(\.label) }).joined(separator: ", ")
  }

  private var view: View {
    let lines = SourceView(files)
    let sections = reports.enumerated().map { index, report in
      ReportView(report, evidence[index], id: Self.id(index), lines: lines)
    }
    let labels = sections.flatMap(\.shown).map(\.label)
    return [
      "overview": present(reports.count > 1 ? overview { "#" + Self.id($0) } : nil),
      "labels": OutcomeLabel.allCases.filter(labels.contains).map { label in
        [
          "class": label.pageClass, "label": label.rawValue, "count": labels.count { $0 == label },
        ] as View
      },
      "reports": sections.map(\.view),
      "waivers": present(waivers.map(waiverView)),
      "files": lines.views(marks: sections.flatMap(\.marks)),
    ]
  }

  /// Accessories against requirement sets. `target` is where the page has a report.
  func overview(_ target: (Int) -> String) -> View {
    let matrix = PlatformMatrix(reports)
    return [
      "sets": matrix.sets,
      "rows": matrix.rows.map { row in
        [
          "profile": row.profile,
          "cells": row.cells.map { cell -> View in
            guard let cell, let index = reports.firstIndex(of: cell.report) else { return ["target": false] }
            let label = OutcomeLabel(cell.report.verdict)
            let note = cell.text.dropFirst(label.rawValue.count).drop { $0 == "," || $0 == " " }
            return [
              "target": target(index), "class": label.pageClass, "label": label.rawValue,
              "note": present(note.isEmpty ? nil : String(note)),
            ]
          },
        ] as View
      },
    ]
  }

  func waiverView(_ review: WaiverReview) -> View {
    let used = review.entries.count { $0.state == .used }
    return [
      "summary": "\(review.file) on \(review.today): \(used) of \(review.entries.count) used",
      "entries": review.entries.map { entry in
        [
          "requirement": entry.waiver.requirementID + (entry.waiver.caseID.map { " \($0)" } ?? ""),
          "profile": entry.waiver.profile ?? "every profile", "until": entry.waiver.expires.description,
          "state": entry.state.rawValue, "reason": entry.waiver.reason,
          "place": entry.waiver.position.description,
        ] as View
      },
    ]
  }
}

extension OutcomeLabel {
  /// The name in style sheets and filters.
  var pageClass: String {
    switch self {
    case .pass: "pass"
    case .warning: "warn"
    case .fail: "fail"
    case .waived: "waived"
    case .inconclusive: "inconclusive"
    case .notApplicable: "na"
    case .information: "info"
    }
  }
}
