internal import CoreTypes

/// The distance of round-trip times: the upper median over the steps. [Vol 6, Part H, 4.5]
struct RoundTripSearch: Sendable {
  private var metres: [Double] = []
  private var distances: [Double] = []

  /// The estimate; nil if no step had a time.
  ///
  /// - Parameter systematicMetres: standard deviation of the error that all steps share.
  mutating func estimate(
    _ roundTrips: [RangingMeasurement.RoundTrip], systematicMetres: Double
  ) -> DistanceEstimate? {
    metres.removeAll(keepingCapacity: true)
    for step in roundTrips {
      if let distance = step.metres { metres.append(distance) }
    }
    guard !metres.isEmpty else { return nil }
    metres.sort()
    let median = metres[metres.count / 2]
    distances.removeAll(keepingCapacity: true)
    for distance in metres { distances.append((distance - median).magnitude) }
    distances.sort()
    // 1.4826 makes a normal deviation of the median distance, which whole units may make 0; the median of many
    // has sqrt(pi / 2) times the deviation of their mean.
    let quantum = RangingBounds.roundTripUnitMetres / 6.0.squareRoot()
    // A single time has no spread; what all times share is then the only measure of their error.
    let spread = metres.count > 1 ? 1.4826 * distances[distances.count / 2] : systematicMetres
    let deviation = max(spread, quantum)
    let chance = deviation * (Double.pi / 2 / Double(metres.count)).squareRoot()
    return DistanceEstimate(
      metres: median,
      deviationMetres: (chance * chance + systematicMetres * systematicMetres).squareRoot(),
      noiseMetres: chance,
      ambiguityMetres: .infinity, quality: Double(metres.count) / Double(roundTrips.count),
      hasPeak: true, phaseResidualRadians: 0, boundMetres: 0, toneCount: 0)
  }

  /// Puts both distances together.
  ///
  /// The tones give the distance within their ambiguity and the round-trip times which one. Where they
  /// contradict each other, the longer one stands, as nobody shall come closer by forging either.
  static func fused(
    tones: DistanceEstimate, roundTrip: DistanceEstimate, attackMetric: NADM?
  ) -> DistanceEstimate {
    let gap = roundTrip.metres - tones.metres
    let count = tones.ambiguityMetres.isFinite ? (gap / tones.ambiguityMetres).rounded() : 0
    let metres = tones.metres + count * tones.ambiguityMetres
    let difference = roundTrip.metres - metres
    let variance =
      tones.deviationMetres * tones.deviationMetres + roundTrip.deviationMetres * roundTrip.deviationMetres
    let disagrees = difference * difference > 9 * variance
    var result = tones
    result.crossCheck = RoundTripCheck(
      roundTripMetres: roundTrip.metres, roundTripDeviationMetres: roundTrip.deviationMetres,
      toneMetres: tones.metres, ambiguityCount: Int(count), differenceMetres: difference,
      agreement: disagrees ? .disagrees : count == 0 ? .agrees : .agreesBeyondAmbiguity,
      attackMetric: attackMetric)
    result.metres = disagrees ? max(metres, roundTrip.metres) : metres
    if disagrees { result.deviationMetres = max(difference.magnitude / 2, roundTrip.deviationMetres) }
    return result
  }
}
