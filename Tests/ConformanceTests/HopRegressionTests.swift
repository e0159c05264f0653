import CoreTypes
import RadioModel
import SimulationKernel
import Testing
import Verdicts

@testable import ConformanceTester

@Suite("What a hop leaves in the phase")
struct HopRegressionTests {
  /// Phases of sweeps in which a hop over the whole band leaves so much.
  private static func regression(_ radians: Double, noise: Double, sweeps: Int = 20) -> HopRegression {
    var random = RandomStreams(seed: 3).stream("noise")
    var regression = HopRegression()
    for _ in 0..<sweeps {
      var phases = PathPhases()
      var before = RadioTest.sweep[0]
      for (step, channel) in RadioTest.sweep.enumerated() {
        let hop = Double(channel) - Double(before)
        let turns = (radians / 74 * hop + noise * random.nextGaussianPair().0) / (2 * .pi)
        phases.append(step: step, channel: channel, turns: LineOverFrequency.wrapped(turns))
        before = channel
      }
      regression.take(phases, first: RadioTest.sweep[0])
    }
    return regression
  }

  @Test(
    "is what was put in, with a standard error below a third of the limit", arguments: [0.0, 0.05, 0.3, 1])
  func small(radians: Double) throws {
    guard case .radians(let measured, let statistic) = Self.regression(radians, noise: 0.05).reading else {
      Issue.record("no reading")
      return
    }
    #expect(abs(measured - radians) < 0.03)
    #expect((statistic?.standardError ?? 1) < 0.033)
  }

  @Test("is found where the phases go round", arguments: [-116.0, -40, 40, 116, 200])
  func wrapped(radians: Double) {
    guard case .radians(let measured, _) = Self.regression(radians, noise: 0.1).reading else {
      Issue.record("no reading at \(radians) rad")
      return
    }
    #expect(abs(measured - radians) < 2)
  }

  @Test("is open where the phases are chance")
  func chance() {
    guard case .wrapped(let deviation) = Self.regression(0, noise: 20).reading else {
      Issue.record("a reading of chance")
      return
    }
    #expect(deviation > 1.5)
  }
}
