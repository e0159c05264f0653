import Notation
import ProjectFiles
import Reports
import Testing
import Verdicts

@Suite("The TAP report")
struct CheckTAPTests {
  private let text = CheckTAP.text([SampleReports.passing, SampleReports.mixed])

  @Test("it is what it was")
  func golden() throws {
    let reports = [SampleReports.passing, SampleReports.mixed] + (try SampleReports.waived().reports)
    #expect(try Golden.difference(CheckTAP.text(reports), "check-report.tap") == nil)
  }

  private func points(in text: String) -> [Substring] {
    text.split(separator: "\n").filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
  }

  @Test("a plan tells how many points follow, numbered from one")
  func plan() {
    let count = SampleReports.passing.requirements.count + SampleReports.mixed.requirements.count
    #expect(text.hasPrefix("TAP version 13\n1..\(count)\n"))
    let numbers = points(in: text).compactMap { line in
      line.firstMatch(of: #/ok ([0-9]+) -/#).flatMap { Int($0.output.1) }
    }
    #expect(numbers == Array(1...count))
  }

  @Test("only a requirement that must be met and failed, or could not be judged, is not ok")
  func outcomes() {
    let bad = points(in: text).filter { $0.hasPrefix("not ok") }
    #expect(bad.map { $0.contains("CS-A07") || $0.contains("CS-A08") } == [true, true])
    #expect(points(in: text).filter { $0.contains(" # SKIP ") }.count == 2)
    #expect(text.contains(": CS-A20 A recommendation\n  ---\n  outcome: \"WARN\"\n"))
  }

  @Test("a failure that is waived whole is skipped with the reason, and no other")
  func waived() throws {
    let text = CheckTAP.text(try SampleReports.waived().reports)
    let points = points(in: text)
    #expect(
      points.map { $0.split(separator: "-")[0] } == [
        "ok 1 ", "not ok 2 ", "not ok 3 ", "ok 4 ", "ok 5 ", "ok 6 ",
      ])
    #expect(
      points.map { $0.hasSuffix("# SKIP waived until 2027-03-01: a new part | comes") }
        == [true, false, false, false, false, false])
    #expect(points[3].hasSuffix("# SKIP waived until 2027-03-04: advice"))
  }

  @Test("no text turns a terminal's text around")
  func marks() {
    var report = SampleReports.mixed
    report.requirements[1].cases[1].reason = "a\u{202E}b\u{61C}c"
    report.replay = "reflector check '\u{2066}.yaml'"
    let text = CheckTAP.text([report])
    #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.isScreenControl })
    #expect(text.contains("a\\u202eb\\u061cc") && text.contains("'\\u2066.yaml'"))
  }

  @Test("no text begins a directive or a line of its own")
  func escaping() {
    var report = SampleReports.passing
    report.requirements[0].title = "a # SKIP b\nnot ok 9 \\ c"
    let lines = CheckTAP.text([report]).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("ok 1 ") && $0.hasSuffix(": CS-A01 a \\# SKIP b not ok 9 \\\\ c") })
  }
}
