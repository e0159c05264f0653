internal import CoreTypes

extension Array<Double> {
  /// The least of these numbers, which are sorted, that is no smaller than a part of them: the nearest rank. There is
  /// at least one number.
  ///
  /// - Parameter fraction: 0 to 1.
  public func nearestRank(_ fraction: Double) -> Double {
    self[NearestRank.of(fraction, among: count) - 1]
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

extension Collection<Double> {
  /// The sum of these numbers over their count. There is at least one.
  public var mean: Double {
    precondition(!isEmpty, "nothing has no mean")
    return reduce(0, +) / Double(count)
  }
}

/// The place of a quantile among sorted numbers.
public enum NearestRank {
  /// The rank, from 1, of the least number that is no smaller than a part of `count` numbers, which are 1 or more.
  ///
  /// - Parameter fraction: 0 to 1. What a product such as 0.07 x 100 has too much by rounding is left out.
  public static func of(_ fraction: Double, among count: Int) -> Int {
    min(count, max(1, Int((fraction * Double(count) * (1 - 1e-12)).rounded(.up))))
  }
}

/// Student's distribution, for means whose spread is itself an estimate.
public enum StudentDistribution {
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

  /// The size that a value does not pass with a probability; between 1 and 2 degrees up to 4 % more. [Hill 1970,
  /// Algorithm 396]
  ///
  /// - Parameters:
  ///   - confidence: 0 to 1, both excluded.
  ///   - degrees: of freedom, 1 or more.
  public static func bound(confidence: Double, degrees: Double) -> Double {
    precondition(degrees >= 1, "a spread has a degree of freedom at least")
    let (outside, n) = (1 - confidence, degrees)
    if n <= 2 {
      let (sine, cosine) = PortableMath.sinCos(radians: outside * .pi / 2)
      let (ofOne, ofTwo) = (cosine / sine, (2 / (outside * (2 - outside)) - 2).squareRoot())
      return ofTwo * PortableMath.exp((2 / n - 1) * PortableMath.log(ofOne / ofTwo))
    }
    let a = 1 / (n - 0.5)
    let b = 48 / (a * a)
    let c = ((20_700 * a / b - 98) * a - 16) * a + 96.36
    let d = ((94.5 / (b + c) - 3) / b + 1) * (a * .pi / 2).squareRoot() * n
    let y = PortableMath.exp(PortableMath.log(d * outside) * 2 / n)
    return (n * (y > 0.05 + a ? nearMiddle(outside, n, a, b, c, d) : inTail(y, n, d))).squareRoot()
  }

  /// The square of the size over the degrees of freedom, from that of the normal distribution.
  private static func nearMiddle(
    _ outside: Double, _ n: Double, _ a: Double, _ b: Double, _ c: Double, _ d: Double
  ) -> Double {
    let x = NormalDistribution.quantile(outside / 2)
    let square = x * x
    let first = n < 5 ? c + 0.3 * (n - 4.5) * (x + 0.6) : c
    let second = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + first
    let series = (((0.4 * square + 6.3) * square + 36) * square + 94.5) / second - square - 3
    let corrected = (series / b + 1) * x
    return PortableMath.exp(a * corrected * corrected) - 1
  }

  /// The same, from the series of the tail.
  private static func inTail(_ y: Double, _ n: Double, _ d: Double) -> Double {
    let inner = 1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)
    return (inner * y - 1) * (n + 1) / (n + 2) + 1 / y
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

  /// The probability density at a value.
  public static func density(_ value: Double) -> Double {
    PortableMath.exp(-value * value / 2) / (2 * .pi).squareRoot()
  }

  private static func tailQuantile(_ probability: Double) -> Double {
    let q = (-2 * PortableMath.log(probability)).squareRoot()
    return polynomial(tail.numerator, q) / polynomial(tail.denominator, q)
  }

  private static func polynomial(_ coefficients: [Double], _ x: Double) -> Double {
    coefficients.reduce(0) { $0 * x + $1 }
  }
}
