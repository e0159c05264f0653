import CoreTypes
import Ranging
import Testing

/// Errors of an estimator over seeded trials at 1 to 30 m.
struct EstimatorTrials {
  let rmse: Double
  let percentile90: Double
  let bias: Double
  /// The part of the trials whose confidence interval held the true distance.
  let coverage: Double
  /// The mean deviation, in metres.
  let deviation: Double
  /// The part whose error is within the interval of noise alone.
  let noiseCoverage: Double

  init(
    _ kind: RangingEstimatorKind, in place: SyntheticPlace, count: Int, seed: UInt64 = 7, pathCount: Int = 1,
    missing: Int = 0, dropped: [ClosedRange<UInt8>] = []
  ) {
    var tones = SyntheticTones(seed: seed)
    var estimator = RangingEstimator(kind)
    var sizes: [Double] = []
    var (sum, deviations, covered, coveredByNoise) = (0.0, 0.0, 0, 0)
    for _ in 0..<count {
      let metres = 1 + 29 * tones.unit()
      let paths = (0..<pathCount).map { _ in
        let channels = tones.channels(missing: missing, dropped: dropped)
        return tones.response(channels: channels, metres: metres, in: place)
      }
      // Nothing found counts as far off.
      guard let estimate = estimator.estimate(paths: paths) else {
        sizes.append(RangingBounds.ambiguityMetres)
        continue
      }
      sizes.append(abs(estimate.metres - metres))
      sum += estimate.metres - metres
      deviations += estimate.deviationMetres
      if estimate.confidenceInterval.contains(metres) { covered += 1 }
      let noise = DistanceEstimate.intervalDeviations * estimate.noiseMetres
      if (estimate.metres - metres).magnitude <= noise { coveredByNoise += 1 }
    }
    sizes.sort()
    rmse = (sizes.reduce(0) { $0 + $1 * $1 } / Double(count)).squareRoot()
    percentile90 = sizes[count * 9 / 10]
    bias = sum / Double(count)
    deviation = deviations / Double(count)
    coverage = Double(covered) / Double(count)
    noiseCoverage = Double(coveredByNoise) / Double(count)
  }
}

extension RangingEstimator {
  /// The estimate, which must be there.
  mutating func found(_ measurement: RangingMeasurement) throws -> DistanceEstimate {
    let estimate = estimate(measurement)
    return try #require(estimate)
  }

  /// The estimate of tones, which must be there.
  mutating func found(paths: [ToneResponse]) throws -> DistanceEstimate {
    try found(RangingMeasurement(paths: paths))
  }
}

extension RangingBounds {
  /// The Cramér-Rao bound of the standard deviation of the distance in metres; infinite if all channels are
  /// one.
  ///
  /// - Parameters:
  ///   - channels: the channel index of each tone.
  ///   - phaseNoiseRadians: standard deviation of the two-way phase of one tone.
  static func distanceDeviation(channels: [UInt8], phaseNoiseRadians: Double) -> Double {
    let count = Double(channels.count)
    let mean = channels.reduce(0) { $0 + Double($1) } / max(count, 1)
    let spread = channels.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    guard spread > 0 else { return .infinity }
    return metresPerRadian * phaseNoiseRadians / spread.squareRoot()
  }
}
