import Documents
import Foundation
import FoundationXML
import ProjectFiles
import Reports
import Testing
import Verdicts

@Suite("The JUnit report")
struct CheckJUnitTests {
  private let text = CheckJUnit.text([SampleReports.passing, SampleReports.mixed], tool: SampleReports.tool)

  @Test("it is what it was")
  func golden() throws { #expect(try Golden.difference(text, "check-report.xml") == nil) }

  @Test("an XML reader finds suites, cases and outcomes")
  func reading() throws {
    let document = try XMLDocument(xmlString: text)
    func count(_ path: String) throws -> Int { try document.nodes(forXPath: path).count }
    #expect(try count("/testsuites/testsuite") == 2)
    #expect(try count("//testcase") == 7)
    #expect(try count("//failure") == 1)
    #expect(try count("//error") == 1)
    #expect(try count("//skipped") == 2)
    #expect(try count("//testcase/system-out") == 7)
    let counts = try document.nodes(forXPath: "/testsuites/@*").compactMap(\.stringValue)
    #expect(counts == ["reflector 9.9.9", "7", "1", "1", "0.000"])
    let title = try document.nodes(forXPath: "//testcase[error]/@name").first?.stringValue
    #expect(title == "CS-A08 Encryption & a <lasting> \"bond\"")
    let failure = try document.nodes(forXPath: "//failure/@message").first?.stringValue
    #expect(failure == "CS/TIM/BV-02, step spacing: steps are 50 us too far apart")
  }

  @Test("what is waived whole, and what could not be judged of a recommendation, is skipped")
  func waived() throws {
    let text = CheckJUnit.text(try SampleReports.waived().reports, tool: SampleReports.tool)
    let document = try XMLDocument(xmlString: text)
    func messages(_ path: String) throws -> [String?] {
      try document.nodes(forXPath: path + "/@message").map(\.stringValue)
    }
    #expect(
      try messages("//skipped") == [
        "waived until 2027-03-01: a new part | comes", "waived until 2027-03-04: advice",
        "CS/B/BV-02: no answer came",
      ])
    #expect(try messages("//failure") == ["CS/A/BV-02, look: new"])
    #expect(try messages("//error") == ["CS/B/BV-02: no answer came"])
    let counts = try document.nodes(forXPath: "/testsuites/@*").compactMap(\.stringValue)
    #expect(counts == ["reflector 9.9.9", "6", "1", "1", "0.000"])
  }

  @Test("profiles of one name have classes of their own, also where only a dot tells them apart")
  func classNames() throws {
    let paths = ["d1/a.yaml", "d2/a.yaml", "b.yaml", "x-1.0.yaml", "x-1-0.yaml"]
    let reports = paths.map { path in
      var report = SampleReports.passing
      report.profilePath = path
      return report
    }
    func names(_ reports: [CheckReport]) throws -> [String?] {
      let document = try XMLDocument(xmlString: CheckJUnit.text(reports, tool: SampleReports.tool))
      return try document.nodes(forXPath: "//testcase/@classname").map(\.stringValue)
    }
    #expect(
      try names(reports) == ["d1.a", "d2.a", "b", "x-1-0", "x-1-0-2"].map { "apple-ios27-cs.\($0)" })
    #expect(try names([reports[1]]) == ["apple-ios27-cs.a"])
  }

  @Test("what XML cannot hold is replaced, and line feeds in attributes stay")
  func escaping() throws {
    var report = SampleReports.passing
    report.accessory = "a\u{1}b\u{FFFE}\nc\td'\"&<>]]>"
    let text = CheckJUnit.text([report], tool: SampleReports.tool)
    let document = try XMLDocument(xmlString: text)
    let name = try document.nodes(forXPath: "//testsuite/@name").first?.stringValue
    #expect(name == "a\u{FFFD}b\u{FFFD}\nc\td'\"&<>]]> (Profiles/a&b.yaml)")
  }

  @Test("times are virtual: those of cases, summed")
  func times() throws {
    var report = SampleReports.mixed
    report.requirements[0].cases[0].seconds = 1.5
    report.requirements[1].cases[0].seconds = 0.25
    report.requirements[1].cases[1].seconds = 2
    let text = CheckJUnit.text([report, report], tool: SampleReports.tool)
    let document = try XMLDocument(xmlString: text)
    func times(_ path: String) throws -> [String?] {
      try document.nodes(forXPath: path + "/@time").map(\.stringValue)
    }
    #expect(try times("/testsuites") == ["7.500"] && times("//testsuite") == ["3.750", "3.750"])
    #expect(try times("//testcase").prefix(3) == ["1.500", "2.250", "0.000"])
    #expect(!text.contains("timestamp"))
  }

  @Test("input that cannot be read is an error for each problem")
  func refused() throws {
    let place = SourcePosition(file: "a&b.yaml", line: 3, column: 5)
    let errors = DocumentErrors([
      DocumentError(.tab, at: place), DocumentError(.repeatedItem("'80'"), at: place, path: "t_fcs_us"),
    ])
    let document = try XMLDocument(
      xmlString: Refusal([errors], message: "", title: "a").junit(tool: SampleReports.tool))
    #expect(try document.nodes(forXPath: "//testsuites/@errors").first?.stringValue == "2")
    let messages = try document.nodes(forXPath: "//error/@message").compactMap(\.stringValue)
    #expect(messages.first == "found a tab, expected spaces. Indent with two spaces.")
    #expect(messages.last == "t_fcs_us: found '80' twice, expected each item once. Remove one.")
    #expect(try document.nodes(forXPath: "//testcase/@name").first?.stringValue == "a&b.yaml:3:5")
  }
}
