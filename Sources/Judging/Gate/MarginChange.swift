internal import Statistics
public import Verdicts

/// A number that came nearer to its limit or moved away from it.
public struct MarginChange: Hashable, Sendable {
  /// Where the true difference lies, in the number's unit.
  public struct Interval: Hashable, Sendable {
    /// Its lower end.
    public var low: Double
    /// Its upper end.
    public var high: Double
  }

  /// The number of the baseline.
  public var before: Quantity
  /// The number of the candidate.
  public var after: Quantity
  /// The part of the baseline's margin that is gone; negative where there is more of it. Of a margin that was none,
  /// the part of the limit.
  public var lostFraction: Double
  /// The difference of the two numbers with its confidence; nil where they have no spread.
  public var interval: Interval?

  /// Compares two numbers; nil if they are the same, or differ by no more than chance explains.
  ///
  /// Where both are statistics, that is Welch's test: the difference with its confidence interval must not reach
  /// zero.
  public init?(_ before: Quantity, _ after: Quantity, confidence: Double) {
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
