import Analysis
import Capture
import ChannelSounding
import Testing

@Suite("How the procedures of a configuration went")
struct ConfigurationConductTests {
  /// Two complete procedures, and two more.
  private static func conduct(
    reason: SubeventAbortReason = .none, isCutShort: Bool = false
  ) throws -> ConfigurationConduct {
    var link = SampleLink()
    for counter in UInt16(0)..<2 { link.procedure(counter, metres: 3) }
    for counter in UInt16(2)..<4 {
      link.procedure(counter, metres: 3, reason: reason, isCutShort: isCutShort)
    }
    let analyzer = RecordingAnalyzer(
      [.init(try RecordingReader(octets: link.capture()), name: "file")], estimators: [])
    var conduct: ConfigurationConduct?
    while let procedure = try analyzer.nextProcedure() {
      let configuration = try #require(procedure.configuration)
      var next = conduct ?? ConfigurationConduct(configuration)
      next.add(procedure)
      conduct = next
    }
    return try #require(conduct)
  }

  @Test("procedures in which no CS_SYNC was received count, with the subevents that lack it")
  func unanswered() throws {
    let conduct = try Self.conduct(reason: .noSyncReceived)
    #expect(conduct.completeCount == 2 && conduct.brokenCount == 2 && conduct.subeventCount == 4)
    #expect(try Self.conduct(reason: .unspecified).brokenCount == 2)
  }

  @Test(
    "what a host stopped, what the initiator had no time for, and what breaks off says nothing",
    arguments: zip(
      [SubeventAbortReason.byRequest, .schedulingConflict, .none], [false, false, true]))
  func undecided(reason: SubeventAbortReason, isCutShort: Bool) throws {
    let conduct = try Self.conduct(reason: reason, isCutShort: isCutShort)
    #expect(conduct.completeCount == 2 && conduct.brokenCount == 0 && conduct.subeventCount == 2)
  }

  @Test("the tones of both directions are counted apart")
  func tones() throws {
    let conduct = try Self.conduct()
    #expect(conduct.initiatorTones.count == 4 * 72 && conduct.reflectorTones.count == 4 * 72)
    #expect(conduct.initiatorTones.usableCount == 4 * 72 && conduct.initiatorTones.ratedCount == 4 * 72)
  }
}
