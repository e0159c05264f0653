import ProjectFiles
import Reports
import Testing
import Verdicts

@Suite("The Markdown summary")
struct CheckMarkdownTests {
  private let text = CheckMarkdown.text(
    [SampleReports.passing, SampleReports.mixed], tool: SampleReports.tool)

  @Test("it is what it was")
  func golden() throws {
    let waived = try SampleReports.waived()
    let text = CheckMarkdown.text(
      [SampleReports.passing, SampleReports.mixed] + waived.reports, tool: SampleReports.tool,
      waivers: waived.review)
    #expect(try Golden.difference(text, "check-report.md") == nil)
  }

  @Test("every waiver has a line with what became of it")
  func waivers() throws {
    let waived = try SampleReports.waived()
    let text = CheckMarkdown.text(waived.reports, tool: SampleReports.tool, waivers: waived.review)
    let lines = text.split(separator: "\n").filter { $0.contains("`waivers #1.yaml:") }
    let states = [
      "used", "used", "used", "used", "expired: no effect", "for no requirement of the checked sets",
    ]
    #expect(zip(lines, states).allSatisfy { $0.contains(" | \($1) | ") } && lines.count == states.count)
    #expect(lines[0].contains("| **CS-A30** | `a*b` | 2027-03-01 | used | a new part \\| comes |"))
    #expect(!self.text.contains("Waivers"))
  }

  @Test("arranged by platform it has the matrix, and no more of what passed")
  func platforms() throws {
    var other = SampleReports.passing
    other.requirementSet = "core|6-3"
    let text = CheckMarkdown.text(
      [SampleReports.mixed, other], tool: SampleReports.tool, showsPlatforms: true)
    #expect(try Golden.difference(text, "platform-matrix.md") == nil)
    #expect(text.contains("| profile | `apple-ios27-cs` | `core\\|6-3` |"))
    #expect(text.split(separator: "## ").count == 2, "one part, of what fails")
  }

  @Test("failures come first, then what could not be judged, then warnings")
  func order() throws {
    let ids = text.split(separator: "## ").last.map(String.init) ?? ""
    let rows = ids.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("**CS-") }
    let order = rows.compactMap { $0.firstMatch(of: /CS-A[0-9]+/)?.output }
    #expect(order == ["CS-A07", "CS-A08", "CS-A01", "CS-A20", "CS-A10", "CS-A21"])
  }

  @Test("a failure has its reason, its line in the profile, the capture and the command that repeats it")
  func evidence() {
    #expect(text.contains("steps are 50 us too far apart"))
    #expect(text.contains("`Profiles/base #1.yaml:81:13`"))
    #expect(text.contains("- capture: `Captures/a&b.pcapng`"))
    #expect(text.contains("- replay: `\(SampleReports.mixed.replay)`"))
  }

  @Test("foreign text is text: no table, no tag, no mention, no control character")
  func escaping() {
    var report = SampleReports.passing
    report.accessory = "a|b <script>@someone *x* `y` [l](u) \u{1B}[31m\n# h"
    report.replay = "echo `date` ``"
    let text = CheckMarkdown.text([report], tool: SampleReports.tool)
    #expect(
      text.contains(
        "a\\|b &lt;script&gt;&#64;someone \\*x\\* \\`y\\` \\[l\\](u) \u{FFFD}\\[31m \\# h"))
    #expect(text.contains("``` echo `date` `` ```"))
    #expect(!text.contains("<script>") && !text.contains("\u{1B}"))
  }

  @Test("every line of a table has the columns of its heading")
  func columns() {
    var width: Int?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else {
        width = nil
        continue
      }
      let cells = line.replacing("\\|", with: "").count { $0 == "|" }
      #expect(cells == width ?? cells, "\(line)")
      width = cells
    }
  }
}
