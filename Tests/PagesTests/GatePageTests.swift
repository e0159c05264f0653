import Capture
import CoreTypes
import Foundation
import Gate
import Pages
import Profiles
import ProjectFiles
import Reports
import Testing
import Verdicts

@Suite("Pages of gates")
struct GatePageTests {
  /// LL_TERMINATE_IND with a reason.
  private static func capture(reason: UInt8) throws -> RecordingReader {
    let log = CaptureLog()
    log.append(
      LinkFrame(
        time: .start, rfChannel: 3, accessAddress: 0x1234_5678, pdu: [0x03, 2, 0x02, reason], crc: [1, 2, 3],
        direction: .centralToPeripheral))
    var sink = OctetSink()
    try PcapngWriter(application: "test").write(log, to: &sink)
    return try RecordingReader(octets: sink.octets)
  }

  /// The page of one accessory with and without a fault.
  static func html(fault: String) throws -> String {
    let ids = ["CS-A01", "CS-A03", "CS-A07"]
    let baseline = try SamplePages.check(["reference"], ["apple-ios27-cs"], only: ids).reports
    var candidate = try SamplePages.check(["defective/\(fault)"], ["apple-ios27-cs"], only: ids).reports
    for index in candidate.indices { candidate[index].profilePath = baseline[index].profilePath }
    let gate = Gate(policy: GatePolicy(), toolBefore: "reflector 1", toolAfter: "reflector 1")
    let pairing = try ReportPairing(baseline: baseline, candidate: candidate)
    let difference = try CaptureDifference(capture(reason: 0x13), capture(reason: 0x16))
    return GatePage(gate.report(pairing) { _ in .compared(difference) }).html(tool: SamplePages.tool)
  }

  @Test("are what they were")
  func golden() throws {
    let page = try SamplePages.bare(Self.html(fault: "tfcs-100-stretched"))
    #expect(try Golden.difference(page, "page-gate.html") == nil)
  }

  @Test("show what blocks, both verdicts and the first frame that differs")
  func blocked() throws {
    let page = try Self.html(fault: "tfcs-100-stretched")
    #expect(page.contains("<title>BLOCKED "))
    #expect(
      page.contains(
        "<span class=\"badge pass\">PASS</span> before, <span class=\"badge fail\">FAIL</span> after"))
    #expect(page.contains("CS-A07 CS/TIM/BV-02 new-failure"))
    #expect(page.contains("<code>frame.number == 1</code> on ll"))
    #expect(page.components(separatedBy: "LL_TERMINATE_IND, central to peripheral").count >= 3)
  }

  @Test("decode both of the frames that differ, with the fields that do")
  func decoded() throws {
    let page = try Self.html(fault: "tfcs-100-stretched")
    let row = try #require(
      page.firstMatch(of: /<tr><td>LL_TERMINATE_IND ErrorCode<.td><td>(.*)<.td><td>(.*)<.td><.tr>/))
    #expect(row.1 != row.2 && row.1 != "-" && row.2 != "-")
    #expect(page.firstMatch(of: /LL_TERMINATE_IND, central to peripheral<br><small>[A-Z]/) != nil)
  }

  @Test("draw the numbers of a new failure before and after")
  func failure() throws {
    let page = try Self.html(fault: "inline-pct-plain-phase")
    let row = try #require(page.components(separatedBy: "CS-A03 CS/IPT/BV-02 new-failure").last)
    let bars = try #require(row.components(separatedBy: "<td class=\"bars\">").dropFirst().first)
    #expect(bars.components(separatedBy: "</td>")[0].components(separatedBy: "<svg").count == 3)
  }

  @Test("name no reason where there is none")
  func reason() throws {
    let page = try Self.html(fault: "tfcs-100-stretched")
    #expect(page.contains("<td><span class=\"field\">Reason </span>new-failure blocks"))
    #expect(!page.contains("Reason </span></td>") && !page.contains("Reason </span> <code>"))
  }

  @Test("of a study show its setting and the bars of a point, but no verdict")
  func study() throws {
    func campaign(_ rmse: Double) -> CampaignResults {
      let point = CampaignResults.Point(
        distanceMetres: 3, knobValues: [], procedureCount: 400, estimateCount: 400, rmseMetres: rmse,
        rmseInterval: 0.9 * rmse...1.1 * rmse, p90Metres: nil)
      let study = CampaignResults.Study(
        .init(
          accessory: "EX1", profilePath: "a.yaml", profileDigest: "", phone: "phone", environment: "room"),
        estimator: "mmse", filter: "none", seed: 1, procedureCount: 400, sweeps: [], p90Metres: nil,
        points: [point])
      return CampaignResults(
        id: "a", edition: 1, tool: "reflector 1", unitCount: 1, missingCount: 0, studies: [study], checks: [])
    }
    let gate = Gate(policy: GatePolicy(), toolBefore: "reflector 1", toolAfter: "reflector 1")
    let pairing = try CampaignPairing(baseline: campaign(0.01), candidate: campaign(0.03))
    let page = GatePage(gate.report(pairing)).html(tool: SamplePages.tool)
    #expect(page.contains("EX1 <small>phone, room, mmse</small>") && page.contains("noise-grown"))
    #expect(page.contains("<td class=\"bars\"><svg") && !page.contains("</span> before"))
  }
}
