import ChannelSounding
import Conformance
import CoreTypes
import ProfileImport
import Profiles
import Testing
import Verdicts

@Suite("What a recording shows of series of procedures")
struct SeriesVerdictTests {
  /// The result of a case by a recording alone; nil if the recording settles nothing of it.
  ///
  /// - Parameters:
  ///   - isAccessory: whether it is the HCI of the accessory.
  ///   - isDamaged: whether the file ends inside its last packet.
  private static func result(
    _ id: String, of set: String = "apple-ios27-cs", isAccessory: Bool = false,
    isDamaged: Bool = false, _ build: (inout SeriesRecording) -> Void
  ) throws -> RequirementResult? {
    var recording = SeriesRecording(isAccessory: isAccessory)
    build(&recording)
    let all = try RoundTrip.requirements(set).requirements
    var requirement = try #require(all.first { $0.cases.contains(id) })
    requirement.cases = [id]
    let octets = Array(try recording.octets().dropLast(isDamaged ? 3 : 0))
    let accessory = try #require(try RoundTrip.accessory([octets]))
    return RecordedTrial.outcome(of: requirement, for: accessory)?.result
  }

  /// Whether a recording passes a case by itself.
  private static func passes(
    _ id: String, of set: String = "apple-ios27-cs", _ build: (inout SeriesRecording) -> Void
  ) throws -> Bool {
    guard let result = try result(id, of: set, build) else { return false }
    #expect(result.verdict == .pass)
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

  @Test("procedures in which the phone is the reflector show nothing of the accessory")
  func phoneAsReflector() throws {
    func verdict(isTurned: Bool) throws -> Verdict? {
      try Self.result("CS/IPT/BV-02", isAccessory: !isTurned) {
        $0.configure(usesInlinePCT: true, isTurned: isTurned)
        $0.start()
        $0.range(3, metres: 3)
        $0.stop()
      }?.verdict
    }
    #expect(try verdict(isTurned: false) == .fail)
    #expect(try verdict(isTurned: true) == nil)
  }

  @Test("procedures after a removal ran under a configuration that is missing", arguments: [false, true])
  func removed(isRemoved: Bool) throws {
    let result = try Self.result("CS/IPT/BV-02", isAccessory: true) {
      $0.configure(usesInlinePCT: true)
      if isRemoved { $0.removeConfiguration() }
      $0.start()
      $0.range(3, metres: 3)
      $0.stop()
    }
    #expect(result?.verdict == (isRemoved ? nil : .fail))
  }

  @Test("a jump of the capture clock is no pause")
  func clockJump() throws {
    let result = try Self.result("CS/PRC/BV-04") {
      $0.start()
      $0.range(15)
      $0.stop()
      $0.setClock(forward: 60)
      $0.start()
      $0.range(15)
      $0.stop()
    }
    #expect(result?.verdict == .inconclusive)
    #expect(result?.reason?.contains("apart by the capture clock") == true)
    #expect(
      try Self.passes("CS/PRC/BV-04") {
        $0.start()
        $0.range(15)
        $0.stop()
        $0.wait(60)
        $0.start()
        $0.range(15)
        $0.stop()
      })
  }

  @Test("a damaged recording may lack a start that failed, and shows neither a pause nor a restart")
  func damaged() throws {
    for id in ["CS/PRC/BV-02", "CS/PRC/BV-04"] {
      func verdict(isDamaged: Bool) throws -> Verdict? {
        try Self.result(id, isDamaged: isDamaged) {
          for _ in 0..<5 {
            $0.start()
            $0.range(2)
            $0.stop()
            $0.wait(6)
          }
        }?.verdict
      }
      #expect(try verdict(isDamaged: false) == .pass)
      #expect(try verdict(isDamaged: true) == nil)
    }
  }

  @Test("phases of the reflector break inline PCT, unless a configuration may be missing")
  func reflectorPhases() throws {
    func verdict(isDamaged: Bool) throws -> Verdict? {
      try Self.result("CS/IPT/BV-02", isAccessory: true, isDamaged: isDamaged) {
        $0.configure(usesInlinePCT: true)
        $0.start()
        $0.range(3, metres: 3)
        $0.stop()
      }?.verdict
    }
    #expect(try verdict(isDamaged: false) == .fail)
    #expect(try verdict(isDamaged: true) == nil)
  }

  /// The result of an endless series under inline PCT.
  private static func endless(_ fill: (inout SeriesRecording) -> Void) throws -> RequirementResult? {
    try result("CS/PRC/BV-01") {
      $0.configure(usesInlinePCT: true)
      $0.start()
      fill(&$0)
      $0.stop()
    }
  }

  @Test("an endless series is one in which each procedure completes, but for those that a host ends")
  func endless() throws {
    func verdict(_ reason: SubeventAbortReason) throws -> Verdict? {
      try Self.endless {
        for _ in 0..<6 {
          $0.range(5, metres: 3)
          $0.range(1, aborted: reason)
        }
      }?.verdict
    }
    #expect(try verdict(.byRequest) == .pass)
    #expect(try verdict(.schedulingConflict) == .pass)
    #expect(try verdict(.noSyncReceived) == nil)
    #expect(try verdict(.unspecified) == nil)
  }

  @Test("a series whose distance is unknown, or changes, is left open with the reason")
  func drift() throws {
    let unmeasured = try #require(
      try Self.endless {
        $0.range(20, metres: 3)
        $0.range(1)
      })
    #expect(unmeasured.verdict == .inconclusive)
    #expect(unmeasured.reason?.contains("20 of 21 procedures have a distance") == true)
    let drifting = try #require(
      try Self.endless {
        $0.range(10, metres: 3)
        $0.range(10, metres: 6)
      })
    #expect(drifting.verdict == .inconclusive)
    #expect(drifting.reason?.contains("the distance changes by ") == true)
  }

  @Test("procedures that the recording lacks may have been aborted, and count as such")
  func gaps() throws {
    #expect(
      try Self.endless {
        $0.range(9, metres: 3)
        $0.lose(1)
        $0.range(9, metres: 3)
      } == nil)
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
