import Capture
import ChannelSounding
import Conformance
import ConformanceTester
import CoreTypes
import Profiles
import TestSupport
import Testing
import Verdicts

@Suite("Running a check")
struct RunnerTests {
  /// A capture as octets.
  struct Octets: ByteSink {
    var octets: [UInt8] = []
    mutating func write(_ more: [UInt8]) throws(CaptureError) { octets += more }
  }

  static func capture(_ outcome: CheckOutcome) throws -> [UInt8] {
    var sink = Octets()
    try PcapngWriter(application: "reflector").write(outcome.capture, to: &sink)
    return sink.octets
  }

  @Test("one seed gives the same capture and report twice")
  func sameSeed() throws {
    let first = CheckRunner(try Shipped.request("nordic-nrf54l15-ipt", seed: 7)).run()
    let second = CheckRunner(try Shipped.request("nordic-nrf54l15-ipt", seed: 7)).run()
    #expect(first.report == second.report)
    #expect(try Self.capture(first) == Self.capture(second))
  }

  @Test("another seed gives other noise and the same verdicts")
  func otherSeed() throws {
    let first = CheckRunner(try Shipped.request("nordic-nrf54l15-ipt", seed: 7)).run()
    let second = CheckRunner(try Shipped.request("nordic-nrf54l15-ipt", seed: 8)).run()
    #expect(first.report.requirements.map(\.verdict) == second.report.requirements.map(\.verdict))
    #expect(try Self.capture(first) != Self.capture(second))
  }

  @Test("a requirement by itself comes to what it came to among all")
  func only() throws {
    let whole = CheckRunner(try Shipped.request("nordic-nrf54l15-ipt")).run().report
    for id in ["CS-A03", "CS-A07", "CS-A13"] {
      let alone = CheckRunner(try Shipped.request("nordic-nrf54l15-ipt", only: [id])).run().report
      let expected = whole.requirements.filter { $0.id == id }
      #expect(alone.requirements.map(\.id) == [id])
      #expect(
        alone.requirements.flatMap(\.cases).flatMap(\.steps).map(\.measured)
          == expected.flatMap(\.cases).flatMap(\.steps).map(\.measured))
    }
  }

  @Test("every step names frames that are in the capture and carry a comment")
  func evidence() throws {
    let outcome = CheckRunner(try Shipped.request("nordic-nrf54l15-ipt")).run()
    for requirement in outcome.report.requirements {
      for step in requirement.cases.flatMap(\.steps) {
        #expect(!step.frames.isEmpty, "\(requirement.id): \(step.name)")
        for frame in step.frames {
          #expect(outcome.capture[frame].comments.contains { $0.hasPrefix(requirement.id) })
        }
      }
    }
  }

  @Test("a version number below 6.3 warns and does not fail")
  func version() throws {
    var request = try Shipped.request("nordic-nrf54l15-ipt", only: ["CS-A01"])
    request.profile.version.core = .v6_2
    let result = try #require(CheckRunner(request).run().report.requirements.first)
    #expect(result.verdict == .pass)
    #expect(result.warnings.count == 1)
  }

  @Test(
    "T_FCS lists are read as the interpretation says",
    arguments: [
      (0b1_1000_0000, "capability-floor", Verdict.pass, 0), (0b0_0110_0000, "capability-floor", .pass, 1),
      (0b1_0000_0000, "capability-floor", .fail, 0), (0, "capability-floor", .fail, 0),
      (0b0_0110_0000, "exact-value", .fail, 0), (0b0_1000_0000, "exact-value", .pass, 0),
    ] as [(TFCS.Set, String, Verdict, Int)])
  func tFCSReading(_ bits: TFCS.Set, _ reading: String, _ verdict: Verdict, _ warningCount: Int) throws {
    var request = try Shipped.request("nordic-nrf54l15-ipt", only: ["CS-A07"])
    request.profile.csCapabilities.tFCS = bits
    request.profile.interpretations.tFCSReading = try #require(.init(rawValue: reading))
    let result = try #require(CheckRunner(request).run().report.requirements.first)
    #expect(result.verdict == verdict)
    #expect(result.warnings.count == warningCount)
  }
}
