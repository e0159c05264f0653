import CoreTypes
import Ranging
import Testing

@Suite("Procedures of several subevents")
struct SubeventPhaseTests {
  @Test("come to the bound that knows their phases no better", arguments: [1, 2, 4, 8], [1, 2, 4])
  func bound(subeventCount: Int, pathCount: Int) {
    for snr in [15.0, 25, 40] {
      let split = SplitProcedure(snrDecibels: snr, subeventCount: subeventCount, pathCount: pathCount)
      let outcome = split.trials(800, seed: 5)
      #expect(outcome.availability == 1)
      #expect((0.9...1.1).contains(outcome.ratio), "\(snr) dB: \(outcome.ratio)")
      #expect(outcome.worst < 5, "\(snr) dB: \(outcome.worst)")
    }
  }

  @Test("cost little against one subevent, whatever the phases", arguments: [0.02, 0.2, 0.5, 1.5])
  func cost(phaseRadians: Double) {
    var split = SplitProcedure(subeventCount: 8, phaseRadians: phaseRadians)
    let many = split.trials(400, seed: 6)
    #expect(many.ratio < 1.1, "\(many.ratio)")
    split.subeventCount = 1
    #expect(many.rmse < 1.3 * split.trials(400, seed: 6).rmse)
  }

  @Test("look like no reflections, and have the phase noise of their tones", arguments: [2, 8])
  func evidence(subeventCount: Int) throws {
    var tones = SyntheticTones(seed: 12)
    var estimator = RangingEstimator(.ml)
    var statistics = ToneStatistics()
    let split = SplitProcedure(subeventCount: subeventCount, pathCount: 2, phaseRadians: 0.7)
    var (reflected, noise) = (0, 0.0)
    for _ in 0..<200 {
      let measurement = split.measurement(8, &tones).0
      if try estimator.found(measurement).reflectedPart > 0 { reflected += 1 }
      let radians = statistics.secondDifferencePhaseNoise(measurement)
      noise += try #require(radians) / 200
    }
    #expect(reflected <= 2, "\(reflected)")
    // 25 dB at both ends.
    #expect(abs(noise - 0.056) < 0.006, "\(noise)")
  }

  @Test("have a line though every subevent has few tones, which each alone has not")
  func few() {
    let split = SplitProcedure(snrDecibels: 15, subeventCount: 24, phaseRadians: 0.2)
    let outcome = split.trials(300, seed: 7)
    #expect(outcome.availability == 1 && outcome.ratio < 1.15, "\(outcome.ratio)")
  }

  @Test("give better distances with more antenna paths, as the bound says")
  func paths() {
    let one = SplitProcedure(subeventCount: 4).trials(400, seed: 8)
    let four = SplitProcedure(subeventCount: 4, pathCount: 4).trials(400, seed: 8)
    #expect(four.rmse < 0.55 * one.rmse)
  }

  @Test("know what noise their antenna paths share, which more paths do not lessen")
  func sharedNoise() throws {
    var tones = SyntheticTones(seed: 13)
    var estimator = RangingEstimator(.ml)
    var (squares, variances, reflected) = (0.0, 0.0, 0)
    for _ in 0..<400 {
      let channels = tones.channels()
      let shared = channels.map { _ in 0.1 * tones.noise().0 }
      let paths = (0..<4).map { _ in
        let response = tones.response(
          channels: channels, metres: 6, in: SyntheticPlace(snrDecibels: 40))
        var turned = ToneResponse()
        for tone in 0..<response.count {
          let (sin, cos) = PortableMath.sinCos(turns: shared[tone] / (2 * .pi))
          turned.append(
            channel: response.channel[tone], initiatorI: response.re[tone], initiatorQ: response.im[tone],
            reflectorI: cos, reflectorQ: sin)
        }
        return turned
      }
      let estimate = try estimator.found(paths: paths)
      guard estimate.reflectedPart == 0 else {
        reflected += 1
        continue
      }
      squares += (estimate.metres - 6) * (estimate.metres - 6)
      variances += estimate.noiseMetres * estimate.noiseMetres
    }
    #expect(reflected <= 2, "\(reflected)")
    #expect((0.8...1.2).contains((squares / variances).squareRoot()), "\(squares / variances)")
  }

  @Test("show by themselves that the phone walks", arguments: [-2.0, -1, 0.5, 1, 2])
  func walking(speed: Double) throws {
    let split = SplitProcedure(subeventCount: 3, phaseRadians: 0.3, speed: speed)
    let outcome = split.trials(40, seed: 9)
    #expect(outcome.availability == 1 && outcome.ratio < 1.3, "\(outcome.ratio)")
    var tones = SyntheticTones(seed: 10)
    var estimator = RangingEstimator(.ml)
    let estimate = try estimator.found(split.measurement(7, &tones).0)
    let velocity = try #require(estimate.velocityMetresPerSecond)
    #expect(abs(velocity - speed) < 0.05)
    var resting = split
    resting.speed = 0
    #expect(try estimator.found(resting.measurement(7, &tones).0).velocityMetresPerSecond == nil)
  }

  @Test(
    "leave the music and the earliest peak their coherence",
    arguments: [RangingEstimatorKind.earliest, .music])
  func others(kind: RangingEstimatorKind) {
    let split = SplitProcedure(subeventCount: 4, phaseRadians: 1)
    let one = SplitProcedure(subeventCount: 1, phaseRadians: 1)
    #expect(split.trials(200, seed: 11, kind: kind).rmse < 1.3 * one.trials(200, seed: 11, kind: kind).rmse)
  }
}
