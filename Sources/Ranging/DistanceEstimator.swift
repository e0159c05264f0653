/// The maximum-likelihood distance of tones, for who estimates now and then: it keeps no memory.
public struct DistanceEstimator: Sendable {
  /// Makes an estimator.
  public init() {}

  /// The distance that one antenna path tells; nil with fewer than three channels or without any power.
  public func estimate(_ response: ToneResponse) -> DistanceEstimate? { estimate(paths: [response]) }

  /// The distance that several antenna paths tell together; nil if none of them tells any.
  public func estimate(paths: [ToneResponse]) -> DistanceEstimate? {
    var estimator = RangingEstimator(.ml)
    return estimator.estimate(paths: paths)
  }
}
