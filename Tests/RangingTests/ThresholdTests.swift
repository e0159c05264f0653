import CoreTypes
import Ranging
import Testing

@Suite("Strong noise")
struct ThresholdTests {
  @Test(
    "leaves distances that keep to the bound and to what they claim, or none",
    arguments: zip([-6.0, -3, 0, 2, 3, 5, 10], [0, 0, 0.2, 0.9, 0.99, 1, 1]))
  func threshold(snr: Double, least: Double) {
    let outcome = SplitProcedure(snrDecibels: snr, phaseRadians: 0).trials(2_000, seed: 21)
    #expect(outcome.availability >= least, "\(outcome.availability)")
    #expect(outcome.worst < 5, "\(outcome.worst)")
    if least > 0.5 { #expect(outcome.ratio < 1.25, "\(outcome.ratio)") }
  }

  @Test("does not choose the tones: those that are rated low count as well", arguments: [3.0, 5, 10])
  func ratings(snr: Double) {
    // A size of 3 is that of 10 dB at both ends, where half of the tones fall below it.
    var split = SplitProcedure(snrDecibels: snr, phaseRadians: 0)
    let all = split.trials(1_000, seed: 22)
    split.lowBelow = 1
    let rated = split.trials(1_000, seed: 22)
    #expect(rated.availability == all.availability)
    #expect(rated.ratio < 1.02 * all.ratio && rated.worst < 5)
  }

  @Test("is told apart from side lobes where channels are few", arguments: [5, 8, 12, 20, 39])
  func few(channelCount: Int) {
    for snr in [5.0, 10, 15, 25] {
      let split = SplitProcedure(snrDecibels: snr, phaseRadians: 0, missing: 72 - channelCount)
      let outcome = split.trials(300, seed: 23)
      #expect(outcome.worst < 5, "\(snr) dB: \(outcome.worst)")
    }
  }

  @Test("alone is no distance", arguments: [1, 4], [5, 20, 72])
  func chance(pathCount: Int, channelCount: Int) {
    var tones = SyntheticTones(seed: 24)
    var estimator = RangingEstimator(.ml)
    for _ in 0..<2_000 {
      let paths = (0..<pathCount).map { _ in
        let channels = tones.channels(missing: 72 - channelCount)
        let numbers = channels.map { _ in tones.noise() }
        return ToneResponse(channel: channels, re: numbers.map(\.0), im: numbers.map(\.1))
      }
      #expect(estimator.estimate(paths: paths)?.hasPeak == false)
    }
  }

  @Test("and so are tones that each have a subevent and a phase of their own", arguments: [1, 4])
  func alone(pathCount: Int) {
    for (subeventCount, phaseRadians) in [(72, 3.0), (36, 3), (72, 1), (24, 10)] {
      let split = SplitProcedure(
        subeventCount: subeventCount, pathCount: pathCount, phaseRadians: phaseRadians, isTimed: false)
      let outcome = split.trials(100, seed: 26)
      #expect(outcome.worst < 5, "\(subeventCount), \(phaseRadians): \(outcome.worst)")
    }
  }

  @Test("of another sender is left out of the line where a receiver rated its tones low")
  func disturbed() throws {
    var tones = SyntheticTones(seed: 25)
    var estimator = RangingEstimator(.ml)
    let place = SyntheticPlace(interference: (26...45, 25))
    var (marked, unmarked) = (0.0, 0.0)
    for _ in 0..<200 {
      let response = tones.response(channels: tones.channels(), metres: 9, in: place)
      var rated = ToneResponse()
      for tone in 0..<response.count {
        rated.append(
          channel: response.channel[tone], initiatorI: response.re[tone], initiatorQ: response.im[tone],
          .init(isDoubtful: (26...45).contains(response.channel[tone])))
      }
      let (with, without) = (try estimator.found(paths: [rated]), try estimator.found(paths: [response]))
      marked += (with.metres - 9) * (with.metres - 9)
      unmarked += (without.metres - 9) * (without.metres - 9)
    }
    #expect((marked / 200).squareRoot() < 0.0085)
    #expect(marked < 0.25 * unmarked)
  }
}
