import CoreTypes
import Documents
import Profiles
import ProjectFiles
import Reports
import TestSupport
import Testing
import Verdicts

@testable import Scenarios

@Suite("Reports of scenarios")
struct ScenarioReportTests {
  private static func event(
    _ seconds: Double, _ actor: ScenarioEvent.Actor, _ kind: ScenarioEvent.Kind, _ accessory: String?,
    _ text: String, frame: Int
  ) -> ScenarioEvent {
    ScenarioEvent(
      time: Picoseconds(seconds: seconds), actor: actor, kind: kind, accessory: accessory, text: text,
      frame: frame)
  }

  /// One of everything, with a name that formats have to escape.
  private static let report: ScenarioReport = {
    let name = "Tag, <\"left\">"
    var alarm = event(2, .app, .alarm, name, "notifies 93 C: alarm", frame: 12)
    alarm.value = 93
    var result = event(9, .session, .result, name, "8.01 m", frame: 40)
    (result.metres, result.smoothedMetres, result.rssiMetres, result.trueMetres) = (8.01, 8.002, 6.31, 8)
    var entry = event(9.1, .app, .entry, name, "entered zone A at 2.96 m", frame: 41)
    entry.zone = "A"
    var rawEntry = entry
    rawEntry.kind = .rawEntry
    var end = event(12.5, .session, .completion, name, "Channel Sounding ended", frame: 60)
    end.error = .connectionTimeout
    let position = SourcePosition(file: "phone.yaml", line: 7, column: 3)
    return ScenarioReport(
      id: "sample", title: "A sample", path: "sample.yaml", digest: "00ff", phone: "iphone-ios27",
      environment: "office",
      accessories: [
        .init(name: name, profilePath: "tag.yaml", notice: "planted: bond-forgotten"),
        .init(name: "Key", profilePath: "key.yaml"),
      ], seed: 1 << 60, duration: Picoseconds(seconds: 20),
      events: [
        event(0, .phone, .state, nil, "powered on", frame: 3),
        event(1, .script, .step, name, "power off \(name)", frame: 9), alarm,
        event(3, .session, .session, name, "Channel Sounding, first distance 8.00 m", frame: 20), result,
        entry,
        rawEntry, end,
      ],
      steps: [
        Step("distance to the tag", 8.01, .within(8, 0.3, "m"), frames: [20, 40]),
        Step("entries of zone A", 2.0, .exactly(1, ""), frames: [41]),
      ], log: ["no Channel Sounding with it"],
      declarations: [
        DeclaredValue(path: "expect", text: "[{measure: set-ups}]", position: position, source: .assumed)
      ],
      assumptions: [
        DeclaredValue(path: "apps.maximum_links", text: "7", position: position, source: .assumed)
      ], capturePath: "Captures/sample.pcapng", frameCount: 77)
  }()

  @Test("the text has the events, the expectations and the verdicts")
  func text() throws {
    #expect(
      try Golden.difference(
        ScenarioText(style: TextStyle(width: 100)).text(Self.report, seconds: 0.34), "scenario-report.txt")
        == nil)
  }

  @Test("on a narrow terminal nothing is lost")
  func narrow() {
    let text = ScenarioText(style: TextStyle(width: 40)).text(Self.report, seconds: nil)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 40 }, "\(text)")
    #expect(text.contains("FAIL") && text.contains("connectionTimeout"))
  }

  @Test("a table without room becomes lines in which titles and limits are whole")
  func lines() {
    let text = ScenarioText(style: TextStyle(width: 50)).text(Self.report, seconds: nil)
    #expect(
      text.contains(
        "PASS  distance to the tag: required 8 m within 0.3\n      m, measured 8.01 m, frame 40\n"
          + "FAIL  entries of zone A: required 1, measured 2,\n      frame 41\n"), "\(text)")
    #expect(!text.contains("…"))
  }

  @Test("several have a line each at the end")
  func overview() {
    let writer = ScenarioText(style: TextStyle())
    #expect(writer.overview([Self.report]) == "")
    var good = Self.report
    good.steps.removeLast()
    #expect(writer.overview([Self.report, good]) == "FAIL  sample: entries of zone A\nPASS  sample\n")
  }

  @Test("the JSON is what it was, and keeps to its schema")
  func json() throws {
    let text = ScenarioJSON.text([Self.report], tool: SampleReports.tool)
    #expect(try Golden.difference(text, "scenario-report.json") == nil)
    #expect(try SchemaValidator(ReportSchema.scenario).complaints(text) == [])
  }

  @Test("no spreadsheet takes the text of an event for a formula")
  func formula() throws {
    var report = Self.report
    report.events[0].text = "=1+2"
    let text = ScenarioCSV.text([report])
    #expect(text.contains(",'=1+2\n") && !text.contains(",=1"), "\(text)")
  }

  @Test("the CSV is what it was")
  func csv() throws {
    #expect(try Golden.difference(ScenarioCSV.text([Self.report]), "scenario-report.csv") == nil)
  }

  @Test("the JUnit is what it was")
  func junit() throws {
    #expect(
      try Golden.difference(
        ScenarioJUnit.text([Self.report], tool: SampleReports.tool), "scenario-report-junit.xml") == nil)
  }
}
