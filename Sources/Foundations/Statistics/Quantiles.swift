internal import CoreTypes

extension Array<Double> {
  /// The least of these numbers, which are sorted, that is no smaller than a part of them: the nearest rank. There is
  /// at least one number.
  ///
  /// - Parameter fraction: 0 to 1.
  public func nearestRank(_ fraction: Double) -> Double {
    let rank = (fraction * Double(count)).rounded(.up)
    return self[Swift.min(count, Swift.max(1, Int(rank))) - 1]
  }

  /// The number in the middle of these, in any order; the mean of the two there if their count is even. There is at
  /// least one number.
  public var median: Double {
    precondition(!isEmpty, "nothing has no median")
    let sorted = sorted()
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
  }
}

/// Student's distribution, for means whose spread is itself an estimate.
public enum StudentDistribution {
  private static let steps = 4000
  /// How far the distribution is followed where it is nearly normal, in standard deviations.
  private static let reach = 12.0

  /// How far the sum of independent estimates is from its true value at most, with a probability. [Welch 1947,
  /// Biometrika 34]
  ///
  /// - Parameters:
  ///   - variances: the squares of their standard errors.
  ///   - degrees: of freedom of each.
  public static func reach(_ variances: [Double], degrees: [Double], confidence: Double) -> Double {
    let sum = variances.reduce(0, +)
    guard sum > 0 else { return 0 }
    let spread = zip(variances, degrees).reduce(0) { $0 + $1.0 * $1.0 / $1.1 }
    return bound(confidence: confidence, degrees: max(1, sum * sum / spread)) * sum.squareRoot()
  }

  /// The size that a value does not pass with a probability.
  ///
  /// With x = sqrt(n) tan(a), the density is proportional to cos(a) to the power n - 1, which is summed from 0.
  ///
  /// - Parameters:
  ///   - confidence: 0 to 1, both excluded.
  ///   - degrees: of freedom, 1 or more.
  public static func bound(confidence: Double, degrees: Double) -> Double {
    let end = min(.pi / 2, reach / degrees.squareRoot())
    let width = end / Double(steps)
    var sums = [0.0]
    for step in 0..<steps {
      let angle = (Double(step) + 0.5) * width
      let cosine = PortableMath.sinCos(radians: angle).cos
      sums.append(sums[step] + PortableMath.exp((degrees - 1) * PortableMath.log(cosine)))
    }
    let wanted = confidence * sums[steps]
    let after = sums.firstIndex { $0 >= wanted } ?? steps
    let part = after == 0 ? 0 : (wanted - sums[after - 1]) / (sums[after] - sums[after - 1])
    let (sine, cosine) = PortableMath.sinCos(radians: (Double(max(1, after) - 1) + part) * width)
    return degrees.squareRoot() * sine / cosine
  }
}

/// The normal distribution with mean 0 and standard deviation 1.
public enum NormalDistribution {
  private static let central = (
    numerator: [
      -3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02, 1.383577518672690e+02,
      -3.066479806614716e+01, 2.506628277459239e+00,
    ],
    denominator: [
      -5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02, 6.680131188771972e+01,
      -1.328068155288572e+01, 1.0,
    ]
  )
  private static let tail = (
    numerator: [
      -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00, -2.549732539343734e+00,
      4.374664141464968e+00, 2.938163982698783e+00,
    ],
    denominator: [
      7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00, 1.0,
    ]
  )
  /// Where the approximation of the middle ends.
  private static let lowest = 0.02425

  /// The value that is not passed with a probability above 0 and below 1, within 2e-9 of its size. [Acklam 2003]
  public static func quantile(_ probability: Double) -> Double {
    precondition(probability > 0 && probability < 1, "a quantile needs a probability between 0 and 1")
    if probability > 1 - lowest { return -tailQuantile(1 - probability) }
    if probability < lowest { return tailQuantile(probability) }
    let q = probability - 0.5
    return q * polynomial(central.numerator, q * q) / polynomial(central.denominator, q * q)
  }

  private static func tailQuantile(_ probability: Double) -> Double {
    let q = (-2 * PortableMath.log(probability)).squareRoot()
    return polynomial(tail.numerator, q) / polynomial(tail.denominator, q)
  }

  private static func polynomial(_ coefficients: [Double], _ x: Double) -> Double {
    coefficients.reduce(0) { $0 * x + $1 }
  }
}
