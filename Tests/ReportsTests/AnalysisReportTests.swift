import Analysis
import Capture
import Conformance
import CoreTypes
import Foundation
import ProfileImport
import Profiles
import ProjectFiles
import Ranging
import Reports
import TestSupport
import Testing

@Suite("Reports of an analysis")
struct AnalysisReportTests {
  /// A whole check of a phone that reads the Ranging Service, and what a log of text tells.
  private static let files = ["recording-ranging-service.pcapng", "recording-silicon-labs-log.txt"]

  /// The report of a recording in text, JSON and CSV.
  private static func reports(_ name: String) throws -> (text: String, json: String, csv: String) {
    let reader = try RecordingReader(octets: Array(try Data(contentsOf: Fixture(name).url)), name: name)
    let kinds: [RangingEstimatorKind] = [.ml]
    let analyzer = RecordingAnalyzer([.init(reader, name: name)], estimators: kinds)
    var json = AnalysisJSON()
    var tally = AnalysisTally(estimators: kinds)
    var survey = RecordingSurvey()
    var (first, csv): ([ProcedureAnalysis], String) = ([], AnalysisCSV.heading)
    var document = json.opening(tool: ToolIdentity(name: "reflector", version: "0.0.0"))
    while let procedure = try analyzer.nextProcedure() {
      tally.add(procedure)
      survey.add(procedure)
      first.append(procedure)
      document += json.item(procedure)
      if csv.count < 20_000 { csv += AnalysisCSV.lines(procedure) }
    }
    var report = AnalysisReport(analyzer, tally: tally, firstProcedures: first)
    report.verdicts = try survey.accessories(of: analyzer).map(verdicts)
    document += json.closing(report)
    return (AnalysisText(style: TextStyle()).text(report), document, csv)
  }

  /// What it shows of how the accessory behaved.
  private static func verdicts(_ accessory: SeenAccessory) throws -> ShownVerdicts {
    let requirements = try Shipped.requirements("apple-ios27-cs").requirements
    let items = requirements.compactMap { RecordedTrial.outcome(of: $0, for: accessory) }
      .map { ShownVerdicts.Item($0) }
    return ShownVerdicts(
      accessory: accessory.name, set: "apple-ios27-cs", items: items,
      notShownCount: requirements.count - items.count)
  }

  @Test("the text is the one that was looked at")
  func text() throws {
    #expect(try Golden.difference(try Self.reports(Self.files[0]).text, "analysis.txt") == nil)
    #expect(try Golden.difference(try Self.reports(Self.files[1]).text, "analysis-log.txt") == nil)
  }

  @Test("one frame is counted in the singular")
  func oneFrame() throws {
    // btsnoop, version 1, datalink 1002 (H4); then a record: both lengths, flags, drops and time, and HCI_Reset.
    let header = Array("btsnoop".utf8) + [0, 0, 0, 0, 1, 0, 0, 3, 0xEA]
    let record: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 0] + [0, 0xE0, 0, 0, 0, 0, 0, 0]
    let reader = try RecordingReader(octets: header + record + [1, 3, 0x0C, 0], name: "one.btsnoop")
    let analyzer = RecordingAnalyzer([.init(reader, name: "one.btsnoop")], estimators: [])
    while try analyzer.nextProcedure() != nil {}
    let report = AnalysisReport(analyzer, tally: AnalysisTally(estimators: []), firstProcedures: [])
    #expect(AnalysisText(style: TextStyle()).text(report).contains("btsnoop, 1 frame in 0.000 s\n"))
  }

  @Test("a PHY with a reserved number is not shown as one that exists")
  func reservedPHY() throws {
    let name = Self.files[0]
    let reader = try RecordingReader(octets: Array(try Data(contentsOf: Fixture(name).url)), name: name)
    let analyzer = RecordingAnalyzer([.init(reader, name: name)], estimators: [.ml])
    while try analyzer.nextProcedure() != nil {}
    var report = AnalysisReport(analyzer, tally: AnalysisTally(estimators: [.ml]), firstProcedures: [])
    report.connections[0].phys?.value.centralToPeripheral = PHYNumber(rawValue: 7)
    #expect(
      AnalysisText(style: TextStyle()).text(report).contains(
        "interval 30 ms, reserved PHY 7 to the peripheral and LE 2M back, encrypted"))
  }

  @Test("the text and the JSON say what is beyond the limits")
  func notKept() throws {
    let analyzer = RecordingAnalyzer([], estimators: [])
    var report = AnalysisReport(analyzer, tally: AnalysisTally(estimators: []), firstProcedures: [])
    let text = AnalysisText(style: TextStyle())
    #expect(!text.text(report).contains("not kept"))
    report.notKept = NotKeptCounts(connections: 1, advertisers: AnalysisLimits.countedAdvertisers)
    let words = text.text(report).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "not kept: 1 connection beyond the 4,096 that are kept; 65,536 advertisers or more beyond those of "
          + "connections and the 256 others that were seen last"))
    #expect(AnalysisJSON().closing(report).contains("\"connections\": 1,\n    \"advertisers\": 65536"))
  }

  @Test("the JSON and the lines of tones are those that were looked at")
  func documents() throws {
    let reports = try Self.reports(Self.files[0])
    #expect(try Golden.difference(reports.json, "analysis.json") == nil)
    #expect(try Golden.difference(reports.csv, "analysis.csv") == nil)
  }

  @Test("the JSON is what its schema says", arguments: files)
  func schema(name: String) throws {
    let validator = try SchemaValidator(ReportSchema.analysis)
    let json = try Self.reports(name).json
    #expect(try validator.complaints(json) == [])
    // The schema can be broken.
    #expect(try validator.complaints(json.replacing("\"advertisers\"", with: "\"advertiser\"")) != [])
  }
}
