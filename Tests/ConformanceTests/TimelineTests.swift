import Conformance
import ConformanceTester
import Profiles
import TestSupport
import Testing
import Verdicts

@testable import Faults
@testable import Profiles

@Suite("The timeline of steps")
struct TimelineTests {
  /// A fault, the requirement of the link layer that it breaks, and what the report says of it.
  struct Cause: Sendable, CustomTestStringConvertible {
    let fault: Fault
    let requirement: String
    let texts: [String]
    var testDescription: String { fault.id }

    init(_ fault: Fault, _ requirement: String, _ texts: String...) {
      (self.fault, self.requirement, self.texts) = (fault, requirement, texts)
    }
  }

  static let causes = [
    Cause(
      .hopAfterMode0Late, "LL-41", "was 5 us late from step 3 of subevent 0", "T_FCS after mode-0 of 65 us"
    ),
    Cause(
      .hopsInMode0Late, "LL-41", "was 6 us late from step 1 of subevent 0", "between mode-0 steps of 66 us"
    ),
    Cause(
      .hopsShortInSecondSubevent, "LL-41", "was 3 us early in",
      "first in step 4 of subevent 1 of procedure 0"),
    Cause(
      .lastStepLate, "LL-41", "was 4 us late in", "T_FCS between main-mode steps of 64 us, agreed 60 us"),
    Cause(.hops3usTooLong, "LL-41", "was 3 us late", "agreed 60 us"),
    Cause(
      .mode0AnsweredLate, "LL-41", "answered 4 us late from step 0 of subevent 0",
      "T_IP1 of 34 us, agreed 30 us"),
    Cause(.tonesAnsweredEarly, "LL-41", "answered 4 us early from step 3", "T_IP2 of 16 us, agreed 20 us"),
    Cause(.tonesEndEarly, "LL-41", "sent tones 3 us too short from step 3", "T_PM of 7 us, agreed 10 us"),
    Cause(.antennasSwitchedSlowly, "LL-41", "switched antennas 2 us too late", "T_SW of 4 us, agreed 2 us"),
    Cause(.extensionAlwaysSent, "LL-50", "sent a tone in the extension slot in", "no tone drawn"),
    Cause(.lastChannelMissed, "LL-50", "was on channel", "drawn"),
    Cause(.pathsInFixedOrder, "LL-50", "took paths 1 2", "drawn"),
    Cause(.lastStepTwice, "LL-50", "steps from", "steps planned"),
    Cause(.accessAddressRepeated, "LL-50", "used another access address", "first in step 2 of subevent 0"),
  ]

  private static func reasons(_ result: RequirementResult) -> String {
    result.cases.flatMap(\.steps).filter { !$0.isMet }.map(\.measured).joined(separator: "\n")
  }

  @Test("a fault of one quantity is told by that quantity, where, and by how much", arguments: causes)
  func cause(cause: Cause) throws {
    var request = try RequirementMatrix.linkLayer.request(cause.fault, seed: 1)
    request.onlyIDs = [cause.requirement]
    let result = try #require(CheckRunner(request).run().report.requirements.first)
    #expect(result.verdict == .fail)
    for text in cause.texts { #expect(Self.reasons(result).contains(text), "\(Self.reasons(result))") }
  }

  @Test("every fault of steps is among the causes")
  func completeness() {
    let told = Set(Self.causes.map(\.fault.id))
    for fault in FaultFacts.stepFacts.map(\.fault) { #expect(told.contains(fault.id), "\(fault.id)") }
  }

  @Test("one cause is one failure, and what follows from it says where to look")
  func consequences() throws {
    let request = try RequirementMatrix.linkLayer.request(.lastChannelMissed, seed: 1)
    let results = CheckRunner(request).run().report.requirements
    #expect(results.filter { $0.verdict == .fail }.map(\.id) == ["LL-50"])
    let blocked = results.filter { $0.verdict == .inconclusive }
    #expect(blocked.count > 10)
    for result in blocked {
      #expect(result.reason?.contains("was on channel") ?? false, "\(result.id)")
      #expect(result.reason?.hasSuffix("see LL-50") ?? false, "\(result.id)")
    }
  }

  @Test(
    "a finding about a control PDU has nothing of it",
    arguments: [Fault.startsWithoutCSSecurity, .configurationsKeptOverLinks, .encryptionNotRequired])
  func controlPDUs(fault: Fault) throws {
    let request = try RequirementMatrix.linkLayer.request(fault, seed: 1)
    let steps = CheckRunner(request).run().report.requirements.flatMap(\.cases).flatMap(\.steps)
    let unmet = steps.filter { $0.finding == .unmet }
    #expect(!unmet.isEmpty)
    for step in unmet { #expect(!step.measured.contains("the accessory"), "\(step.name): \(step.measured)") }
  }

  @Test("an accessory whose clock is off by all that it may be keeps every time", arguments: [-50.0, 50])
  func clockAccuracy(offsetPpm: Double) throws {
    for name in ["reference", "everything"] {
      for (set, ids) in [("core-6-3-ll", ["LL-41", "LL-50"]), ("core-6-3-rfphy", ["RF-03"])] {
        var request = try Shipped.request(name, only: ids)
        request.requirements = try Shipped.requirements(set)
        request.profile.radio.carrierOffsetPpm = offsetPpm
        for result in CheckRunner(request).run().report.requirements {
          #expect(result.verdict == .pass, "\(name), \(result.id): \(result.reason ?? "")")
        }
      }
    }
  }

  @Test("without the requirement that judges the cause, what follows from it fails")
  func alone() throws {
    var request = try RequirementMatrix.linkLayer.request(.lastChannelMissed, seed: 1)
    request.onlyIDs = ["LL-04"]
    let result = try #require(CheckRunner(request).run().report.requirements.first)
    #expect(result.verdict == .fail)
    #expect(result.reason?.contains("was on channel") ?? false)
  }

  @Test("a T_FCS that is 3 us too long fails CS-A07 by that, and the rest points there")
  func slightlyLong() throws {
    let request = try RequirementMatrix.phone.request(.hops3usTooLong, seed: 1)
    let results = CheckRunner(request).run().report.requirements
    #expect(results.filter { $0.verdict == .fail }.map(\.id) == ["CS-A07"])
    for result in results where result.verdict == .inconclusive {
      #expect(result.reason?.hasSuffix("see CS-A07") ?? false, "\(result.id): \(result.reason ?? "")")
    }
    let own = try #require(results.first { $0.id == "CS-A07" })
    #expect(Self.reasons(own).contains("was 3 us late"))
  }
}
