import Documents
import Reports
import Testing

@Suite("Reports of wrong input")
struct RefusalTests {
  private let refusal = Refusal(
    [
      DocumentErrors([
        DocumentError(.tab, at: SourcePosition(file: "a#b|c.yaml", line: 3, column: 5)),
        DocumentError(
          .repeatedItem("'80'"), at: SourcePosition(file: "a#b|c.yaml", line: 9, column: 1), path: "t_fcs_us"),
      ])
    ], message: "none", title: "Channel Sounding gate")

  @Test("TAP has a point for each problem, in which nothing begins a directive")
  func tap() {
    #expect(
      refusal.tap == """
        TAP version 13
        1..2
        not ok 1 - input, a\\#b|c.yaml:3:5: found a tab, expected spaces. Indent with two spaces.
        not ok 2 - input, a\\#b|c.yaml:9:1: t_fcs_us: found '80' twice, expected each item once. Remove one.

        """)
  }

  @Test("Markdown has a row for each problem below the heading of the command")
  func markdown() {
    let text = refusal.markdown(tool: SampleReports.tool)
    #expect(
      text.hasPrefix(
        "# Channel Sounding gate\n\n\u{274C} **ERROR**: the input could not be used: 2 problems\n"))
    #expect(
      text.contains("\n| `a#b\\|c.yaml:3:5` | found a tab, expected spaces. Indent with two spaces. |\n"))
    #expect(text.contains("| t\\_fcs\\_us: found '80' twice"))
  }

  @Test("what is no fault of a file has the place of the arguments")
  func arguments() {
    let other = Refusal([], message: "Error: found no profile 'x'.", title: "a")
    #expect(other.tap.contains("\nnot ok 1 - input, arguments: Error: found no profile 'x'.\n"))
    #expect(other.problems.count == 1 && other.summary == "the input could not be used: 1 problem")
  }
}
