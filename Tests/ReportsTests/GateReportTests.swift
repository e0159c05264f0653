import Documents
import Foundation
import Profiles
import ProjectFiles
import Reports
import TestSupport
import Testing
import Verdicts

@testable import Gate

@Suite("The reports of the gate")
struct GateReportTests {
  /// The mixed report after a change for the better and one for the worse.
  private static func report() throws -> GateReport {
    var after = SampleReports.mixed
    after.requirements[0].verdict = .fail
    after.requirements[0].cases[0].verdict = .fail
    after.requirements[0].cases[0].reason = "bit <75> | clear"
    let step = after.requirements[1].cases[1].steps[1]
    after.requirements[1].cases[1].steps[1] = SampleReports.step(
      step.name, step.required, step.measured,
      quantity: Quantity(80, "us", .within, 2, .init(standardError: 0.5, count: 12)), met: false,
      step.frames)
    after.declarations[0].items = ["60", "80"]
    after.seed = 2
    let pairing = try ReportPairing(baseline: [SampleReports.mixed], candidate: [after])
    return try Gate(policy: GatePolicy(), toolBefore: "reflector 9.9.8", toolAfter: "reflector 9.9.9")
      .report(pairing) { (_) throws(GateRefusal) in .skipped("a test has none") }
  }

  @Test("the text says what changed, whether that is allowed, and why")
  func text() throws {
    #expect(try Golden.difference(GateText(style: TextStyle()).text(Self.report()), "gate-report.txt") == nil)
  }

  @Test("the JSON is what it was, and keeps to its schema")
  func json() throws {
    let text = GateJSON.text(try Self.report(), tool: SampleReports.tool)
    #expect(try Golden.difference(text, "gate-report.json") == nil)
    #expect(try SchemaValidator(ReportSchema.gate).complaints(text) == [])
  }

  @Test("the Markdown is what it was")
  func markdown() throws {
    #expect(
      try Golden.difference(
        GateMarkdown.text(Self.report(), tool: SampleReports.tool), "gate-report.md") == nil)
  }

  @Test("the SARIF is what it was")
  func sarif() throws {
    #expect(
      try Golden.difference(GateSARIF.text(Self.report(), tool: SampleReports.tool), "gate-report.sarif")
        == nil)
  }

  /// A report in which one pair has many warnings, and the next one change that blocks behind those that are allowed.
  private static func long(_ count: Int) throws -> GateReport {
    func judged(_ action: GatePolicy.Action, _ number: Int) -> JudgedChange {
      JudgedChange(
        change: GateChange(.noiseGrown, "point \(number): noise 2 times as high"), action: action,
        reason: "a reason")
    }
    var report = try report()
    report.pairs.append(report.pairs[0])
    report.pairs[0].changes = (0..<count).map { judged(.warn, $0) }
    report.pairs[1].changes = [judged(.block, -1)] + (0..<count).map { judged(.ignore, $0) }
    return report
  }

  @Test("of many changes the gravest are shown, and the number of the others")
  func many() throws {
    let report = try Self.long(6000)
    #expect(report.shownCounts(atMost: 1000) == [999, 1])
    #expect(report.shownCounts(atMost: 50_000) == [6000, 6001])
    let texts = [
      GateText(style: TextStyle(width: 200)).text(report),
      GateMarkdown.text(report, tool: SampleReports.tool),
    ]
    for text in texts {
      #expect(text.contains("point -1: noise") && text.contains("point 998:") && !text.contains("point 999:"))
      #expect(text.contains("and 5,001 more in the JSON report"))
      #expect(text.contains("and 6,000 more in the JSON report"))
      #expect(text.utf8.count < 1 << 20)
    }
    let sarif = GateSARIF.text(report, tool: SampleReports.tool)
    #expect(sarif.components(separatedBy: "\"ruleId\": ").count == 5001 && sarif.contains("point -1: noise"))
    #expect(
      GateJSON.text(report, tool: SampleReports.tool).components(separatedBy: "\"kind\": ").count == 12_002)
    #expect(!GateText(style: TextStyle()).text(try Self.long(400)).contains("more in the JSON report"))
  }

  @Test("no line of the text is wider than the terminal but the one to be copied", arguments: [50, 80, 120])
  func widths(width: Int) throws {
    let text = GateText(style: TextStyle(width: width)).text(try Self.report())
    for line in text.split(separator: "\n") where !line.hasPrefix("  replay") {
      #expect(line.count <= width, "\(line)")
    }
  }
}
