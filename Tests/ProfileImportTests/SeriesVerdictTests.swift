import ChannelSounding
import Conformance
import CoreTypes
import ProfileImport
import Profiles
import Testing
import Verdicts

@Suite("What a recording shows of series of procedures")
struct SeriesVerdictTests {
  /// Whether a recording passes a case by itself.
  private static func passes(
    _ id: String, of set: String = "apple-ios27-cs", _ build: (inout SeriesRecording) -> Void
  ) throws -> Bool {
    var recording = SeriesRecording()
    build(&recording)
    let all = try RoundTrip.requirements(set).requirements
    var requirement = try #require(all.first { $0.cases.contains(id) })
    requirement.cases = [id]
    let accessory = try #require(try RoundTrip.accessory([recording.octets()]))
    guard let outcome = RecordedTrial.outcome(of: requirement, for: accessory) else { return false }
    #expect(outcome.result.verdict == .pass)
    return true
  }

  private static func rangeAfterPause(
    _ recording: inout SeriesRecording, _ fill: (inout SeriesRecording) -> Void
  ) {
    recording.start()
    recording.range(3)
    recording.stop()
    fill(&recording)
    recording.start()
    recording.range(3)
    recording.stop()
  }

  @Test("a pause is one in which nothing was tried")
  func pause() throws {
    let id = "CS/PRC/BV-04"
    #expect(try Self.passes(id) { Self.rangeAfterPause(&$0) { $0.wait(6) } })
    #expect(
      try !Self.passes(id) {
        Self.rangeAfterPause(&$0) {
          $0.start()
          $0.range(60, aborted: .noSyncReceived)
          $0.stop()
        }
      })
    #expect(
      try !Self.passes(id) {
        Self.rangeAfterPause(&$0) {
          $0.wait(6)
          $0.start(.unsupportedLLParameterValue)
        }
      })
    #expect(
      try !Self.passes(id) {
        $0.start()
        $0.range(3)
        $0.range(60, aborted: .noSyncReceived)
        $0.stop()
        $0.start()
        $0.range(3)
      })
  }

  @Test("an endless series is one in which each procedure completes, but for those that a host ends")
  func endless() throws {
    let id = "CS/PRC/BV-01"
    func passes(_ reason: SubeventAbortReason) throws -> Bool {
      try Self.passes(id) {
        $0.start()
        for _ in 0..<6 {
          $0.range(5)
          $0.range(1, aborted: reason)
        }
        $0.stop()
      }
    }
    #expect(try passes(.byRequest))
    #expect(try passes(.schedulingConflict))
    #expect(try !passes(.noSyncReceived))
    #expect(try !passes(.unspecified))
  }

  @Test(
    "restarts and attempts are those without a failed one in between",
    arguments: zip(["CS/PRC/BV-02", "CS/AND/BV-04"], ["apple-ios27-cs", "android16-ranging-cs"]))
  func restarts(id: String, set: String) throws {
    func passes(_ between: (inout SeriesRecording) -> Void) throws -> Bool {
      try Self.passes(id, of: set) {
        for attempt in 0..<4 {
          if attempt == 2 { between(&$0) }
          $0.configure()
          $0.start()
          $0.range(2)
          $0.stop()
        }
      }
    }
    #expect(try passes { _ in })
    #expect(try !passes { $0.start(.unsupportedLLParameterValue) })
    #expect(
      try !passes {
        $0.start()
        $0.range(2, aborted: .noSyncReceived)
        $0.stop()
      })
  }
}
