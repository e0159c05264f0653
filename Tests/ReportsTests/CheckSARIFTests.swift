import Documents
import Foundation
import Profiles
import ProjectFiles
import Reports
import Testing
import Verdicts

@Suite("The SARIF report")
struct CheckSARIFTests {
  private let text = CheckSARIF.text([SampleReports.passing, SampleReports.mixed], tool: SampleReports.tool)

  @Test("it is what it was")
  func golden() throws {
    let reports = [SampleReports.passing, SampleReports.mixed] + (try SampleReports.waived().reports)
    #expect(
      try Golden.difference(CheckSARIF.text(reports, tool: SampleReports.tool), "check-report.sarif") == nil)
  }

  private func run(_ text: String) throws -> [String: Any] {
    let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(root["version"] as? String == "2.1.0")
    return try #require((root["runs"] as? [[String: Any]])?.first)
  }

  private func value(_ object: Any?, _ path: Any...) -> Any? {
    path.reduce(object) { object, key in
      if let index = key as? Int { return (object as? [Any])?.dropFirst(index).first }
      return (object as? [String: Any])?[key as? String ?? ""]
    }
  }

  @Test("a failure, a warning, what could not be judged and assumed values are results; nothing else is")
  func results() throws {
    let results = try #require(try run(text)["results"] as? [[String: Any]])
    #expect(
      results.map { $0["ruleId"] as? String } == [
        "CS-A01", "CS-A07", "CS-A08", "CS-A20", "declared-sources",
      ])
    #expect(results.map { $0["level"] as? String } == ["warning", "error", "warning", "warning", "note"])
  }

  @Test("a rule of a requirement has the address of its page, where one is given")
  func help() throws {
    let address = try #require(HelpAddress("https://ci.example/a%20b/{set}?of={id}#{id}"))
    let text = CheckSARIF.text([SampleReports.mixed], tool: SampleReports.tool, help: address)
    let rules = try #require(value(try run(text), "tool", "driver", "rules") as? [[String: Any]])
    let page = "https://ci.example/a%20b/apple-ios27-cs?of=CS-A01#CS-A01"
    #expect(rules.first { $0["id"] as? String == "CS-A01" }?["helpUri"] as? String == page)
    #expect(rules.first { $0["id"] as? String == "declared-sources" }.map { $0["helpUri"] == nil } == true)
    #expect(!self.text.contains("helpUri"))
  }

  @Test(
    "only an address of the web stands for a page",
    arguments: [
      "", "{id}", "docs/{id}", "file:///etc/{id}", "javascript:alert(1)", "https://", "https:///{id}",
      "https://a b/{id}", "https://a.example/{other}", "https://a.example/\u{202E}", "HTTPS://a.example/\n",
    ])
  func noHelp(template: String) { #expect(HelpAddress(template) == nil) }

  @Test("a failure that is waived whole is suppressed with the reason, and no other is")
  func suppressions() throws {
    let text = CheckSARIF.text(try SampleReports.waived().reports, tool: SampleReports.tool)
    let results = try #require(try run(text)["results"] as? [[String: Any]])
    let reasons = results.map { result in
      (result["suppressions"] as? [[String: String]])?.map { $0["justification"] ?? "" }
    }
    #expect(
      reasons == [
        ["waived until 2027-03-01: a new part | comes"], [], [], ["waived until 2027-03-04: advice"], [],
        [],
      ])
    #expect(value(results[0], "suppressions", 0, "kind") as? String == "external")
    #expect(value(results[0], "suppressions", 0, "status") as? String == "accepted")
    #expect(
      results.map { $0["level"] as? String } == ["note", "error", "warning", "note", "warning", "note"])
  }

  @Test("every result has its rule, once, with a text of help")
  func rules() throws {
    let run = try run(text)
    let rules = try #require(value(run, "tool", "driver", "rules") as? [[String: Any]])
    let ids = rules.compactMap { $0["id"] as? String }
    #expect(Set(ids).count == ids.count)
    for rule in rules {
      let asked =
        rule["id"] as? String == "declared-sources" ? "has a public source" : "Example talk at 7:05"
      #expect((value(rule, "help", "text") as? String)?.contains(asked) == true)
    }
    for result in try #require(run["results"] as? [[String: Any]]) {
      #expect(ids[try #require(result["ruleIndex"] as? Int)] == result["ruleId"] as? String)
    }
  }

  @Test("the annotation is at the value that is wrong, in the file that has it")
  func places() throws {
    let run = try run(text)
    func place(_ index: Int, _ path: Any...) -> Any? {
      let location = value(run, "results", index, "locations", 0, "physicalLocation")
      return path.reduce(location) { value($0, $1) }
    }
    #expect(place(1, "artifactLocation", "uri") as? String == "Profiles/base%20%231.yaml")
    #expect(place(1, "region", "startLine") as? Int == 81)
    #expect(place(1, "region", "startColumn") as? Int == 13)
    #expect(place(2, "artifactLocation", "uri") as? String == "Profiles/a%26b.yaml")
    #expect(place(0, "region", "startLine") as? Int == 1)
  }

  @Test("a finding stays itself when lines move and when the seed is another")
  func fingerprints() throws {
    var moved = SampleReports.mixed
    moved.seed = 7
    moved.requirements[1].declared?.position.line = 90
    func prints(_ text: String) throws -> [String] {
      try #require(try run(text)["results"] as? [[String: Any]]).compactMap {
        value($0, "partialFingerprints", "reflectorFinding/v1") as? String
      }
    }
    let before = try prints(CheckSARIF.text([SampleReports.mixed], tool: SampleReports.tool))
    let after = try prints(CheckSARIF.text([moved], tool: SampleReports.tool))
    #expect(before == after)
    #expect(Set(before).count == 5)
  }

  @Test("an absolute path is a file URI")
  func absolute() throws {
    var report = SampleReports.mixed
    report.requirements[1].declared?.position.file = "/tmp/ü.yaml"
    let run = try run(CheckSARIF.text([report], tool: SampleReports.tool))
    let uri = value(
      run, "results", 1, "locations", 0, "physicalLocation", "artifactLocation", "uri")
    #expect(uri as? String == "file:///tmp/%C3%BC.yaml")
  }
}
