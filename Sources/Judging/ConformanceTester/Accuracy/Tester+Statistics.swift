internal import Statistics
package import Verdicts

/// How statistics become steps.
extension Tester {
  /// Judges what part of the values lies within a limit.
  ///
  /// - Parameters:
  ///   - what: the values, as `frequency error of mode-0 tones`.
  ///   - limit: the greatest size, in `unit`.
  ///   - part: the part of them that must lie within, 0 to 1.
  package func judge(
    _ share: Share, _ what: String, limit: Double, unit: String, part: Double, isHeadline: Bool = false
  ) {
    expect(
      share, .part(part, within: limit, unit), what, frames: lastResultFrame, isHeadline: isHeadline)
  }

  /// Judges how many means of `size` consecutive values lie within a limit; a last group that is not full is left out.
  ///
  /// - Parameters:
  ///   - what: the values, as `times of flight`.
  ///   - limit: the greatest size of a mean, in `unit`.
  ///   - part: the part of the means that must lie within, 0 to 1.
  package func judge(
    meansOf size: Int, _ values: [Double], _ what: String, limit: Double, unit: String, part: Double,
    isHeadline: Bool = false
  ) {
    var means = Share()
    for start in stride(from: 0, through: values.count - size, by: size) {
      means.take(values[start..<start + size].mean, limit: limit)
    }
    judge(means, "mean of \(size) \(what)", limit: limit, unit: unit, part: part, isHeadline: isHeadline)
  }

  /// Judges a quantile of the values of each group, which must lie within a limit.
  ///
  /// - Parameters:
  ///   - reached: the quantile of each group, in `unit`.
  ///   - name: the groups, as `subevents`.
  package func judge(
    groups reached: [Double], _ what: String, of name: String, limit: Double, unit: String, part: Double,
    isHeadline: Bool = false
  ) {
    expect(
      Samples(reached, of: name), .atMost(limit, unit), "\(what), \(percent(part)) of each",
      frames: lastResultFrame, isHeadline: isHeadline)
  }

  /// A part as a percentage.
  package func percent(_ part: Double) -> String { "\(number(100 * part)) %" }
}

/// Mean and spread of some values.
package struct Spread {
  private let moments: RunningMoments

  /// Works them out; nil without values.
  package init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    moments = RunningMoments(values)
  }

  package var mean: Double { moments.mean }
  /// How many values there are.
  package var count: Int { moments.count }
  /// Standard deviation, of the values themselves.
  package var deviation: Double { (moments.squares / Double(count)).squareRoot() }

  /// The uncertainty of the mean; nil for a single value.
  package var meanStatistic: Quantity.Statistic? { .mean(deviation: deviation, count: count) }
  /// The uncertainty of the difference of two means; nil if one of them is of a single value.
  package func ofDifference(to other: Spread) -> Quantity.Statistic? {
    guard let own = meanStatistic, let others = other.meanStatistic else { return nil }
    let square = own.standardError * own.standardError + others.standardError * others.standardError
    return Quantity.Statistic(standardError: square.squareRoot(), count: count + other.count)
  }

  /// The uncertainty of the standard deviation; nil for a single value.
  package var deviationStatistic: Quantity.Statistic? { .deviation(deviation, count: count) }
  /// The uncertainty of one of the values; nil for a single value.
  package var single: Quantity.Statistic? {
    guard count > 1 else { return nil }
    let error = deviation * (Double(count) / Double(count - 1)).squareRoot()
    return Quantity.Statistic(standardError: error, count: count)
  }
}
