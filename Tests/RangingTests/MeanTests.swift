import CoreTypes
import Ranging
import Testing

@Suite("The mean over a family of channels")
struct MeanTests {
  @Test("is the strongest line in free sight", arguments: [5.0, 10, 20, 30], [1, 4])
  func freeSight(snr: Double, pathCount: Int) {
    let place = SyntheticPlace(snrDecibels: snr)
    let mean = EstimatorTrials(.mmse, in: place, count: 300, seed: 61, pathCount: pathCount)
    let line = EstimatorTrials(.ml, in: place, count: 300, seed: 61, pathCount: pathCount)
    #expect(mean.percentile90 < 1.1 * line.percentile90, "\(mean) \(line)")
    #expect(mean.coverage > 0.93, "\(mean)")
  }

  @Test(
    "comes nearer than every other estimator where echoes scatter",
    arguments: [
      SyntheticPlace(scattering: (10, 15), snrDecibels: 15), SyntheticPlace(scattering: (3, 25)),
      SyntheticPlace(scattering: (7, 190), snrDecibels: 10), SyntheticPlace(scattering: (-3, 35)),
      SyntheticPlace(scattering: (3, 25), usesInlinePCT: true),
    ], [1, 4])
  func scattering(place: SyntheticPlace, pathCount: Int) {
    let mean = EstimatorTrials(.mmse, in: place, count: 200, seed: 62, pathCount: pathCount)
    for kind in [RangingEstimatorKind.ml, .earliest, .music] {
      let other = EstimatorTrials(kind, in: place, count: 200, seed: 62, pathCount: pathCount)
      // With four paths MUSIC is as good in some places.
      let most = other.percentile90 * (pathCount > 1 && kind == .music ? 1.4 : 1)
      #expect(mean.percentile90 < most, "\(mean) \(kind) \(other)")
    }
    #expect(mean.coverage > 0.93, "\(mean)")
  }

  @Test("leaves out what another sender disturbs now and then, as no single line can", arguments: [1, 4])
  func disturbedSight(pathCount: Int) {
    let place = SyntheticPlace(snrDecibels: 20, interference: (2...76, 25), interferenceDuty: 0.25)
    let mean = EstimatorTrials(.mmse, in: place, count: 200, seed: 66, pathCount: pathCount)
    let line = EstimatorTrials(.ml, in: place, count: 200, seed: 66, pathCount: pathCount)
    // The family of channels alone takes what is disturbed for scattering: 0.7 and 0.8 of the line's error.
    #expect(mean.percentile90 < 0.4 * line.percentile90, "\(mean) \(line)")
    #expect(mean.coverage > 0.93, "\(mean)")
  }

  @Test("finds the direct path far before the strongest line")
  func lateEchoes() {
    let place = SyntheticPlace(scattering: (-6, 120), snrDecibels: 25)
    var tones = SyntheticTones(seed: 67)
    var estimator = RangingEstimator(.mmse)
    var (squares, count) = (0.0, 0.0)
    for _ in 0..<300 {
      // So far away that no distance is left out for being less than 0 m.
      let metres = 40 + 18 * tones.unit()
      let path = tones.response(channels: tones.channels(), metres: metres, in: place)
      guard let estimate = estimator.estimate(paths: [path]), estimate.hasPeak else { continue }
      squares += (estimate.metres - metres) * (estimate.metres - metres)
      count += 1
    }
    #expect(count > 200)
    // If the search began 20 m before the line, it would be 8.7 m.
    #expect((squares / count).squareRoot() < 3, "\((squares / count).squareRoot()) m")
  }

  @Test("gives way to a few lines where these explain the tones")
  func fewLines() {
    let place = SyntheticPlace(echo: (3, -6))
    let mean = EstimatorTrials(.mmse, in: place, count: 200, seed: 63)
    #expect(mean.rmse < 0.05, "\(mean)")
  }

  @Test("weighs a few lines and the mean against each other where an echo is near")
  func nearEcho() {
    let place = SyntheticPlace(echo: (1, -3))
    let mean = EstimatorTrials(.mmse, in: place, count: 400, seed: 63)
    let lines = EstimatorTrials(.music, in: place, count: 400, seed: 63)
    // Either alone errs by more: the mean by 0.18 m.
    #expect(mean.rmse < 0.165 && mean.rmse < lines.rmse, "\(mean) \(lines)")
  }

  @Test("holds with holes among the channels, and every other channel alone")
  func holes() throws {
    var tones = SyntheticTones(seed: 64)
    var estimator = RangingEstimator(.mmse)
    let place = SyntheticPlace(scattering: (7, 72), snrDecibels: 20)
    let sets = [
      tones.channels(dropped: [26...45]), tones.channels().filter { $0 % 2 == 0 },
      tones.channels() + tones.channels()[..<30],
    ]
    for channels in sets {
      var errors: [Double] = []
      for _ in 0..<60 {
        let path = tones.response(channels: channels, metres: 9, in: place)
        errors.append((try estimator.found(paths: [path]).metres - 9).magnitude)
      }
      errors.sort()
      #expect(errors[54] < 0.6, "\(channels.count) channels: \(errors[54])")
    }
  }

  @Test("depends on the measurement alone, not on what was estimated before")
  func memory() throws {
    var tones = SyntheticTones(seed: 65)
    var old = RangingEstimator(.mmse)
    for trial in 0..<40 {
      let place = SyntheticPlace(scattering: (3, 25), snrDecibels: Double(5 + trial % 30))
      let paths = (0..<1 + trial % 3).map { _ in
        tones.response(channels: tones.channels(missing: trial % 5), metres: 6, in: place)
      }
      var new = RangingEstimator(.mmse)
      #expect(old.estimate(paths: paths) == new.estimate(paths: paths))
    }
  }

  @Test("is no distance below 0 m that devices could not report")
  func nearby() throws {
    var tones = SyntheticTones(seed: 66)
    var estimator = RangingEstimator(.mmse)
    for _ in 0..<100 {
      let path = tones.response(
        channels: tones.channels(), metres: 0.3, in: SyntheticPlace(scattering: (-3, 35), snrDecibels: 15))
      guard let estimate = estimator.estimate(paths: [path]), estimate.hasPeak else { continue }
      #expect((-5...25).contains(estimate.metres), "\(estimate.metres)")
    }
  }
}
