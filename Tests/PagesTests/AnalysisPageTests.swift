import Analysis
import Capture
import Conformance
import ConformanceTester
import Foundation
import Pages
import ProjectFiles
import Ranging
import Reports
import TestSupport
import Testing

@Suite("Pages of analyses")
struct AnalysisPageTests {
  /// The page of a recording.
  static func html(_ name: String, _ kinds: [RangingEstimatorKind], times count: Int = 1) throws -> String {
    try html(Fixture(name).octets(), name, kinds, times: count)
  }

  private static func html(
    _ octets: [UInt8], _ name: String, _ kinds: [RangingEstimatorKind], times count: Int = 1
  ) throws -> String {
    let analyzer = RecordingAnalyzer(
      [.init(try RecordingReader(octets: octets, name: name), name: name)], estimators: kinds)
    var tally = AnalysisTally(estimators: kinds)
    var curves = AnalysisCurves(estimators: kinds)
    var first: [ProcedureAnalysis] = []
    while let procedure = try analyzer.nextProcedure() {
      for _ in 0..<count {
        tally.add(procedure)
        curves.add(procedure)
      }
      if first.count < 20 { first.append(procedure) }
    }
    let report = AnalysisReport(analyzer, tally: tally, firstProcedures: first)
    return AnalysisPage(report, curves: curves).html(tool: SamplePages.tool)
  }

  @Test("have distances over time by estimator, the tones of a procedure, and its connections")
  func recording() throws {
    let page = try Self.html("recording-ranging-service.pcapng", [.ml, .mmse])
    for id in [
      "distance-over-time", "offset-over-time", "phase-over-channel", "residual-over-channel",
      "amplitude-over-channel", "impulse-response", "steps", "steps-mode-0", "steps-mode-2", "tone-quality",
    ] {
      #expect(page.contains("<svg class=\"plot-drawing\" id=\"\(id)\""), "\(id)")
    }
    #expect(page.contains("<td>reflector</td><td>T_FM 80 us, step 0, mode-0, channel "))
    #expect(page.contains("<h2 id=\"section-1\">recording-ranging-service.pcapng</h2>"))
    #expect(page.contains("<dt>config 0</dt>"))
    #expect(page.contains("<th scope=\"col\">mmse m</th>"))
  }

  @Test("count one thing as one, and have no table without rows")
  func little() throws {
    let name = "recording-ranging-service.pcapng"
    let recording = try RecordingReader(octets: Fixture(name).octets(), name: name)
    let analyzer = RecordingAnalyzer([.init(recording, name: name)], estimators: [.ml])
    var tally = AnalysisTally(estimators: [.ml])
    let procedure = try #require(try analyzer.nextProcedure())
    tally.add(procedure)
    var report = AnalysisReport(analyzer, tally: tally, firstProcedures: [procedure])
    report.verdicts = [ShownVerdicts(accessory: "a", set: "s", items: [], notShownCount: 25)]
    let page = AnalysisPage(report, curves: AnalysisCurves(estimators: [])).html(tool: SamplePages.tool)
    #expect(page.contains("<p>1 distance: mean "))
    #expect(page.contains("0 requirements shown by the recording, 25 not shown</p>\n</section>"))
    #expect(!page.contains("<th scope=\"col\">Requirement</th>"))
    #expect(!page.contains("<p class=\"counts\">all</p>"))
  }

  @Test("are what they were")
  func golden() throws {
    let page = try Self.html("recording-silicon-labs-log.txt", [.ml])
    #expect(try Golden.difference(SamplePages.bare(page), "page-analysis.html") == nil)
  }

  @Test("show when connections stood, and which procedures were aborted and why")
  func connections() throws {
    let name = "defective/tfcs-100-stretched"
    var request = try Shipped.request(name, seed: 1)
    request.requirements = try Shipped.requirements("apple-ios27-cs")
    request.onlyIDs = ["CS-A07"]
    var sink = OctetSink()
    try PcapngWriter(application: "test").write(CheckRunner(request).run().capture, to: &sink)
    let page = try Self.html(sink.octets, "capture.pcapng", [.ml])
    let drawing = try #require(
      page.components(separatedBy: "id=\"connections-over-time\"").last?.components(separatedBy: "</svg>")
        .first)
    #expect(drawing.contains("connection 5 (hci-initiator)"))
    #expect(drawing.firstMatch(of: /1 procedure \(procedure aborted, unspecified\), \d/) != nil)
    #expect(drawing.contains("1 procedure complete, "))
  }

  @Test("keep the phases of tones near the line of the distance")
  func line() throws {
    let page = try Self.html("recording-ranging-service.pcapng", [.ml])
    let table = try #require(
      page.components(separatedBy: "data-table=\"phase-over-channel\">").last?
        .components(separatedBy: "</table>").first)
    let rows = table.components(separatedBy: "<tr>").dropFirst(2).map { row in
      row.components(separatedBy: "<td>").dropFirst().map { $0.components(separatedBy: "</td>")[0] }
    }
    let ends = rows.filter { $0[0] == "line" }.compactMap { row in
      Double(row[1]).flatMap { x in Double(row[2]).map { (x: x, y: $0) } }
    }
    try #require(ends.count == 2)
    let slope = (ends[1].y - ends[0].y) / (ends[1].x - ends[0].x)
    let rests = rows.filter { $0[0] == "phase" }.compactMap { row in
      Double(row[1]).flatMap { x in Double(row[2]).map { $0 - ends[0].y - slope * (x - ends[0].x) } }
    }
    #expect(rests.count > 60)
    let square = rests.map { $0 * $0 }.reduce(0, +) / Double(rests.count)
    #expect(square.squareRoot() < 0.2, "\(square.squareRoot()) rad")
    #expect(slope != 0)
  }

  @Test("draw no more than a browser shows of a long recording, with its extremes")
  func long() throws {
    let page = try Self.html("recording-ranging-service.pcapng", [.ml], times: 3_000)
    #expect(page.utf8.count < 1_000_000)
    #expect(page.contains("the least and the greatest of each stretch are drawn"))
    #expect(page.firstMatch(of: /to a tone of the channel in \d+ procedures, in each column/) != nil)
  }

  @Test("show procedures of a log without times in their order")
  func log() throws {
    let page = try Self.html("recording-silicon-labs-log.txt", [.ml])
    #expect(page.contains("id=\"distance-over-time\"") || page.contains("id=\"procedures\""))
  }
}
