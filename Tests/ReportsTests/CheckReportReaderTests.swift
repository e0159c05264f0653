import Documents
import Profiles
import Reports
import Testing
import Verdicts

@Suite("Reading JSON reports")
struct CheckReportReaderTests {
  private let text = CheckJSON.text([SampleReports.passing, SampleReports.mixed], tool: SampleReports.tool)

  private func refusal(_ text: String) -> String {
    do throws(ReportFileError) {
      _ = try SampleReports.read(text)
      return ""
    } catch {
      return error.description
    }
  }

  @Test("what was written is read, and writes the same octets")
  func roundTrip() throws {
    let (reports, tool) = try SampleReports.read(text)
    #expect(tool == SampleReports.tool)
    #expect(reports.map(\.verdict) == [.pass, .fail])
    #expect(CheckJSON.text(reports, tool: tool) == text)
  }

  @Test("waivers, versions and an interruption are read")
  func standing() throws {
    var report = SampleReports.mixed
    let waiver = Waiver(
      requirementID: "CS-A07", reason: "known", expires: try #require(CalendarDate("2027-03-01")),
      position: SourcePosition(file: "a.json", line: 1, column: 1))
    report.requirements[1].cases[1].waiver = waiver
    (report.requirementSetVersion, report.requirementSetLastSeen) = ("2", "2026-11-21")
    report.isPartial = true
    let text = CheckJSON.text([report], tool: SampleReports.tool)
    let (reports, tool) = try SampleReports.read(text)
    #expect(reports[0].requirements[1].isWaived && reports[0].isPartial)
    #expect(CheckJSON.text(reports, tool: tool) == text)
    let wrong = text.replacing("2027-03-01", with: "2027-02-30")
    #expect(refusal(wrong).contains("cases[1].waiver.expires: found '2027-02-30', expected a day as"))
  }

  @Test("the intervals of fitted values are read, the lower end first")
  func intervals() throws {
    var report = SampleReports.mixed
    report.declarations[0].interval = 0.5...1.5
    let text = CheckJSON.text([report], tool: SampleReports.tool)
    let (reports, tool) = try SampleReports.read(text)
    #expect(reports[0].declarations.map(\.interval) == report.declarations.map(\.interval))
    #expect(CheckJSON.text(reports, tool: tool) == text)
    let wrong = text.replacing("\"high\": 1.5", with: "\"high\": 0.25")
    let message = refusal(wrong)
    #expect(message.contains("intervals[0].high: found 0.25, expected low or more"), "\(message)")
  }

  @Test("a suspect without a value is refused, and a report from before there were suspects is read")
  func suspects() throws {
    let empty = text.replacing(#/"suspects": \[\]/#, with: "\"suspects\": [[]]")
    #expect(
      refusal(empty).contains("suspects[0]: found an empty list, expected one value or more"),
      "\(refusal(empty))")
    let old = text.replacing("\"suspects\":", with: "\"other\":")
    #expect(try SampleReports.read(old).reports[1].verdict == .fail)
  }

  @Test("a report of an older version, without the keys that came later, is read")
  func older() throws {
    let old = text.replacing(#/"quantity": \{[^}]*\},/#, with: "").replacing(
      "\"declared\":", with: "\"other\":"
    )
    .replacing("\"declared_at\":", with: "\"more\":")
    let (reports, _) = try SampleReports.read(old)
    #expect(reports[1].declarations.isEmpty && reports[1].requirements[1].declared == nil)
    #expect(reports[1].requirements[1].cases[1].steps.allSatisfy { $0.quantity == nil })
  }

  @Test(
    "what is no report is refused where it goes wrong",
    arguments: [
      ("", "a.json:1:1: not valid JSON: found the end of the file, expected a value."),
      ("{\n  \"schema\" 3", "a.json:2:12: not valid JSON: found '3', expected ':'."),
      ("{\"a\": [1, 2}", "a.json:1:12: not valid JSON: found '}', expected ',' or ']'."),
      ("{} {}", "a.json:1:4: not valid JSON: found '{', expected the end of the file."),
      ("{\"a\": \"\\x\"}", "a.json:1:9: not valid JSON: found 'x', expected an escape of JSON."),
      ("{\"a\": 1e999}", "a.json:1:7: not valid JSON: found '1', expected a number."),
      ("[1]", "a.json:1:1: found a list, expected an object."),
      (
        "{\"tool\": {}}",
        "a.json:1:1: found no key 'schema', expected it here. Give a file that 'reflector check --json'"
      ),
      (
        "{\"schema\": \"other/1\"}",
        "a.json:1:12: schema: found 'other/1', expected 'reflector/check-report/1' or 'reflector/campaign-report/1'."
      ),
    ])
  func refused(text: String, message: String) {
    #expect(refusal(text).hasPrefix(message), "\(refusal(text))")
  }

