import Foundation
import ProjectFiles
import Reports
import TestSupport
import Testing
import Verdicts

@Suite("The JSON report")
struct CheckJSONTests {
  private let text = CheckJSON.text([SampleReports.passing, SampleReports.mixed], tool: SampleReports.tool)

  @Test("it is what it was")
  func golden() throws { #expect(try Golden.difference(text, "check-report.json") == nil) }

  @Test("with waivers and platforms it keeps to its schema, too")
  func everything() throws {
    let waived = try SampleReports.waived()
    let text = CheckJSON.text(
      waived.reports, tool: SampleReports.tool, waivers: waived.review, showsPlatforms: true)
    #expect(try SchemaValidator(ReportSchema.check).complaints(text) == [])
    let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let entries = try #require((root["waivers"] as? [String: Any])?["entries"] as? [[String: Any]])
    #expect(
      entries.map { $0["state"] as? String } == ["used", "used", "used", "used", "expired", "unknown"])
  }

  @Test("a JSON reader finds every value")
  func reading() throws {
    let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(root["schema"] as? String == CheckJSON.schemaName)
    #expect(root["verdict"] as? String == "fail")
    let reports = try #require(root["reports"] as? [[String: Any]])
    #expect(reports.map { $0["verdict"] as? String } == ["pass", "fail"])
    #expect(reports[1]["accessory"] as? String == SampleReports.mixed.accessory)
    #expect(reports[1]["seed"] as? String == "18446744073709551615")
    let requirements = try #require(reports[1]["requirements"] as? [[String: Any]])
    #expect(requirements.map { $0["id"] as? String } == SampleReports.mixed.requirements.map(\.id))
    #expect(requirements[2]["title"] as? String == "Encryption & a <lasting> \"bond\"")
    #expect(requirements[3]["verdict"] as? String == "not-applicable")
    #expect(requirements[1]["frames"] as? [Int] == [97, 98, 99, 101, 105])
  }

  @Test("equal reports have equal octets")
  func stability() {
    #expect(text == CheckJSON.text([SampleReports.passing, SampleReports.mixed], tool: SampleReports.tool))
  }

  @Test("no report is a document too")
  func empty() throws {
    let text = CheckJSON.text([], tool: SampleReports.tool)
    let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(root["verdict"] as? String == "not-applicable")
    #expect((root["reports"] as? [Any])?.isEmpty == true)
  }

  @Test("it keeps to its schema")
  func schema() throws {
    #expect(try SchemaValidator(ReportSchema.check).complaints(text) == [])
  }

  @Test("a document that lacks a key, or has a wrong value, does not keep to the schema")
  func schemaRefuses() throws {
    let validator = try SchemaValidator(ReportSchema.check)
    for (old, new) in [
      ("\"verdict\": \"fail\"", "\"verdict\": \"bad\""), ("\"met\": false", "\"met\": 0"),
      ("\"count\": 12", "\"count\": 1.5"), ("\"unit\": \"us\",", ""),
    ] {
      #expect(try !validator.complaints(text.replacing(old, with: new, maxReplacements: 1)).isEmpty, "\(old)")
    }
  }

  @Test("the margin of a number is the one in its text")
  func margin() {
    #expect(text.contains("\"margin\": \"-48 us\""))
    #expect(text.contains("\"margin\": -48.0"))
  }

  @Test("docs/json.md explains every key")
  func documentation() throws {
    let page = ProjectFolder.url.appending(path: "docs/json.md")
    let words = try String(contentsOf: page, encoding: .utf8)
    for match in text.matches(of: #/"([a-z_]+)": /#) {
      #expect(words.contains("`\(match.output.1)`"), "docs/json.md lacks \(match.output.1)")
    }
  }
}
