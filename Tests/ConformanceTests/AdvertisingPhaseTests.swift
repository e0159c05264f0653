import Conformance
import ConformanceTester
import Profiles
import TestSupport
import Testing
import Verdicts

@Suite("Phases of advertising")
struct AdvertisingPhaseTests {
  /// The verdict about an accessory that is silent after a fast phase.
  private static func result(
    _ id: String, interval: Double, seconds: Int
  ) throws -> RequirementResult {
    var request = try Shipped.request("defective/silent-after-fast-phase", only: [id])
    request.requirements = try Shipped.requirements("apple-adg-ble")
    request.profile.advertising.fastIntervalMilliseconds = interval
    request.profile.advertising.fastSeconds = seconds
    return try #require(CheckRunner(request).run().report.requirements.first)
  }

  @Test("fail an accessory that stops advertising before the phase ends")
  func endsEarly() throws {
    let fast = try Self.result("ADG-05", interval: 20, seconds: 10)
    #expect(fast.verdict == .fail)
    #expect(fast.reason?.contains("none for the last") == true, "\(fast.reason ?? "")")
    // Fewer slow events than the case waits for.
    let slow = try Self.result("ADG-06", interval: 152.5, seconds: 3)
    #expect(slow.verdict == .fail)
    #expect(slow.reason?.contains("none for the last") == true, "\(slow.reason ?? "")")
  }
}
