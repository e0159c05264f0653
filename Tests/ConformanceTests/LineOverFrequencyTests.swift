import ChannelSounding
import CoreTypes
import Testing
import Verdicts

@testable import ConformanceTester

@Suite("Phases over frequency")
struct LineOverFrequencyTests {
  /// Phases of a delay in the order of the test specification, each folded to half a turn.
  private static func phases(_ nanoseconds: Double, bent index: Int? = nil, by turns: Double = 0) -> [Double]
  {
    RadioTest.sweep.enumerated().map { place, channel in
      LineOverFrequency.wrapped(
        0.3 + 1e-3 * nanoseconds * Double(2_402 + Int(channel)) + (place == index ? turns : 0))
    }
  }

  @Test("a delay is the slope, whatever the order of the channels", arguments: [-40.0, -1.7, 0, 1.7, 100])
  func slope(nanoseconds: Double) throws {
    let line = try #require(
      LineOverFrequency(channels: RadioTest.sweep, turns: Self.phases(nanoseconds)))
    #expect(abs(line.slopeNanoseconds - nanoseconds) < 1e-6)
    #expect(line.residualTurns.allSatisfy { abs($0) < 1e-9 })
  }

  @Test("a phase off the line is left in its place")
  func residual() throws {
    let line = try #require(
      LineOverFrequency(channels: RadioTest.sweep, turns: Self.phases(1, bent: 7, by: 0.2)))
    #expect(abs(line.residualTurns[7] - 0.2) < 0.02)
    #expect(line.residualTurns.count { abs($0) > 0.02 } == 1)
  }

  @Test("two phases are no line")
  func tooFew() { #expect(LineOverFrequency(channels: [2, 3], turns: [0, 0]) == nil) }

  @Test("the sweep of the test specification has every channel once")
  func sweep() {
    #expect(RadioTest.sweep.sorted() == (0..<80).map(UInt8.init).filter(CSChannelMap.allowed.contains))
  }

  @Test("a share counts what lies within its limit, and tells what a part of the values reaches")
  func share() {
    var share = Share()
    for value in 1...100 { share.take(Double(value % 2 == 0 ? value : -value), limit: 95) }
    #expect(share.fraction == 0.95 && share.quantile(0.95) == 95 && share.quantile(1) == 100)
    #expect(Share().fraction == 0 && Share().quantile(0.5) == .infinity)
  }
}
