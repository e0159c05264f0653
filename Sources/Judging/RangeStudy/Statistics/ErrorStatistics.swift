internal import Ranging
internal import Statistics

/// How wrong a number of estimates were.
public struct ErrorStatistics: Sendable, Equatable {
  /// How many estimates there were, above 0.
  public let count: Int
  /// The mean error in metres; positive where the estimates are too long.
  public let bias: Double
  /// The standard deviation of the errors in metres; nil of a single one.
  public let standardDeviation: Double?
  /// The root of the mean squared error in metres.
  public let rmse: Double
  /// Half of the errors are no larger than this, in metres.
  public let p50: Double
  /// Nine tenths of the errors are no larger than this, in metres.
  public let p90: Double
  /// Where the bias lies with 95 % confidence; nil if that cannot be told.
  public let biasInterval: ClosedRange<Double>?
  /// Where the root mean squared error lies with 95 % confidence; nil if that cannot be told.
  public let rmseInterval: ClosedRange<Double>?

  /// Takes errors in metres; nil without any.
  ///
  /// - Parameter areIndependent: whether one says nothing of the next, as confidence intervals need.
  public init?(errors: [Double], areIndependent: Bool) {
    guard !errors.isEmpty else { return nil }
    let moments = RunningMoments(errors)
    let squares = RunningMoments(errors.lazy.map { $0 * $0 })
    count = errors.count
    bias = moments.mean
    standardDeviation = moments.standardDeviation
    rmse = squares.mean.squareRoot()
    let sizes = errors.map(\.magnitude).sorted()
    p50 = sizes.nearestRank(0.5)
    p90 = sizes.nearestRank(0.9)
    guard areIndependent, let error = moments.standardError, let squareError = squares.standardError else {
      (biasInterval, rmseInterval) = (nil, nil)
      return
    }
    biasInterval =
      bias - DistanceEstimate.intervalDeviations * error...bias + DistanceEstimate.intervalDeviations * error
    let least = max(0, squares.mean - DistanceEstimate.intervalDeviations * squareError)
    let most = squares.mean + DistanceEstimate.intervalDeviations * squareError
    rmseInterval = least.squareRoot()...most.squareRoot()
  }
}
