internal import CoreTypes
internal import Statistics
package import Verdicts

/// A number that scatters more or less than before.
package struct NoiseChange: Hashable, Sendable {
  /// The number of the baseline.
  package var before: Quantity
  /// The number of the candidate.
  package var after: Quantity
  /// The noise of the candidate over that of the baseline.
  package var factor: Double
  /// Noise below this part of a limit usually decides nothing.
  package static let leastPart = 0.01
  /// Where the true factor lies; nil for that of a trend.
  package var interval: MarginChange.Interval?

  /// Compares the noise of two numbers; nil if it is the same, if it differs by no more than chance explains, or if
  /// a number does not show its noise.
  ///
  /// - Parameter leastPart: noise below this part of a limit decides nothing.
  package init?(
    _ before: Quantity, _ after: Quantity, confidence: Double, leastPart: Double = NoiseChange.leastPart
  ) {
    guard let old = Noise(before), let new = Noise(after) else { return nil }
    guard max(old.part, new.part) >= leastPart else { return nil }
    guard let change = Noise.change(from: old, to: new, confidence: confidence) else { return nil }
    self.before = before
    self.after = after
    (factor, interval) = change
  }

  /// How noise changes along numbers in their order, from the first to the last; nil if a line through it gains no more
  /// than chance explains, or if a number does not show its noise.
  init?(trendOf numbers: [Quantity], confidence: Double, leastPart: Double = NoiseChange.leastPart) {
    let noises = numbers.compactMap(Noise.init)
    guard noises.count == numbers.count, let first = numbers.first, let last = numbers.last,
      let part = noises.last?.part, part >= leastPart
    else { return nil }
    let points = noises.map { Trend.Point(value: $0.logarithm, variance: $0.variance, degrees: $0.degrees) }
    guard let trend = Trend(points, confidence: confidence) else { return nil }
    before = first
    after = last
    factor = PortableMath.exp(trend.change)
  }
}

/// The noise of a number, as its logarithm: the ratio of two noises is then a difference with a standard error.
///
/// A number with a sign (`within`) is a mean or a slope. Its noise is the deviation of the values that it stands on,
/// and the logarithm of a deviation of n values has the variance 1 / 2(n - 1). A number that must not be too great
/// (`at-most`) is a size of errors, and so the noise itself.
struct Noise {
  /// The natural logarithm of the noise in the number's unit.
  let logarithm: Double
  /// The square of its standard error.
  let variance: Double
  /// The degrees of freedom of that.
  let degrees: Double
  /// The noise over the limit of the number.
  let part: Double

  /// Fewer values say too little about their deviation.
  static let leastCount = 10

  /// Takes the noise of a number; nil if the number does not show it.
  init?(_ quantity: Quantity) {
    guard let statistic = quantity.statistic, statistic.count >= Self.leastCount, quantity.limit != 0 else {
      return nil
    }
    let count = Double(statistic.count)
    let size: Double
    switch quantity.comparison {
    case .within:
      size = statistic.standardError * count.squareRoot()
      variance = 1 / (2 * (count - 1))
    case .atMost:
      size = quantity.value
      guard size > 0 else { return nil }
      let part = statistic.standardError / size
      // The logarithm of a less certain number is not normally distributed.
      guard part <= 0.5 else { return nil }
      variance = part * part
    case .atLeast, .above, .equal: return nil
    }
    guard size > 0 else { return nil }
    logarithm = PortableMath.log(size)
    degrees = count - 1
    part = size / quantity.limit.magnitude
  }

  /// How many times as high noise becomes, and where the true factor lies; nil if chance explains the difference.
  static func change(
    from old: Noise, to new: Noise, confidence: Double
  ) -> (factor: Double, interval: MarginChange.Interval)? {
    let difference = new.logarithm - old.logarithm
    if difference == 0 { return nil }
    let reach = StudentDistribution.reach(
      [old.variance, new.variance], degrees: [old.degrees, new.degrees], confidence: confidence)
    guard difference.magnitude > reach else { return nil }
    return (
      PortableMath.exp(difference),
      MarginChange.Interval(
        low: PortableMath.exp(difference - reach), high: PortableMath.exp(difference + reach))
    )
  }
}

/// A number that came nearer to its limit or moved away from it.
package struct MarginChange: Hashable, Sendable {
  /// Where the true difference lies, in the number's unit.
  package struct Interval: Hashable, Sendable {
    /// Its lower end.
    package var low: Double
    /// Its upper end.
    package var high: Double
  }

  /// The number of the baseline.
  package var before: Quantity
  /// The number of the candidate.
  package var after: Quantity
  /// The part of the baseline's margin that is gone; negative where there is more of it. Of a margin that was none,
  /// the part of the limit.
  package var lostFraction: Double
  /// The difference of the two numbers with its confidence; nil where they have no spread.
  package var interval: Interval?

  /// Compares two numbers; nil if they are the same, or differ by no more than chance explains.
  ///
  /// Where both are statistics, that is Welch's test: the difference with its confidence interval must not reach
  /// zero.
  package init?(_ before: Quantity, _ after: Quantity, confidence: Double) {
    guard before.value != after.value else { return nil }
    let interval = Self.interval(before, after, confidence: confidence)
    if let interval, interval.low <= 0, interval.high >= 0 { return nil }
    let lost = before.margin - after.margin
    guard lost != 0 else { return nil }
    self.init(before, after, lost: lost, interval: interval)
  }

  /// A change that a trend shows, of the margin that is lost along it.
  init(_ before: Quantity, _ after: Quantity, lost: Double, interval: Interval? = nil) {
    self.before = before
    self.after = after
    self.interval = interval
    let reference = before.margin > 0 ? before.margin : before.limit.magnitude
    lostFraction = lost / (reference > 0 ? reference : 1)
  }

  /// The confidence interval of the difference of two means. [Welch 1947, Biometrika 34]
  private static func interval(_ before: Quantity, _ after: Quantity, confidence: Double) -> Interval? {
    guard let first = before.statistic, let second = after.statistic else { return nil }
    let reach = StudentDistribution.reach(
      [first, second].map { $0.standardError * $0.standardError },
      degrees: [first, second].map { Double($0.count - 1) }, confidence: confidence)
    guard reach > 0 else { return nil }
    let difference = after.value - before.value
    return Interval(low: difference - reach, high: difference + reach)
  }
}
