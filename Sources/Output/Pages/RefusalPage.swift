package import Reports

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
