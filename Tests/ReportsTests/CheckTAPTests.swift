import Conformance
import Reports
import Testing

@Suite("The TAP report")
struct CheckTAPTests {
  private let text = CheckTAP.text([SampleReports.passing, SampleReports.mixed])

  @Test("it is what it was")
  func golden() throws { try Golden.expect(text, "check-report.tap") }

  /// The test points at an indent.
  private func points(_ indent: String) -> [Substring] {
    text.split(separator: "\n").filter { line in
      guard line.hasPrefix(indent) else { return false }
      let rest = line.dropFirst(indent.count)
      return rest.hasPrefix("ok ") || rest.hasPrefix("not ok ")
    }
  }

  @Test("a plan tells how many points follow, numbered from one")
  func plan() {
    #expect(text.hasPrefix("TAP version 14\n1..2\n"))
    #expect(points("").count == 2)
    #expect(text.contains("    1..6\n"))
    let numbers = points("    ").suffix(6).compactMap { line in
      line.firstMatch(of: #/ok ([0-9]+) -/#).map { String($0.output.1) }
    }
    #expect(numbers == ["1", "2", "3", "4", "5", "6"])
  }

  @Test("only a failure and what could not be judged are not ok without a directive")
  func directives() {
    let bad = points("    ").filter { $0.hasPrefix("    not ok") }
    let plain = bad.filter { !$0.contains(" # ") }
    #expect(plain.map { $0.contains("CS-A07") || $0.contains("CS-A08") } == [true, true])
    #expect(bad.filter { $0.contains(" # TO" + "DO ") }.count == 1)
    #expect(points("    ").filter { $0.contains(" # SKIP ") }.count == 2)
    #expect(points("")[0].hasPrefix("ok 1"))
    #expect(points("")[1].hasPrefix("not ok 2"))
  }

  @Test("no text begins a directive or a line of its own")
  func escaping() {
    var report = SampleReports.passing
    report.requirements[0].title = "a # SKIP b\nnot ok 9 \\ c"
    let lines = CheckTAP.text([report]).split(separator: "\n")
    #expect(lines.contains("    ok 1 - CS-A01 a \\# SKIP b not ok 9 \\\\ c"))
  }
}
