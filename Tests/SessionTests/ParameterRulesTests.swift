import CoreTypes
import Session
import Testing

@Suite("A phone that keeps Apple's rules for connection parameters")
struct ParameterRulesTests {
  private static func keeps(
    _ least: ConnectionInterval, _ most: ConnectionInterval, _ latency: UInt16, _ timeout: SupervisionTimeout
  ) -> Bool {
    ConnectionParameterRange(
      intervalMin: least, intervalMax: most, latency: latency, timeout: timeout
    ).keepsAppleRules
  }

  @Test("grants what keeps all of them")
  func granted() {
    #expect(Self.keeps(12, 24, 0, 200) && Self.keeps(12, 12, 0, 200) && Self.keeps(24, 48, 30, 600))
  }

  @Test("refuses what breaks one")
  func refused() {
    // Latency 31, 1.99 s, 11.25 ms, 20 ms, 30 to 30 ms, 2.3 s of silence, less than three silent spans.
    #expect(!Self.keeps(12, 24, 31, 600) && !Self.keeps(12, 24, 0, 199) && !Self.keeps(9, 24, 0, 200))
    #expect(!Self.keeps(16, 48, 0, 200) && !Self.keeps(24, 24, 0, 200) && !Self.keeps(48, 60, 30, 1800))
    #expect(!Self.keeps(36, 48, 30, 500))
  }
}
