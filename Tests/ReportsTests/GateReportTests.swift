import Documents
import Foundation
import Gate
import Profiles
import ProjectFiles
import Reports
import TestSupport
import Testing
import Verdicts

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

  @Test("no line of the text is wider than the terminal but the one to be copied", arguments: [50, 80, 120])
  func widths(width: Int) throws {
    let text = GateText(style: TextStyle(width: width)).text(try Self.report())
    for line in text.split(separator: "\n") where !line.hasPrefix("  replay") {
      #expect(line.count <= width, "\(line)")
    }
  }
}
