import CoreTypes
import Ranging
import Testing

@Suite("Reflections")
struct ReflectionTests {
  @Test("are not seen in noise, but for one of a thousand", arguments: [3.0, 8, 25], [1, 4])
  func falseAlarms(snr: Double, pathCount: Int) {
    var tones = SyntheticTones(seed: 31)
    var estimator = RangingEstimator(.ml)
    var count = 0
    for _ in 0..<2_000 {
      let paths = (0..<pathCount).map { _ in
        tones.response(channels: tones.channels(), metres: 12, in: SyntheticPlace(snrDecibels: snr))
      }
      if estimator.estimate(paths: paths)?.reflectedPart ?? 0 > 0 { count += 1 }
    }
    #expect(count < 8, "\(count)")
  }

  @Test("are seen where channels come several times as where they come once, and no more in noise")
  func repeatedChannels() {
    var tones = SyntheticTones(seed: 36)
    var estimator = RangingEstimator(.ml)
    var count = (noise: 0, scattering: 0)
    for _ in 0..<400 {
      let channels = tones.channels()
      let repeated = channels + channels[..<40]
      func part(_ place: SyntheticPlace) -> Double {
        let path = tones.response(channels: repeated, metres: 12, in: place)
        return estimator.estimate(paths: [path])?.reflectedPart ?? 0
      }
      if part(SyntheticPlace(snrDecibels: 20)) > 0 { count.noise += 1 }
      if part(SyntheticPlace(scattering: (10, 15), snrDecibels: 20)) > 0 { count.scattering += 1 }
    }
    #expect(count.noise < 3 && count.scattering > 380, "\(count)")
  }

  @Test("leave no other line in the line of sight", arguments: [RangingEstimatorKind.earliest, .music])
  func lineOfSight(kind: RangingEstimatorKind) {
    for snr in [5.0, 8, 15] {
      for pathCount in [1, 4] {
        let trials = EstimatorTrials(
          kind, in: SyntheticPlace(snrDecibels: snr), count: 400, seed: 32, pathCount: pathCount)
        let bound =
          0.1285 * RangingBounds.phaseNoise(snrDecibels: snr) / Double(pathCount).squareRoot()
        #expect(trials.rmse < 1.25 * bound, "\(snr) dB: \(trials.rmse)")
      }
    }
  }

  @Test("that come late do not draw MUSIC before the direct path", arguments: [5.0, 12, 25, 40])
  func late(snr: Double) {
    let hall = SyntheticPlace(scattering: (7, 190), snrDecibels: snr)
    let music = EstimatorTrials(.music, in: hall, count: 200, seed: 33)
    #expect(music.percentile90 < 0.6, "\(music)")
  }

  @Test(
    "widen the interval so that it holds",
    arguments: [
      SyntheticPlace(echo: (3, -6)), SyntheticPlace(echo: (1, -3)), SyntheticPlace(echo: (0.4, -4)),
      SyntheticPlace(scattering: (10, 15)), SyntheticPlace(scattering: (3, 25)),
      SyntheticPlace(scattering: (7, 190)), SyntheticPlace(scattering: (-3, 35)),
      SyntheticPlace(echo: (0.4, -4), snrDecibels: 15), SyntheticPlace(scattering: (-3, 20), snrDecibels: 5),
    ], [RangingEstimatorKind.ml, .earliest, .music, .mmse])
  func coverage(place: SyntheticPlace, kind: RangingEstimatorKind) {
    let four = EstimatorTrials(kind, in: place, count: 60, seed: 34, pathCount: 4)
    #expect(four.coverage > 0.9, "\(four)")
    let one = EstimatorTrials(kind, in: place, count: 200, seed: 34)
    #expect(one.coverage > 0.9, "\(one)")
  }

  @Test(
    "that come too soon to be told apart widen the interval without any being seen, but not beyond reason")
  func near() {
    let sight = EstimatorTrials(.ml, in: SyntheticPlace(snrDecibels: 20), count: 300, seed: 37)
    #expect(sight.coverage > sight.noiseCoverage && sight.deviation < 0.1, "\(sight)")
    let ground = SyntheticPlace(echo: (0.2, -3), snrDecibels: 20)
    let echo = EstimatorTrials(.ml, in: ground, count: 300, seed: 37)
    #expect(echo.coverage > 0.93 && echo.noiseCoverage < 0.7 && echo.deviation < 0.4, "\(echo)")
  }

  @Test("make a channel out of tones that no line explains, and a distance with an interval that says so")
  func channel() throws {
    var tones = SyntheticTones(seed: 35)
    var estimator = RangingEstimator(.ml)
    let place = SyntheticPlace(scattering: (-10, 35))
    var (found, covered) = (0, 0)
    for _ in 0..<100 {
      let paths = (0..<4).map { _ in tones.response(channels: tones.channels(), metres: 4, in: place) }
      let estimate = try estimator.found(paths: paths)
      guard estimate.hasPeak else { continue }
      found += 1
      #expect(estimate.reflectedPart > 0.3)
      if estimate.confidenceInterval.contains(4) { covered += 1 }
    }
    #expect(found > 80 && covered * 20 > found * 18, "\(covered) of \(found)")
  }
}
