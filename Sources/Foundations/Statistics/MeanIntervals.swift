internal import CoreTypes

extension RunningMoments {
  /// Where the mean of what the numbers were drawn from lies with a confidence, by Student's distribution; nil with
  /// fewer than two.
  public func meanInterval(confidence: Double) -> ClosedRange<Double>? {
    guard let error = standardError else { return nil }
    let reach = error * StudentDistribution.bound(confidence: confidence, degrees: Double(count - 1))
    return mean - reach...mean + reach
  }
}

/// The mean of the squares of some errors, of which a few may make up most.
public struct MeanSquare: Sendable, Hashable {
  /// The confidence of the intervals of reports.
  public static let confidence = 0.95

  public let mean: Double
  /// How far the mean may be off, one standard deviation.
  public let standardError: Double
  /// How many errors there are.
  public let count: Int

  private init(mean: Double, standardError: Double, count: Int) {
    (self.mean, self.standardError, self.count) = (mean, standardError, count)
  }

  /// Takes the moments of the squares; nil with fewer than two.
  public init?(_ squares: RunningMoments) {
    guard let error = squares.standardError else { return nil }
    self.init(mean: squares.mean, standardError: error, count: squares.count)
  }

  /// How many errors of one size would leave the mean as uncertain: all of them if they are, 1 if a single one makes up
  /// the whole sum. [Kish 1965, Survey Sampling]
  public var effectiveCount: Double {
    let part = mean > 0 ? standardError / mean : 0
    return 1 / (1 / Double(count) + part * part)
  }

  /// Where the root lies with `confidence`. As many degrees of freedom stand behind it as errors decide the mean.
  public var rootInterval: ClosedRange<Double> {
    let degrees = max(1, effectiveCount - 1)
    let reach = standardError * StudentDistribution.bound(confidence: Self.confidence, degrees: degrees)
    return max(0, mean - reach).squareRoot()...(mean + reach).squareRoot()
  }

  /// The one of which `rootInterval` ends there; nil if none does.
  ///
  /// - Parameters:
  ///   - root: the root of the mean, above 0.
  ///   - upper: the upper end.
  ///   - count: of the errors, 2 or more.
  public init?(root: Double, upper: Double, count: Int) {
    guard count > 1, root > 0, upper >= root else { return nil }
    let mean = root * root
    // A single error that makes up the whole sum leaves as much as its mean open.
    var (low, high) = (0.0, mean)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let end = Self(mean: mean, standardError: middle, count: count).rootInterval.upperBound
      if end < upper { low = middle } else { high = middle }
    }
    self.init(mean: mean, standardError: low, count: count)
  }
}
