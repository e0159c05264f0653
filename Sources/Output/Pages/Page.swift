internal import CryptoToolbox
internal import Foundation
internal import Mustache
internal import Notation
internal import Plots
package import Reports

/// What a template shows, by name. A name that is missing is looked up in the view around, so that every view has all
/// its names; what is absent is `false`.
typealias View = [String: Any]

/// A page of HTML in one file: it holds its style and its script, and loads nothing.
struct Page {
  /// The kind of page, as `Conformance report`.
  var kind: String
  var title: String
  var heading: String
  /// The verdict; nil for a page that judges nothing.
  var outcome: View?
  /// Sentences below the heading.
  var lead: [String] = []
  /// The contents: links and their names.
  var links: [(target: String, text: String)] = []
  /// The HTML between header and footer.
  var body: String
  /// How it looks and what it does in a browser.
  var conduct = PageTemplates.shared.results

  /// A heading for accessories with their profiles: the name of the only one, else how many there are. Two profiles of
  /// one name are two.
  static func heading(_ accessories: [(name: String, profile: String)]) -> String {
    let count = Set(accessories.map { [$0.name, $0.profile] }).count
    return count == 1 ? accessories[0].name : "\(count) accessories"
  }

  /// The page, with a line feed at its end.
  func html(tool: ToolIdentity) -> String {
    let templates = PageTemplates.shared
    let view: View = [
      "kind": kind, "title": title, "heading": heading, "outcome": outcome ?? false as Any, "lead": lead,
      "hasLinks": links.count > 1,
      "links": links.map { ["target": $0.target, "text": $0.text] as View }, "body": body,
      "style": conduct.style, "script": conduct.script, "policy": conduct.policy,
      "tool": "\(tool.name) \(tool.version)",
    ]
    return templates.render(view, "page")
  }
}

/// Writes what is wrong with the input of a command as a page, in the place of its results.
package struct RefusalPage {
  private let refusal: Refusal

  package init(_ refusal: Refusal) { self.refusal = refusal }

  /// The page, with a line feed at its end.
  package func html(tool: ToolIdentity) -> String {
    let page = Page(
      kind: refusal.title, title: "ERROR \(refusal.title)", heading: "No results",
      outcome: ["class": OutcomeLabel.fail.pageClass, "label": "ERROR", "text": refusal.summary],
      body: PageTemplates.shared.render(
        ["facts": refusal.problems.map { fact($0.place, $0.text) }], "facts"))
    return page.html(tool: tool)
  }
}

/// The templates of the pages, which are files beside the code and part of the executable.
struct PageTemplates: Sendable {
  static let shared = PageTemplates()

  /// The style and the script of a page, and what a browser may do for it.
  struct Conduct: Sendable {
    let style: String
    let script: String
    /// Use this style and this script, and load nothing but what `further` allows.
    let policy: String

    init(style: String, script: String, further: String = "") {
      (self.style, self.script) = (style, script)
      policy =
        "default-src 'none'; style-src '\(PageTemplates.digest(style))';"
        + " script-src '\(PageTemplates.digest(script))';\(further) base-uri 'none'; form-action 'none'"
    }
  }

  /// Of pages with results, which load nothing at all.
  let results: Conduct
  /// Of the page of a lab, which talks to its server.
  let lab: Conduct
  private let library: MustacheLibrary

  private init() {
    // Templates name it in their first line. The library's own escapes characters, not scalars: a quote with a combining
    // mark behind it would end an attribute.
    MustacheContentTypes.register(EscapedText(), named: "PAGE")
    let style = Palette.styleSheet + Self.text(PackageResources.page_css)
    let common = Self.text(PackageResources.common_js)
    results = Conduct(style: style, script: common + Self.text(PackageResources.page_js))
    lab = Conduct(
      style: style + Self.text(PackageResources.lab_css), script: common + Self.text(PackageResources.lab_js),
      further: " connect-src 'self';")
    let sources = [
      ("page", PackageResources.page_mustache), ("check", PackageResources.check_mustache),
      ("range", PackageResources.range_mustache), ("analysis", PackageResources.analysis_mustache),
      ("gate", PackageResources.gate_mustache), ("figure", PackageResources.figure_mustache),
      ("facts", PackageResources.facts_mustache), ("table", PackageResources.table_mustache),
      ("lab", PackageResources.lab_mustache), ("matrix", PackageResources.matrix_mustache),
      ("overview", PackageResources.overview_mustache), ("waivers", PackageResources.waivers_mustache),
      ("verdicts", PackageResources.verdicts_mustache), ("campaign", PackageResources.campaign_mustache),
    ]
    var library = MustacheLibrary()
    for (name, octets) in sources {
      do {
        try library.register(Self.text(octets), named: name)
      } catch {
        preconditionFailure("the template \(name) cannot be read: \(error)")
      }
    }
    self.library = library
  }

  func render(_ view: View, _ name: String) -> String {
    guard let text = library.render(view, withTemplate: name) else {
      preconditionFailure("there is no template \(name)")
    }
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  private static func text(_ octets: [UInt8]) -> String { String(decoding: octets, as: UTF8.self) }

  private static func digest(_ text: String) -> String {
    guard let octets = [UInt8](hex: ContentDigest.sha256(Array(text.utf8))) else {
      preconditionFailure("a digest is hexadecimal")
    }
    return "sha256-" + Data(octets).base64EncodedString()
  }

  private struct EscapedText: MustacheContentType {
    func escapeText(_ text: String) -> String { MarkupText.escaped(text) }
  }
}

extension PageTemplates {
  /// A plot with its title, buttons and the table of its values.
  func figure(_ plot: Plot) -> String {
    figure(id: plot.id, title: plot.title, drawing: PlotSVG.text(plot), table: PlotTable(plot))
  }

  /// Plots beside each other where there is room, each with its title, buttons and table.
  func sideBySide(_ plots: [Plot]) -> String {
    let figures = plots.map(figure)
    return figures.count == 1 ? figures[0] : "<div class=\"side\">\n\(figures.joined())</div>\n"
  }

  /// A timeline with its title, buttons and the table of its spans.
  func figure(_ timeline: Timeline) -> String {
    figure(
      id: timeline.id, title: timeline.title, drawing: TimelineSVG.text(timeline),
      table: PlotTable(timeline))
  }

  /// A heat map with its title, buttons and the table of its places.
  func figure(_ map: HeatMap) -> String {
    figure(id: map.id, title: map.title, drawing: HeatMapSVG.text(map), table: PlotTable(map))
  }

  private func figure(id: String, title: String, drawing: String, table: PlotTable) -> String {
    let view: View = ["id": id, "title": title, "drawing": drawing]
    return render(view.merging(Pages.table(table.headings, table.rows, of: id)) { $1 }, "figure")
  }
}

/// A fact with its name; code is set as such, and what is there to be copied has a button.
func fact(_ name: String, _ value: String, isCode: Bool = false, canCopy: Bool = false) -> View {
  ["name": name, "value": value, "isCode": isCode, "canCopy": canCopy]
}

/// Rows below headings. `id` is that of the drawing whose values they are; nil for none.
func table(_ headings: [String], _ rows: [[String]], of id: String? = nil) -> View {
  ["headings": headings, "rows": rows.map { ["cells": $0] as View }, "table": present(id)]
}

/// The value, or `false`, which a template takes for nothing.
func present(_ value: (some Any)?) -> Any { value.map { $0 as Any } ?? false }
