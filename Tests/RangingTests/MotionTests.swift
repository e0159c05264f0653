import CoreTypes
import Ranging
import Testing

@Suite("Distance and velocity together")
struct MotionTests {
  @Test("at 1 m/s over 30 ms the error is that of a target at rest", arguments: [15.0, 25])
  func walking(snr: Double) {
    let still = EstimatorTrials(.ml, in: SyntheticPlace(snrDecibels: snr), count: 200)
    let place = SyntheticPlace(snrDecibels: snr, speed: 1, microseconds: 30_000)
    let moving = EstimatorTrials(.motion, in: place, count: 200)
    #expect(moving.rmse < 1.3 * still.rmse)
    #expect((0.9...0.99).contains(moving.noiseCoverage), "\(moving)")
    let blind = EstimatorTrials(.ml, in: place, count: 200)
    #expect(blind.rmse > 3 * still.rmse)
  }

  @Test("is found at the speed of a car too, without being asked for", arguments: [-45.0, 7, 20, 50])
  func fast(speed: Double) throws {
    var tones = SyntheticTones(seed: 33)
    var estimator = RangingEstimator(.mmse)
    let place = SyntheticPlace(snrDecibels: 20, speed: speed, microseconds: 30_000)
    for _ in 0..<20 {
      let response = tones.response(channels: tones.channels(), metres: 9, in: place)
      let estimate = try estimator.found(paths: [response])
      #expect(estimate.hasPeak && (estimate.metres - 9).magnitude < 0.08, "\(estimate.metres)")
      #expect((try #require(estimate.velocityMetresPerSecond) - speed).magnitude < 0.3)
    }
  }

  @Test("the velocity is right within its deviation", arguments: [-3.0, -0.5, 0, 2])
  func velocity(speed: Double) throws {
    var tones = SyntheticTones(seed: 31)
    var estimator = RangingEstimator(.motion)
    let place = SyntheticPlace(snrDecibels: 20, speed: speed, microseconds: 20_000)
    var squares = 0.0
    for _ in 0..<40 {
      let response = tones.response(channels: tones.channels(), metres: 5, in: place)
      let estimate = try estimator.found(paths: [response, response])
      let velocity = try #require(estimate.velocityMetresPerSecond)
      let deviation = try #require(estimate.velocityDeviationMetresPerSecond)
      #expect(abs(velocity - speed) < 6 * deviation)
      squares += (velocity - speed) * (velocity - speed)
    }
    #expect((squares / 40).squareRoot() < 0.06)
  }

  @Test("channels in order of frequency hide the velocity, and the deviation says so")
  func ordered() throws {
    let channels = CSChannelMap.allowed.channels
    let angles = channels.map { PortableMath.sinCos(turns: -Double($0) * 0.03) }
    let response = ToneResponse(
      channel: channels, re: angles.map(\.cos), im: angles.map(\.sin),
      microseconds: channels.map { 200 * Double($0) })
    var estimator = RangingEstimator(.motion)
    let estimate = try estimator.found(paths: [response])
    var plain = RangingEstimator(.ml)
    let known = try plain.found(paths: [response])
    #expect(estimate.deviationMetres > 10 * known.deviationMetres)
  }

  @Test("without times the target is taken to be at rest")
  func withoutTimes() throws {
    var tones = SyntheticTones(seed: 32)
    let response = tones.response(channels: tones.channels(), metres: 5)
    var estimator = RangingEstimator(.motion)
    var plain = RangingEstimator(.ml)
    let (with, without) = (estimator.estimate(paths: [response]), plain.estimate(paths: [response]))
    #expect(with == without)
    #expect(with?.velocityMetresPerSecond == nil)
  }
}
