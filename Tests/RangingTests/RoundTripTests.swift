import CoreTypes
import Ranging
import Testing

@Suite("Round-trip times")
struct RoundTripTests {
  typealias RoundTrip = RangingMeasurement.RoundTrip

  /// Steps at `metres` whose times err by a few nanoseconds.
  private func steps(
    _ metres: Double, count: Int = 40, seed: UInt64 = 1, nadm: NADM = .unknown
  ) -> [RoundTrip] {
    var tones = SyntheticTones(seed: seed)
    return (0..<count).map { _ in
      let units = metres / RangingBounds.roundTripUnitMetres + 20 * tones.noise().0
      let initiator = TimeDifference(rawValue: Int16(units.rounded()) + 30)
      return RoundTrip(initiator: initiator, reflector: 30, initiatorNADM: nadm)
    }
  }

  private func tones(_ metres: Double) -> [ToneResponse] {
    var tones = SyntheticTones(seed: 2)
    return [tones.response(channels: tones.channels(), metres: metres)]
  }

  @Test("one unit of half a nanosecond, there and back, is 7.495 cm")
  func unit() {
    let step = RoundTrip(initiator: 101, reflector: -99)
    #expect(abs((step.metres ?? 0) - 14.990) < 0.001)
  }

  @Test("a step without a time at either end counts for nothing but the quality")
  func missing() throws {
    let missing = [
      RoundTrip(initiator: .notAvailable, reflector: 0),
      RoundTrip(initiator: 0, reflector: .notAvailable),
    ]
    var estimator = RangingEstimator(.rtt)
    #expect(estimator.estimate(RangingMeasurement(roundTrips: missing)) == nil)
    let some = [4, 40, 20].map { RoundTrip(initiator: $0, reflector: 0) }
    let estimate = try estimator.found(RangingMeasurement(roundTrips: missing + some))
    #expect(estimate.metres == 20 * RangingBounds.roundTripUnitMetres)
    #expect(estimate.quality == 0.6)
  }

  @Test("the median of an even count is the upper one")
  func upperMedian() throws {
    let steps = [1, 2, 3, 4].map { RoundTrip(initiator: $0, reflector: 0) }
    var estimator = RangingEstimator(.rtt)
    let estimate = try estimator.found(RangingMeasurement(roundTrips: steps))
    #expect(estimate.metres == 3 * RangingBounds.roundTripUnitMetres)
  }

  @Test("the deviation is that of the medians of many procedures")
  func deviation() throws {
    var options = RangingEstimator.Options()
    options.roundTripSystematicMetres = 0
    var estimator = RangingEstimator(.rtt, options: options)
    var (squares, variances) = (0.0, 0.0)
    for seed in 1...200 as ClosedRange<UInt64> {
      let estimate = try estimator.found(RangingMeasurement(roundTrips: steps(20, seed: seed)))
      squares += (estimate.metres - 20) * (estimate.metres - 20)
      variances += estimate.deviationMetres * estimate.deviationMetres
    }
    #expect((0.75...1.3).contains((squares / variances).squareRoot()))
  }

  @Test("a single time is not taken for an exact one, and does not contradict tones within its error")
  func single() throws {
    let step = RoundTrip(initiator: 240, reflector: 0)
    var times = RangingEstimator(.rtt)
    let alone = try times.found(RangingMeasurement(roundTrips: [step]))
    #expect(alone.noiseMetres >= 1.5 && alone.deviationMetres > 2)
    var estimator = RangingEstimator(.fused)
    let estimate = try estimator.found(RangingMeasurement(paths: tones(12), roundTrips: [step]))
    // Six metres apart, three deviations of 2.4 m at most.
    #expect(estimate.crossCheck?.agreement == .agrees)
    #expect(abs(estimate.metres - 12) < 0.05)
  }

  @Test("tones and times that agree give the tones' distance")
  func agreement() throws {
    var estimator = RangingEstimator(.fused)
    let estimate = try estimator.found(RangingMeasurement(paths: tones(12), roundTrips: steps(12.4)))
    #expect(abs(estimate.metres - 12) < 0.05)
    #expect(estimate.crossCheck?.agreement == .agrees)
    #expect(estimate.crossCheck?.attackMetric == nil)
  }

  @Test("times choose among the tones' ambiguities")
  func ambiguity() throws {
    var estimator = RangingEstimator(.fused)
    let estimate = try estimator.found(RangingMeasurement(paths: tones(200), roundTrips: steps(200.5)))
    #expect(abs(estimate.metres - 200) < 0.05)
    #expect(estimate.crossCheck?.ambiguityCount == 1)
    #expect(estimate.crossCheck?.agreement == .agreesBeyondAmbiguity)
  }

  @Test("a relay that rolls the phases over to 0 m is seen by its times, and its NADM is passed on")
  func relay() throws {
    var estimator = RangingEstimator(.fused)
    let relayed = RangingMeasurement(
      paths: tones(RangingBounds.ambiguityMetres + 0.2), roundTrips: steps(150.5, nadm: 4))
    let estimate = try estimator.found(relayed)
    let check = try #require(estimate.crossCheck)
    #expect(abs(check.toneMetres - 0.2) < 0.05)
    #expect(check.roundTripMetres > 149)
    #expect(check.agreement == .agreesBeyondAmbiguity)
    #expect(check.attackMetric == 4)
    #expect(estimate.metres > 149)
  }

  @Test("where both contradict each other the longer distance stands", arguments: [(3.0, 60.0), (60, 3)])
  func contradiction(toneMetres: Double, timeMetres: Double) throws {
    var estimator = RangingEstimator(.fused)
    let estimate = try estimator.found(
      RangingMeasurement(paths: tones(toneMetres), roundTrips: steps(timeMetres)))
    #expect(estimate.crossCheck?.agreement == .disagrees)
    #expect(abs(estimate.metres - 60) < 1)
    #expect(estimate.deviationMetres > 20)
  }

  @Test("without one of the two the other stands alone")
  func alone() throws {
    var estimator = RangingEstimator(.fused)
    let times = try estimator.found(RangingMeasurement(roundTrips: steps(12)))
    #expect(times.crossCheck == nil && times.toneCount == 0)
    let tones = try estimator.found(RangingMeasurement(paths: tones(12)))
    #expect(tones.crossCheck == nil && tones.toneCount == 72)
  }
}
