import ProjectFiles
import Reports
import Testing
import Verdicts

@Suite("The text for people")
struct CheckTextTests {
  @Test(
    "a report has a line for each requirement, remarks under what is no plain pass, and the command that replays it"
  )
  func golden() throws {
    #expect(
      try Golden.difference(CheckText(style: TextStyle()).text(SampleReports.mixed), "check-report.txt")
        == nil)
  }

  @Test("a narrow terminal gets stacked lines")
  func stacked() throws {
    #expect(
      try Golden.difference(
        CheckText(style: TextStyle(width: 50)).text(SampleReports.mixed), "check-report-narrow.txt") == nil)
  }

  @Test(
    "no line but those to be copied is wider than the terminal", arguments: [40, 60, 72, 80, 100, 120, 200])
  func widths(width: Int) {
    let text = CheckText(style: TextStyle(width: width)).text(SampleReports.mixed)
    for line in text.split(separator: "\n") where !line.hasPrefix("  replay") && !line.hasPrefix("  frame ") {
      #expect(line.count <= width, "\(line)")
    }
  }

  @Test("a wide terminal cuts nothing")
  func wideShowsAll() {
    let text = CheckText(style: TextStyle(width: 250)).text(SampleReports.mixed)
    #expect(!text.contains("…"))
    #expect(text.contains("150 us in every subevent that was seen"))
  }

  @Test("what a cell cuts stands in full under a failure", arguments: [80, 100])
  func cutCellsAreRepeated(width: Int) {
    let text = CheckText(style: TextStyle(width: width)).text(SampleReports.mixed)
    let words = text.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
    #expect(text.contains("…"))
    #expect(words.contains("measured 150 us in every subevent that was seen, margin -48 us"))
  }

  @Test("colour comes only when told, and never from a profile")
  func colour() {
    let plain = CheckText(style: TextStyle()).text(SampleReports.mixed)
    #expect(!plain.contains("\u{1B}"))
    let coloured = CheckText(style: TextStyle(isColoured: true)).text(SampleReports.mixed)
    #expect(coloured.contains("\u{1B}[31mFAIL\u{1B}[0m"))
    #expect(!coloured.contains("\u{1B}[31mred"))
    let bare = coloured.replacing(/\u{1B}\[[0-9]+m/, with: "")
    #expect(bare == plain)
  }

  @Test("a pass has no replay line, a failure has")
  func replay() {
    let writer = CheckText(style: TextStyle())
    #expect(!writer.text(SampleReports.passing).contains("replay"))
    #expect(writer.text(SampleReports.mixed).contains("\n  replay    \(SampleReports.mixed.replay)\n"))
  }

  @Test("waivers that did not do their work are named with their lines")
  func waivers() throws {
    let text = CheckText(style: TextStyle(width: 200)).text(try SampleReports.waived().review)
    #expect(text.contains("waivers #1.yaml on 2026-12-01: 4 of 6 used\n"))
    #expect(
      text.contains("waivers #1.yaml:7:5: the waiver of CS-A35 expired on 2026-11-30 and has no effect\n"))
    #expect(text.contains("waivers #1.yaml:8:5: no checked requirement set has CS-A36\n"))
    #expect(!text.contains("CS-A30"))
  }

  @Test("several accessories end in an overview, one does not")
  func overview() {
    let writer = CheckText(style: TextStyle())
    #expect(writer.overview([SampleReports.mixed]) == "")
    let lines = writer.overview([SampleReports.passing, SampleReports.mixed]).split(separator: "\n")
    #expect(
      lines == [
        "PASS          Profiles/a&b.yaml; 1 of 2 values assumed",
        "FAIL          Profiles/a&b.yaml: CS-A07; 1 of 2 values assumed",
        "2 checked: 1 passed, 1 failed",
      ])
  }

  @Test("wide characters count two columns, marks none")
  func displayWidth() {
    #expect(DisplayText.truncated("距離測定", to: 5) == "距離…")
    #expect(DisplayText.truncated("e\u{301}tude", to: 5) == "e\u{301}tude")
    #expect(DisplayText.wrapped("距離 測定", to: 4) == ["距離", "測定"])
  }

  @Test("a word that is longer than a line is broken, and control characters are shown as such")
  func wrapping() {
    #expect(DisplayText.wrapped("abcdefgh ij", to: 4) == ["abcd", "efgh", "ij"])
    #expect(DisplayText.wrapped("", to: 4) == [""])
    #expect(DisplayText.wrapped("ab cdefghij k", to: 4) == ["ab", "cdef", "ghij", "k"])
    #expect(DisplayText.wrapped("距離測定 a", to: 5) == ["距離", "測定", "a"])
    #expect(DisplayText.wrapped("距離", to: 1) == ["距", "離"])
    #expect(DisplayText.line("a\nb\u{7}\u{202E}\u{61C}c") == "a b\u{FFFD}\u{FFFD}\u{FFFD}c")
  }

  @Test("a word of a megabyte is broken in one pass")
  func longWord() {
    let lines = DisplayText.wrapped(String(repeating: "a", count: 1 << 20), to: 64)
    #expect(lines.count == 1 << 14 && lines.allSatisfy { $0.utf8.count == 64 })
  }

  @Test(
    "the command for a frame is the one to type",
    arguments: [
      ("Captures/a.pcapng", "Captures/a.pcapng"), ("a b;c.pcapng", "'a b;c.pcapng'"),
      ("-a.pcapng", "./-a.pcapng"), ("a\u{1B}\u{202E}.pcapng", "$'a\\033\\342\\200\\256.pcapng'"),
    ])
  func frameCommand(path: String, word: String) {
    var report = SampleReports.mixed
    report.capturePath = path
    let text = CheckText(style: TextStyle()).text(report)
    #expect(text.contains("\n  frame     reflector frame \(word) 97\n"), "\(text)")
  }
}
