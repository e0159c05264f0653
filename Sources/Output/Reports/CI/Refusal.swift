package import Documents
internal import Notation

/// What is wrong with the input of a command, as the reports that it was asked for: a job that shows nothing else shows
/// why there are no results.
package struct Refusal: Sendable {
  package struct Problem: Sendable {
    /// File, line and column; `arguments` where there are none.
    package let place: String
    package let text: String
  }

  /// The heading of the reports that the command makes of good input.
  package let title: String
  /// One at least.
  package let problems: [Problem]

  /// - Parameter message: what is wrong where `errors` is empty.
  package init(_ errors: [DocumentErrors], message: String, title: String) {
    let found = errors.flatMap(\.errors).map { Problem(place: "\($0.position)", text: $0.message) }
    problems = found.isEmpty ? [Problem(place: "arguments", text: message)] : found
    self.title = title
  }

  /// The headline of pages.
  package var summary: String {
    "the input could not be used: \(DecimalText.counted(problems.count, "problem"))"
  }

  /// JUnit XML: an error for each problem.
  package func junit(tool: ToolIdentity) -> String {
    var xml = XMLText()
    let counts = [("tests", "\(problems.count)"), ("failures", "0"), ("errors", "\(problems.count)")]
    xml.begin("testsuites", [("name", "\(tool.name) \(tool.version)")] + counts)
    xml.begin("testsuite", [("name", "input")] + counts)
    for problem in problems {
      xml.begin("testcase", [("classname", "input"), ("name", problem.place), ("time", "0.000")])
      xml.element(
        "error", [("message", problem.text), ("type", "input")],
        content: "\(problem.place): \(problem.text)")
      xml.end()
    }
    xml.end()
    xml.end()
    return xml.text
  }

  /// TAP version 13: a point that is not ok for each problem. `Bail out!` would end the reports of other programs too
  /// that a harness reads together with this one.
  package var tap: String {
    let points = problems.enumerated().map { index, problem in
      "not ok \(index + 1) - " + CheckTAP.escaped("input, \(problem.place): \(problem.text)")
    }
    return (["TAP version 13", "1..\(points.count)"] + points).map { $0 + "\n" }.joined()
  }

  /// GitHub's Markdown: a table with the problems.
  package func markdown(tool: ToolIdentity) -> String {
    let lines =
      [
        "# \(title)", "", "\(OutcomeLabel.fail.mark) **ERROR**: \(summary)", "", "| at | problem |",
        "| --- | --- |",
      ]
      + problems.map { MarkdownTable.row([MarkdownTable.codeCell($0.place), MarkdownTable.text($0.text)]) }
      + ["", "\(MarkdownTable.cell(tool.name)) \(MarkdownTable.cell(tool.version))"]
    return lines.map { $0 + "\n" }.joined()
  }
}
