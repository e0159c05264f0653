internal import Documents
internal import Foundation
package import Reports
internal import Verdicts

extension CheckPage {
  /// The most octets of a page that holds all; a larger one is an overview, and each report has a page beside it.
  private static let mostOctets = 2_000_000

  /// A page with one report, which lies beside the overview.
  package struct Part: Hashable, Sendable {
    /// Where it lies, from the folder of the overview.
    package var path: String
    package var html: String
  }

  /// The page, named `name`, and pages in the folder beside it if one alone would be too large for a browser.
  package func pages(tool: ToolIdentity, name: String, folder: String) -> (html: String, parts: [Part]) {
    let whole = html(tool: tool)
    guard whole.utf8.count > Self.mostOctets, reports.count > 1 else { return (whole, []) }
    let parts = reports.indices.map { index in
      Part(
        path: Self.path(of: index, in: folder),
        html: part(index).html(tool: tool, overview: "../" + Self.reference(name)))
    }
    return (overview(tool: tool, folder: folder), parts)
  }

  /// The name of a file or folder in a link.
  private static func reference(_ name: String) -> String {
    name.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", ".", "_"])) ?? name
  }

  private static func path(of index: Int, in folder: String) -> String { "\(folder)/\(index + 1).html" }

  /// The page of one report, with the files that it rests on.
  private func part(_ index: Int) -> CheckPage {
    let report = reports[index]
    let own = Set(report.declarations.map(\.position.file)).union([report.profilePath])
    return CheckPage(
      [report], evidence: [evidence[index]], files: files.filter { own.contains($0.path) }, waivers: nil)
  }

  private func overview(tool: ToolIdentity, folder: String) -> String {
    let target = { index in Self.path(of: index, in: Self.reference(folder)) }
    let failures = reports.enumerated().flatMap { index, report in
      report.requirements.filter { $0.label == .fail }.map { result -> View in
        let anchor = RequirementView.id(result, of: Self.id(0))
        let place: View = [
          "profile": report.profilePath, "target": target(index) + "#" + anchor,
        ]
        return place.merging(RequirementView.summary(result)) { $1 }
      }
    }
    let view: View = [
      "overview": overview(target), "hasFailures": !failures.isEmpty,
      "failures": failures,
      "failureCount": failures.count == 1 ? "1 requirement" : "\(failures.count) requirements",
      "waivers": present(waivers.map(waiverView)),
    ]
    return page(links: [], body: PageTemplates.shared.render(view, "overview")).html(tool: tool)
  }
}
