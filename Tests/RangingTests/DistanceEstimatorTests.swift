import CoreTypes
import Testing

@testable import Ranging

@Suite("Maximum-likelihood distance")
struct DistanceEstimatorTests {
  static let allChannels = CSChannelMap.allowed.channels

  @Test(
    "the error is near the Cramér-Rao bound, without bias",
    arguments: [(0.0, 1.25), (10, 1.1), (15, 1.05), (20, 1.05), (30, 1.05), (40, 1.05)])
  func boundRatio(snr: Double, limit: Double) {
    let trials = EstimatorTrials(.ml, in: SyntheticPlace(snrDecibels: snr), count: 1_000, seed: 12)
    let bound = RangingBounds.distanceDeviation(
      channels: Self.allChannels, phaseNoiseRadians: RangingBounds.phaseNoise(snrDecibels: snr))
    #expect(trials.rmse / bound < limit, "seed 12")
    #expect(trials.rmse / bound > 0.93, "seed 12")
    // The mean of so many errors is itself chance at the low SNRs.
    #expect(abs(trials.bias) < max(0.001, 3 * bound / 1_000.0.squareRoot()), "seed 12")
    // The deviation is that of Student, which is wide in strong noise.
    #expect((0.93...0.985).contains(trials.noiseCoverage), "seed 12: \(trials)")
  }

  @Test("with PCTs of 12 bits every distance of 0 to 74 m is right within 0.5 mm")
  func sweep() throws {
    var tones = SyntheticTones(seed: 1)
    var estimator = RangingEstimator(.ml)
    for tenths in stride(from: 0, through: 740, by: 2) {
      let metres = Double(tenths) / 10
      let response = tones.response(
        channels: Self.allChannels, metres: metres, in: SyntheticPlace(snrDecibels: 250, pctBits: 12))
      let estimate = try estimator.found(paths: [response])
      #expect(abs(estimate.metres - metres) < 0.0005, "\(metres)")
      #expect(estimate.quality > 0.9999)
    }
  }

  @Test("a distance short of zero does not wrap to the far end, the far end does not turn negative")
  func ends() throws {
    var tones = SyntheticTones(seed: 2)
    for metres in [-4.5, -1, 140, 144] {
      let response = tones.response(
        channels: Self.allChannels, metres: metres, in: SyntheticPlace(snrDecibels: 30))
      for kind in [RangingEstimatorKind.ml, .earliest, .music] where metres > -4 || kind == .ml {
        var estimator = RangingEstimator(kind)
        let estimate = try estimator.found(paths: [response])
        #expect(abs(estimate.metres - metres) < 0.1, "\(kind) at \(metres)")
      }
    }
  }

  @Test("channels 2 MHz apart repeat after 74.9 m, and the estimate says so")
  func spacing() throws {
    var tones = SyntheticTones(seed: 5)
    let channels = Self.allChannels.filter { $0 % 2 == 0 }
    #expect(abs(RangingBounds.ambiguityMetres(channels: channels) - 74.948) < 0.001)
    #expect(RangingBounds.ambiguityMetres(channels: [7]) == .infinity)
    for kind in [RangingEstimatorKind.ml, .earliest, .music] {
      var estimator = RangingEstimator(kind)
      for metres in [0.0, 30, 69, 100] {
        let response = tones.response(
          channels: channels, metres: metres, in: SyntheticPlace(snrDecibels: 30))
        let estimate = try estimator.found(paths: [response])
        #expect(abs(estimate.ambiguityMetres - 74.948) < 0.001)
        let expected = metres == 100 ? metres - estimate.ambiguityMetres : metres
        #expect(abs(estimate.metres - expected) < 0.1, "\(kind) at \(metres)")
      }
    }
  }

  @Test("antenna paths with unrelated phases give one distance, better than each")
  func severalPaths() throws {
    let one = EstimatorTrials(.ml, in: SyntheticPlace(snrDecibels: 20), count: 200)
    let four = EstimatorTrials(.ml, in: SyntheticPlace(snrDecibels: 20), count: 200, pathCount: 4)
    #expect(four.rmse < 0.6 * one.rmse)
    var tones = SyntheticTones(seed: 3)
    let paths = (0..<4).map { _ in tones.response(channels: Self.allChannels, metres: 12) }
    var estimator = RangingEstimator(.ml)
    let estimate = try estimator.found(paths: paths)
    let single = try estimator.found(paths: [paths[0]])
    #expect(estimate.toneCount == 288)
    #expect(estimate.boundMetres < 0.7 * single.boundMetres)
  }

