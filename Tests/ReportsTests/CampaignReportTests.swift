import Gate
import Plots
import Reports
import TestSupport
import Testing
import Verdicts

@Suite("The reports of campaigns")
struct CampaignReportTests {
  private let text = CampaignJSON.text(SampleCampaigns.compared, tool: SampleReports.tool)

  private func results(_ text: String) throws(ReportFileError) -> CampaignResults? {
    guard case .campaign(let results) = try ReportFile(Array(text.utf8), file: "a.json") else { return nil }
    return results
  }

  private func refusal(_ text: String) -> String {
    do throws(ReportFileError) {
      _ = try results(text)
      return ""
    } catch {
      return error.description
    }
  }

  @Test("the JSON keeps to its schema, with and without a comparison")
  func schema() throws {
    #expect(try SchemaValidator(ReportSchema.campaign).complaints(text) == [])
    let plain = CampaignJSON.text(SampleCampaigns.mixed, tool: SampleReports.tool)
    #expect(plain.contains("\"compared\": null"))
    #expect(try SchemaValidator(ReportSchema.campaign).complaints(plain) == [])
  }

  @Test("what was written is read")
  func roundTrip() throws {
    let read = try #require(try results(text))
    #expect(read == SampleCampaigns.mixed.results)
    #expect(read.missingCount == 3 && read.studies[0].points[3].estimateCount == 0)
    #expect(read.checks[0].rows[0].reason?.seed == 18_446_744_073_709_551_614)
  }

  @Test(
    "a wrong value is refused with its path",
    arguments: [
      (
        "\"units_done\": 5", "\"units_done\": 9",
        "units_done: found 9, expected at most 9 units, done and not needed"
      ),
      ("\"estimates\": 4", "\"estimates\": 5", "studies[0].points[0].estimates: found 5, expected at most 4"),
      (
        "\"rmse_95_m\": [", "\"rmse_95_m\": [9, ",
        "rmse_95_m: found a list, expected two numbers, the lesser one first"
      ),
      (
        "\"level\": \"should\"", "\"level\": \"may\"",
        "requirements[1].level: found 'may', expected one of must, should"
      ),
      (
        "\"first_seed\": \"", "\"first_seed\": \"x",
        "first_seed: found 'x18446744073709551613', expected decimal digits"
      ),
      ("\"fail\": 1", "\"fail\": 0.5", "checks[0].counts.fail: found 0.5, expected a whole number from 0"),
      (
        "\"fail\": 1", "\"fail\": 99999",
        "checks[0].counts: found an object, expected at most"
      ), ("\"rmse_m\": 0", "\"rmse_m\": -0", "expected a number in its confidence interval"),
      ("\"edition_tool\":", "\"tool_of_it\":", "found no key 'edition_tool', expected it here"),
      (
        "\"rmse_m\":", "\"error_m\":",
        "studies[0].points[0].estimates: found 4, expected 0, as there is no RMSE"
      ),
      ("\"knob_value\": 100.0", "\"knob_value\": null", "studies[0].points[0]: found no key 'knob_value'"),
    ])
  func refused(good: String, bad: String, message: String) {
    let wrong = text.replacing(good, with: bad)
    #expect(wrong != text && refusal(wrong).contains(message), "\(refusal(wrong))")
  }

  @Test("a campaign without results is refused, and one whose rows contradict its checks")
  func contradictions() {
    let changes: [(message: String, change: (inout CampaignReport) -> Void)] = [
      (
        "studies: found an empty list, expected a study here or a check in 'checks'",
        { ($0.studies, $0.checks) = ([], []) }
      ),
      (
        "checks[0].requirements: found an empty list, expected one requirement or more",
        { $0.checks[0].rows = [] }
      ),
      (
        "checks[0].requirements: found a list, expected an empty list, as no check has a verdict",
        { $0.checks[0].counts = [:] }
      ),
      (
        "checks[0].requirements[0].counts: found an object, expected 3 verdicts, one for each check",
        { $0.checks[0].rows[0].counts = [:] }
      ),
      (
        "checks[0].requirements[1].counts: found an object, expected 3 verdicts, one for each check",
        { $0.checks[0].rows[1].counts = [.pass: 2] }
      ),
      (
        "checks[0].requirements[1]: found an object, expected a requirement with another id",
        { $0.checks[0].rows[1] = $0.checks[0].rows[0] }
      ),
    ]
    for (message, change) in changes {
      var report = SampleCampaigns.mixed
      change(&report)
      let found = refusal(CampaignJSON.text(report, tool: SampleReports.tool))
      #expect(found.contains(message), "\(found)")
    }
    var fresh = SampleCampaigns.mixed
    (fresh.checks[0].counts, fresh.checks[0].rows) = ([:], [])
    #expect(refusal(CampaignJSON.text(fresh, tool: SampleReports.tool)) == "")
  }

  @Test("a campaign that is done has results of every check")
  func complete() {
    let done = text.replacing("\"units_done\": 5", with: "\"units_done\": 8")
    #expect(refusal(done) == "")
    let wrong = done.replacing("\"seeds\": 3", with: "\"seeds\": 4")
    #expect(
      refusal(wrong).contains(
        "units_done: found 8, expected fewer than 8, as a point or a check is without results"))
  }

  @Test("every beginning of a report is refused, none traps")
  func truncated() {
    let octets = Array(text.utf8)
    for count in stride(from: 0, to: octets.count - 2, by: 97) {
      #expect(throws: ReportFileError.self) { try ReportFile(Array(octets.prefix(count)), file: "a.json") }
    }
  }

  @Test("the text has a row for each point and a column for each report", arguments: [80, 120])
  func table(width: Int) {
    let text = CampaignText(style: TextStyle(width: width)).text(SampleCampaigns.compared)
    let rows = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows.contains("edition 1 old.json, reflector 9.9.9, sha256 01234567, PARTIAL"))
    #expect(rows.contains("tFCS DISTANCE m edition 1 edition 2 RMSE CHANGE"))
    // Four distances are too few to compare.
    #expect(rows.contains("100 1 0.00200 0.00400 -"))
    #expect(rows.contains("15 2.5 - - -"))
    #expect(rows.contains { $0.hasSuffix("line-of-sight - 1 of 3 fail") })
  }

  @Test("the plot has a line for each point, and the names of the reports")
  func plot() throws {
    let comparison = try #require(SampleCampaigns.compared.compared)
    let plot = try #require(ComparisonPlot.p90(comparison))
    #expect(plot.series.map(\.name) == ["tFCS 100, 1 m", "tFCS 100, 2.5 m", "tFCS 15, 1 m"])
    #expect(plot.series[0].points.map(\.x) == [1, 2] && plot.series[0].points[1].y == 0.004)
    let drawing = PlotSVG.text(plot)
    #expect(drawing.contains(">edition 1</text>") && drawing.contains(">edition 2</text>"))
    #expect(PlotTable(plot).rows[0] == ["tFCS 100, 1 m", "edition 1", "0.002"])
  }

  @Test("of many points the plot has a line for each study")
  func manyPoints() throws {
    var results = SampleCampaigns.mixed.results
    let point = results.studies[0].points[0]
    results.studies[0].points = (0..<13).map { index in
      var other = point
      other.distanceMetres = Double(index + 1)
      return other
    }
    let comparison = CampaignComparison([(file: "a", results: results), (file: "b", results: results)])
    let plot = try #require(ComparisonPlot.p90(comparison))
    #expect(plot.series.map(\.name) == ["all points"])
    #expect(
      plot.series[0].points.map(\.y) == Array(repeating: try #require(results.studies[0].p90Metres), count: 2)
    )
  }
}
