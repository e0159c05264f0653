internal import Statistics

/// How wrong a number of estimates were.
package struct ErrorStatistics: Sendable, Equatable {
  /// How many estimates there were, above 0.
  package let count: Int
  /// The mean error in metres; positive where the estimates are too long.
  package let bias: Double
  /// The standard deviation of the errors in metres; nil of a single one.
  package let standardDeviation: Double?
  /// The root of the mean squared error in metres.
  package let rmse: Double
  /// Half of the errors are no larger than this, in metres.
  package let p50: Double
  /// Nine tenths of the errors are no larger than this, in metres.
  package let p90: Double
  /// 95 of a hundred errors are no larger than this, in metres.
  package let p95: Double
  /// 99 of a hundred errors are no larger than this, in metres.
  package let p99: Double
  /// Where the errors lie, in rising order; empty of too few estimates.
  package let quantiles: [ErrorQuantile]
  /// Where the bias lies with 95 % confidence; nil if that is unknown.
  package let biasInterval: ClosedRange<Double>?
  /// Where the root mean squared error lies with 95 % confidence; nil if that is unknown.
  package let rmseInterval: ClosedRange<Double>?

  /// Takes errors in metres; nil without any.
  ///
  /// - Parameter areIndependent: whether one says nothing of the next, as confidence intervals need.
  package init?(errors: [Double], areIndependent: Bool) {
    guard !errors.isEmpty else { return nil }
    let sorted = errors.sorted()
    // Two runs, falling and rising, which sorting only merges.
    let sizes = sorted.map(\.magnitude).sorted()
    self.init(
      RunningMoments(errors), squares: RunningMoments(errors.lazy.map { $0 * $0 }),
      quantiles: ErrorQuantile.all(of: errors.count) { $0.map(sorted.nearestRank) },
      sizes: Self.shownParts.map(sizes.nearestRank), areIndependent: areIndependent)
  }

  /// Takes the sums of errors and of their squares, and their bins; nil without any. Quantiles are within
  /// `LogHistogram.relativeError`.
  init?(_ moments: RunningMoments, squares: RunningMoments, histogram: LogHistogram, areIndependent: Bool) {
    guard histogram.count > 0 else { return nil }
    self.init(
      moments, squares: squares,
      quantiles: ErrorQuantile.all(of: histogram.count, values: histogram.nearestRanks),
      sizes: histogram.sizes.nearestRanks(Self.shownParts), areIndependent: areIndependent)
  }

  private static let shownParts = [0.5, 0.9, 0.95, 0.99]

  /// - Parameter sizes: what `shownParts` of the errors do not exceed.
  private init(
    _ moments: RunningMoments, squares: RunningMoments, quantiles: [ErrorQuantile], sizes: [Double],
    areIndependent: Bool
  ) {
    count = moments.count
    bias = moments.mean
    standardDeviation = moments.standardDeviation
    rmse = squares.mean.squareRoot()
    self.quantiles = quantiles
    (p50, p90, p95, p99) = (sizes[0], sizes[1], sizes[2], sizes[3])
    let confidence = MeanSquare.confidence
    biasInterval = areIndependent ? moments.meanInterval(confidence: confidence) : nil
    rmseInterval = areIndependent ? MeanSquare(squares)?.rootInterval : nil
  }
}

/// The error that a part of the estimates does not exceed.
package struct ErrorQuantile: Sendable, Equatable {
  /// The part of the estimates, above 0 and below 1.
  package let probability: Double
  /// The error in metres; negative where the estimates are too short.
  package let metres: Double

  private static let probabilities = [
    0.001, 0.002, 0.003, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35,
    0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.985, 0.99, 0.993,
    0.995, 0.997, 0.998, 0.999,
  ]

  /// The quantiles of so many errors in metres, of those probabilities that so few of them can tell; in rising order.
  ///
  /// - Parameter values: gives the errors that parts of them do not exceed.
  static func all(of count: Int, values: ([Double]) -> [Double]) -> [ErrorQuantile] {
    let told = probabilities.filter { min($0, 1 - $0) * Double(count) * (1 + 1e-12) >= 1 }
    return zip(told, values(told)).map { ErrorQuantile(probability: $0, metres: $1) }
  }
}

/// The line by least squares through estimates over true distances: estimate = offset + scale * distance.
///
/// Offset and scale are what a calibration takes out.
package struct LineFit: Sendable, Equatable {
  /// What is added to every distance, in metres.
  package let offsetMetres: Double
  /// What every distance is multiplied by.
  package let scale: Double
  /// How far both may be off; nil if errors depend on each other.
  package let uncertainty: Uncertainty?

  /// How far a line may be off.
  package struct Uncertainty: Sendable, Equatable {
    /// That of the offset, one standard deviation in metres.
    package let offsetMetres: Double
    /// That of the scale, one standard deviation.
    package let scale: Double
    /// The degrees of freedom of both.
    package let degrees: Double

    /// How many standard deviations an interval with a confidence has to each side.
    package func reach(confidence: Double) -> Double {
      StudentDistribution.bound(confidence: confidence, degrees: degrees)
    }
  }
}

extension LineFit {
  /// The line through estimates over distances; nil where fewer than three points or a single distance leave it open.
  ///
  /// - Parameter areIndependent: whether the error of one estimate says nothing of that of the next.
  init?(_ line: RunningLine, areIndependent: Bool) {
    guard line.count > 2, let scale = line.slope else { return nil }
    let degrees = Double(line.count - 2)
    let residual = line.residualSquares / degrees
    let offset = residual * (1 / Double(line.count) + line.meanX * line.meanX / line.squaresX)
    self.init(
      offsetMetres: line.meanY - scale * line.meanX, scale: scale,
      uncertainty: areIndependent
        ? Uncertainty(
          offsetMetres: offset.squareRoot(), scale: (residual / line.squaresX).squareRoot(), degrees: degrees)
        : nil)
  }
}