  @Test("a report in UTF-16 is refused with its encoding")
  func encoding() {
    let octets: [UInt8] = [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let error = #expect(throws: ReportFileError.self) { try ReportFile(octets, file: "a.json") }
    #expect(error?.description.hasPrefix("a.json:1:1: found UTF-16BE text, expected UTF-8.") == true)
  }

  @Test("a wrong value is named with its path")
  func path() {
    let wrong = text.replacing("\"met\": false", with: "\"met\": 7", maxReplacements: 1)
    #expect(
      refusal(wrong).contains(
        "reports[1].requirements[1].cases[1].steps[1].met: found 7, expected true or false"))
  }

  @Test("a report that says nothing is refused")
  func empty() {
    let none = CheckJSON.text([], tool: SampleReports.tool)
    #expect(
      refusal(none).hasSuffix(
        ": reports: found an empty list, expected one report or more. Write the report again."))
    var report = SampleReports.passing
    report.requirements = []
    let idle = CheckJSON.text([report], tool: SampleReports.tool)
    #expect(
      refusal(idle).contains("reports[0].requirements: found an empty list, expected one requirement or more")
    )
  }

  @Test("a report that contradicts itself is refused")
  func contradictions() throws {
    let expires = try #require(CalendarDate("2027-03-01"))
    let place = SourcePosition(file: "a.json")
    let changes: [(inout CheckReport) -> String] = [
      { report in
        report.requirements[0].verdict = .fail
        return "requirements[0].verdict: found 'fail', expected 'pass', the worst verdict of its cases"
      },
      { report in
        report.requirements[1].verdict = .pass
        return "requirements[1].verdict: found 'pass', expected 'fail', the worst verdict of its cases"
      },
      { report in
        report.requirements[0].cases = []
        return "requirements[0].verdict: found 'pass', expected 'not-applicable', the worst verdict"
      },
      { report in
        report.requirements[1].cases[1].verdict = .pass
        return "cases[1].steps[1].met: found false, expected true in a test case that passes"
      },
      { report in
        report.requirements[0].cases[0].waiver = Waiver(
          requirementID: "CS-A01", reason: "known", expires: expires, position: place)
        return "cases[0].waiver: found an object, expected null in a test case that does not fail"
      },
      { report in
        report.requirements[1].id = report.requirements[0].id
        return "requirements[1]: found an object, expected a requirement with another id"
      },
    ]
    for change in changes {
      var report = SampleReports.mixed
      let message = change(&report)
      let found = refusal(CheckJSON.text([report], tool: SampleReports.tool))
      #expect(found.contains(message), "\(found)")
    }
  }

  @Test("what waivers, recommendations and interruptions leave is read")
  func everyStanding() throws {
    var reports = try SampleReports.waived().reports + [SampleReports.mixed, SampleReports.passing]
    reports[1].isPartial = true
    let text = CheckJSON.text(reports, tool: SampleReports.tool)
    #expect(try SampleReports.read(text).reports.map(\.verdict) == reports.map(\.verdict))
  }

  @Test("a name that no file can have is refused")
  func longName() {
    var report = SampleReports.passing
    report.requirements[0].title = String(repeating: "a", count: 4097)
    let found = refusal(CheckJSON.text([report], tool: SampleReports.tool))
    #expect(found.contains("requirements[0].title: found 'aaa") && found.contains("at most 4096 octets"))
  }

  @Test("every beginning of a report is refused, none traps")
  func truncated() {
    let octets = Array(text.utf8)
    for count in stride(from: 0, to: octets.count - 2, by: 97) {
      #expect(throws: ReportFileError.self) {
        try ReportFile(Array(octets.prefix(count)), file: "a.json")
      }
    }
  }

  @Test("nesting has an end")
  func depth() {
    #expect(refusal(String(repeating: "[", count: 100_000)).contains("expected a value"))
  }
}