  @Test("phases of pure chance have no peak, and then any distance is as likely")
  func noPeak() throws {
    var tones = SyntheticTones(seed: 4)
    var estimator = RangingEstimator(.ml)
    for trial in 0..<200 {
      let points = Self.allChannels.map { _ in PortableMath.sinCos(turns: tones.unit()) }
      let response = ToneResponse(
        channel: Self.allChannels, re: points.map(\.cos), im: points.map(\.sin))
      let estimate = try estimator.found(paths: [response])
      #expect(!estimate.hasPeak, "trial \(trial) quality \(estimate.quality)")
      #expect(estimate.deviationMetres > 40)
    }
  }

  @Test("a few tones of chance have no peak either, a few in the line of sight have one", arguments: [1, 4])
  func fewTones(pathCount: Int) throws {
    var tones = SyntheticTones(seed: 14)
    var estimator = RangingEstimator(.ml)
    let channels =
      Self.allChannels.enumerated().filter { $0.offset % 9 == 0 }.map(\.element) + [3, 40, 75, 76]
    for trial in 0..<1_000 {
      let chance = (0..<pathCount).map { _ in
        let points = channels.map { _ in PortableMath.sinCos(turns: tones.unit()) }
        return ToneResponse(channel: channels, re: points.map(\.cos), im: points.map(\.sin))
      }
      let estimate = try estimator.found(paths: chance)
      #expect(!estimate.hasPeak, "trial \(trial) quality \(estimate.quality)")
    }
    let clear = (0..<pathCount).map { _ in tones.response(channels: channels, metres: 7) }
    let estimate = try estimator.found(paths: clear)
    #expect(estimate.hasPeak)
  }

  @Test("an echo makes neighbours err alike, which widens the deviation beyond the bound")
  func doubt() throws {
    var tones = SyntheticTones(seed: 6)
    var estimator = RangingEstimator(.ml)
    var ratios: [Double] = []
    for _ in 0..<21 {
      let place = SyntheticPlace(echo: (metres: 3, decibels: -6))
      let echo = try estimator.found(
        paths: [tones.response(channels: Self.allChannels, metres: 9, in: place)])
      ratios.append(echo.deviationMetres / echo.boundMetres)
      let clear = try estimator.found(paths: [tones.response(channels: Self.allChannels, metres: 9)])
      #expect(clear.noiseMetres < 1.6 * clear.boundMetres)
    }
    #expect(ratios.sorted()[10] > 5)
  }

  @Test("too few channels or silent tones give no distance", arguments: RangingEstimatorKind.allCases)
  func nothing(kind: RangingEstimatorKind) {
    var estimator = RangingEstimator(kind)
    #expect(estimator.estimate(RangingMeasurement()) == nil)
    #expect(estimator.estimate(paths: [ToneResponse()]) == nil)
    for channels: [UInt8] in [[5, 5, 6], [5, 6, 7]] {
      let silent = channels == [5, 6, 7]
      let response = ToneResponse(
        channel: channels, re: silent ? [0, 0, 0] : [1, 1, 1], im: [0, 0, 0], microseconds: [1, 2, 3])
      #expect(estimator.estimate(paths: [response]) == nil)
    }
  }

  @Test(
    "an estimate depends on its measurement alone, to the last bit", arguments: RangingEstimatorKind.allCases)
  func memory(kind: RangingEstimatorKind) {
    var tones = SyntheticTones(seed: 8)
    let place = SyntheticPlace(scattering: (decibels: 3, nanoseconds: 25), microseconds: 9_000)
    var used = RangingEstimator(kind)
    for count in [1, 4, 2] {
      let paths = (0..<count).map { _ in
        tones.response(channels: tones.channels(missing: 5), metres: 8, in: place)
      }
      let times = [RangingMeasurement.RoundTrip(initiator: 110, reflector: 2)]
      let measurement = RangingMeasurement(paths: paths, roundTrips: times)
      var fresh = RangingEstimator(kind)
      #expect(used.estimate(measurement) == fresh.estimate(measurement))
    }
  }
}
