import CoreTypes
import Testing

@testable import Ranging

/// Tones as two noisy ends measure them, without any protocol.
struct SyntheticTones {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func unit() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) * 0x1p-53
  }

  mutating func noise() -> (Double, Double) {
    let radius = (-2 * PortableMath.log(1 - unit())).squareRoot()
    let (sin, cos) = PortableMath.sinCos(turns: unit())
    return (radius * cos, radius * sin)
  }

  /// The product of both PCTs for each channel; mean |h| is 1 and the SNR is that of each end's tone.
  mutating func response(channels: [UInt8], metres: Double, snrDecibels: Double) -> ToneResponse {
    let sigma = PortableMath.amplitudeRatio(decibels: -snrDecibels) / 2.0.squareRoot()
    var response = ToneResponse()
    for channel in channels {
      let path = -(2.402e9 + 1e6 * Double(channel)) * metres / RangingBounds.speedOfLight
      let oscillators = unit()
      let there = PortableMath.sinCos(turns: path + oscillators)
      let back = PortableMath.sinCos(turns: path - oscillators)
      let (first, second) = (noise(), noise())
      response.append(
        channel: channel, initiatorI: back.cos + sigma * first.0, initiatorQ: back.sin + sigma * first.1,
        reflectorI: there.cos + sigma * second.0, reflectorQ: there.sin + sigma * second.1)
    }
    return response
  }
}

@Suite("Maximum-likelihood distance")
struct DistanceEstimatorTests {
  static let allChannels = CSChannelMap.allowed.channels

  struct Scenario: CustomTestStringConvertible, Sendable {
    let name: String
    let snr: Double
    let rmse: Double
    let percentile90: Double
    var missing = 0
    var dropped: ClosedRange<UInt8>?
    var testDescription: String { name }
  }

  /// Root mean square error and 90th percentile in metres over seeded trials at 1 to 30 m.
  static func errors(_ scenario: Scenario, trials: Int) throws -> (rmse: Double, percentile90: Double) {
    var tones = SyntheticTones(seed: 7)
    let estimator = DistanceEstimator()
    var errors: [Double] = []
    for _ in 0..<trials {
      let metres = 1 + 29 * tones.unit()
      var channels = allChannels.filter { scenario.dropped?.contains($0) != true }
      for _ in 0..<scenario.missing { channels.remove(at: Int(tones.unit() * Double(channels.count))) }
      let response = tones.response(channels: channels, metres: metres, snrDecibels: scenario.snr)
      errors.append(abs(try #require(estimator.estimate(response)).metres - metres))
    }
    errors.sort()
    let rmse = (errors.reduce(0) { $0 + $1 * $1 } / Double(trials)).squareRoot()
    return (rmse, errors[trials * 9 / 10])
  }

  @Test(
    "errors in the line of sight stay within the published simulation plus 15 %",
    arguments: [
      Scenario(name: "20 dB", snr: 20, rmse: 0.013, percentile90: 0.022),
      Scenario(name: "25 dB", snr: 25, rmse: 0.0072, percentile90: 0.012),
      Scenario(name: "25 dB, 14 channels missing", snr: 25, rmse: 0.008, percentile90: 0.013, missing: 14),
      Scenario(
        name: "25 dB, Wi-Fi channel 6 dropped", snr: 25, rmse: 0.007, percentile90: 0.013, dropped: 26...45),
    ])
  func lineOfSight(_ scenario: Scenario) throws {
    let errors = try Self.errors(scenario, trials: 300)
    #expect(errors.rmse <= 1.15 * scenario.rmse, "seed 7")
    #expect(errors.percentile90 <= 1.15 * scenario.percentile90, "seed 7")
  }

  @Test("the error is near the Cramér-Rao bound", arguments: [(10.0, 1.1), (20.0, 1.1), (0.0, 1.25)])
  func boundRatio(snr: Double, limit: Double) throws {
    let scenario = Scenario(name: "", snr: snr, rmse: 0, percentile90: 0)
    let errors = try Self.errors(scenario, trials: 1_500)
    let bound = RangingBounds.distanceDeviation(
      channels: Self.allChannels,
      phaseNoiseRadians: PortableMath.amplitudeRatio(decibels: -snr))
    #expect(errors.rmse / bound < limit + 0.06, "seed 7")
    #expect(errors.rmse / bound > 0.85, "seed 7")
  }

  @Test("without noise every distance of 0 to 74.4 m is right within 1 cm")
  func sweep() throws {
    var tones = SyntheticTones(seed: 1)
    let estimator = DistanceEstimator()
    for tenths in 0...744 {
      let metres = Double(tenths) / 10
      let response = tones.response(channels: Self.allChannels, metres: metres, snrDecibels: 250)
      let estimate = try #require(estimator.estimate(response))
      #expect(abs(estimate.metres - metres) < 0.01, "\(metres)")
      #expect(estimate.quality > 0.999_999)
      #expect(estimate.phaseResidualRadians < 1e-6)
    }
  }

  @Test("a distance short of zero does not wrap to the far end")
  func fold() throws {
    var tones = SyntheticTones(seed: 2)
    let estimator = DistanceEstimator()
    for metres in [-4.0, -0.2, 120, 144] {
      let response = tones.response(channels: Self.allChannels, metres: metres, snrDecibels: 40)
      #expect(abs(try #require(estimator.estimate(response)).metres - metres) < 0.02)
    }
    #expect(abs(RangingBounds.folded(metres: 145) - (145 - RangingBounds.ambiguityMetres)) < 1e-9)
  }

  @Test("antenna paths with unrelated phases give one distance, better than each")
  func severalPaths() throws {
    var tones = SyntheticTones(seed: 3)
    let estimator = DistanceEstimator()
    for trial in 0..<20 {
      let paths = (0..<4).map { _ -> ToneResponse in
        let response = tones.response(channels: Self.allChannels, metres: 12, snrDecibels: 20)
        let (sin, cos) = PortableMath.sinCos(turns: tones.unit())
        return ToneResponse(
          channel: response.channel, re: zip(response.re, response.im).map { $0 * cos - $1 * sin },
          im: zip(response.re, response.im).map { $0 * sin + $1 * cos })
      }
      let estimate = try #require(estimator.estimate(paths: paths))
      #expect(abs(estimate.metres - 12) < 0.03, "trial \(trial)")
      #expect(estimate.toneCount == 288)
      let single = try #require(estimator.estimate(paths[0]))
      #expect(estimate.boundMetres < 0.7 * single.boundMetres)
    }
  }

  @Test("phases of pure chance have no peak")
  func noPeak() throws {
    var tones = SyntheticTones(seed: 4)
    let estimator = DistanceEstimator()
    for trial in 0..<200 {
      let points = Self.allChannels.map { _ in PortableMath.sinCos(turns: tones.unit()) }
      let response = ToneResponse(
        channel: Self.allChannels, re: points.map(\.cos), im: points.map(\.sin))
      let estimate = try #require(estimator.estimate(response))
      #expect(!estimate.hasPeak, "trial \(trial) quality \(estimate.quality)")
    }
  }

  @Test("too few channels or silent tones give no distance")
  func nothing() {
    let estimator = DistanceEstimator()
    #expect(estimator.estimate(ToneResponse()) == nil)
    #expect(estimator.estimate(ToneResponse(channel: [5, 5, 6], re: [1, 1, 1], im: [0, 0, 0])) == nil)
    #expect(estimator.estimate(ToneResponse(channel: [5, 6, 7], re: [0, 0, 0], im: [0, 0, 0])) == nil)
  }
}
