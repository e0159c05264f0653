import ChannelSounding
import CoreTypes
import RangeStudy
import Ranging
import Testing

@Suite("What a configuration has for an estimator")
struct EstimatorLackTests {
  private static func configuration(
    _ mode: CSMode, sub: CSMode? = nil, usesInlinePCT: Bool = false
  ) -> CSConfiguration {
    var configuration = CSConfiguration()
    (configuration.mainMode, configuration.subMode) = (mode, sub)
    if usesInlinePCT { configuration.enhancements.insert(.inlinePCT) }
    return configuration
  }

  @Test("tones are in steps of mode-2 and mode-3, main or sub")
  func tones() {
    for estimator in [RangingEstimatorKind.mmse, .ml, .earliest, .music, .motion] {
      #expect(Self.configuration(.mode1).lack(for: estimator) == .tones)
      #expect(Self.configuration(.mode1, sub: .mode2).lack(for: estimator) == nil)
      #expect(Self.configuration(.mode3, usesInlinePCT: true).lack(for: estimator) == nil)
    }
  }

  @Test("round-trip times are in steps of mode-1 and mode-3, but not under inline PCT")
  func roundTrips() {
    #expect(Self.configuration(.mode2).lack(for: .rtt) == .roundTrips)
    #expect(Self.configuration(.mode2, sub: .mode1).lack(for: .rtt) == nil)
    #expect(Self.configuration(.mode3, usesInlinePCT: true).lack(for: .rtt) == .accessoryTimes)
    #expect(Self.configuration(.mode1).lack(for: .fused) == nil)
    #expect(Self.configuration(.mode1, usesInlinePCT: true).lack(for: .fused) == .accessoryTimes)
    #expect(Self.configuration(.mode2).lack(for: .fused) == nil)
  }

  @Test("estimates repeat by the spacing of the channels, unless round-trip times tell them apart")
  func ambiguity() throws {
    var configuration = Self.configuration(.mode3)
    #expect(configuration.ambiguityMetres(of: .mmse) == RangingBounds.ambiguityMetres)
    configuration.channelMap = CSChannelMap(channels: stride(from: 2, through: 74, by: 3))
    #expect(abs(try #require(configuration.ambiguityMetres(of: .ml)) - 49.965) < 1e-3)
    #expect(configuration.ambiguityMetres(of: .rtt) == nil)
    #expect(configuration.ambiguityMetres(of: .fused) == nil)
    configuration.mainMode = .mode2
    #expect(configuration.ambiguityMetres(of: .fused) == configuration.ambiguityMetres(of: .ml))
    configuration.mainMode = .mode1
    #expect(configuration.ambiguityMetres(of: .mmse) == nil)
  }
}
