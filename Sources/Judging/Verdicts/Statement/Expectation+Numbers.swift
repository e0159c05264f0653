internal import Notation
internal import Statistics

// A number against a limit.
extension Expectation where Measured: Figure {
  /// Not above a limit.
  package static func atMost(_ limit: some Scalar, _ unit: String) -> Expectation {
    number("\(MeasureText.limit(limit.number, unit)) at most", unit) {
      Quantity($0.value, unit, .atMost, limit.number, $0.statistic)
    }
  }

  /// Not below a limit.
  ///
  /// - Parameter required: what is required, unless the limit with its unit is enough.
  package static func atLeast(_ limit: some Scalar, _ unit: String, required: String? = nil) -> Expectation {
    number(required ?? "\(MeasureText.limit(limit.number, unit)) or more", unit) {
      Quantity($0.value, unit, .atLeast, limit.number, $0.statistic)
    }
  }

  /// Above a limit, and not the limit itself.
  package static func above(_ limit: some Scalar, _ unit: String) -> Expectation {
    number("above \(MeasureText.limit(limit.number, unit))", unit) {
      Quantity($0.value, unit, .above, limit.number, $0.statistic)
    }
  }

  /// A value, or away from it by no more than a tolerance.
  ///
  /// - Parameter required: what is required, where the value is a difference from what is.
  package static func within(
    _ value: some Scalar, _ tolerance: some Scalar, _ unit: String, required: String? = nil
  ) -> Expectation {
    let text =
      required
      ?? "\(MeasureText.number(value.number, unit)) within \(MeasureText.limit(tolerance.number, unit))"
    return number(text, unit) {
      Quantity(
        difference($0.value, value.number, tolerance.number), unit, .within, tolerance.number, $0.statistic)
    }
  }

  /// How far a number is from another; at a tolerance if but for rounding it is there: 4 is within 0.1 of 3.9.
  private static func difference(_ value: Double, _ other: Double, _ tolerance: Double) -> Double {
    let difference = value - other
    let excess = difference.magnitude - tolerance
    guard excess > 0, excess <= 2 * max(value.magnitude, other.magnitude).ulp else { return difference }
    return difference < 0 ? -tolerance : tolerance
  }

  /// In a range; the number is compared with the nearer limit.
  package static func between(_ low: some Scalar, _ high: some Scalar, _ unit: String) -> Expectation {
    let (least, most) = (low.number, high.number)
    let required = "\(MeasureText.number(least)) to \(MeasureText.number(most, unit))"
    return number(required, unit, scale: (most - least) / 2) {
      $0.value - least < most - $0.value
        ? Quantity($0.value, unit, .atLeast, least, $0.statistic)
        : Quantity($0.value, unit, .atMost, most, $0.statistic)
    }
  }

  /// This number and no other.
  package static func exactly(_ value: some Scalar, _ unit: String) -> Expectation {
    number(MeasureText.number(value.number, unit), unit) {
      Quantity($0.value, unit, .equal, value.number, $0.statistic)
    }
  }

  /// - Parameters:
  ///   - scale: the value that the standard error is compared with; the limit unless given.
  ///   - quantity: an estimate against its limit.
  private static func number(
    _ required: String, _ unit: String, scale: Double? = nil, _ quantity: @escaping (Estimate) -> Quantity?
  ) -> Expectation {
    number(required, scale: scale) { ($0.text(in: unit), $0.estimates.map(quantity)) }
  }
}

extension Expectation {
  /// Numbers that must all meet a limit; a number that is not finite does not.
  ///
  /// - Parameters:
  ///   - scale: the value that a standard error is compared with; the limit unless given.
  ///   - look: what was measured, for people, and the numbers.
  static func number(
    _ required: String, scale: Double? = nil, _ look: @escaping (Measured) -> (String, [Quantity?])
  ) -> Expectation {
    Expectation(required) { measured in
      let (text, numbers) = look(measured)
      let quantities = numbers.compactMap(\.self)
      guard quantities.count == numbers.count, let worst = quantities.min(by: { $0.margin < $1.margin })
      else { return Judgement(measured: text, finding: .unmet) }
      return Judgement(measured: text, quantity: worst, finding: finding(worst, quantities, scale: scale))
    }
  }

  private static func finding(_ worst: Quantity, _ all: [Quantity], scale: Double?) -> Finding {
    if !worst.isMet { return worst.isBeyondDoubt(scale: scale) ? .unmet : .uncertain(worst.doubt(scale)) }
    return all.first { $0.isVague(scale: scale) }.map { .uncertain($0.doubt(scale)) } ?? .met
  }
}

extension Expectation where Measured == Proportion {
  /// A part of some things, 0 to 1, or more of them.
  package static func atLeast(part: Double) -> Expectation {
    Expectation("\(DecimalText.plain(Quantity.percentage(of: part))) % or more") { proportion in
      let quantity = Quantity.part(proportion.met, of: proportion.count, atLeast: part)
      return Judgement(
        measured: proportion.text(in: "%"), quantity: quantity,
        finding: quantity?.isMet ?? false ? .met : .unmet)
    }
  }

  /// All of some things; an exact count, not an estimate.
  ///
  /// - Parameter required: what each of them has to be.
  package static func all(_ required: String) -> Expectation {
    Expectation(required) { proportion in
      let part = 100 * Double(proportion.met) / Double(proportion.count)
      let quantity = Quantity(part, "%", .atLeast, 100)
      return Judgement(
        measured: proportion.text(in: "%"), quantity: quantity,
        finding: quantity?.isMet ?? false ? .met : .unmet)
    }
  }
}

extension Quantity {
  /// The part of its limit above which the standard error of an estimate leaves a verdict open.
  private static let vaguePart = 1.0 / 3

  /// Whether it is an estimate whose standard error is over a third of its limit: such a number is never a pass.
  fileprivate func isVague(scale: Double?) -> Bool {
    guard let statistic else { return false }
    return statistic.standardError > Self.vaguePart * (scale ?? limit).magnitude
  }

  /// Whether a number misses its limit by more than its uncertainty: a vague one must be two standard errors beyond its
  /// limit.
  fileprivate func isBeyondDoubt(scale: Double?) -> Bool {
    guard let statistic, isVague(scale: scale) else { return true }
    return -margin > 2 * statistic.standardError
  }

  /// Why a vague number leaves the verdict open.
  fileprivate func doubt(_ scale: Double?) -> String {
    let error = MeasureText.number(statistic?.standardError ?? 0, unit)
    return "the standard error of \(error) is over a third of the limit of "
      + MeasureText.limit((scale ?? limit).magnitude, unit)
  }
}

/// How many of some values lie within a limit.
package struct Share: Sendable {
  /// How many values there are.
  package private(set) var count = 0
  /// How many of them lie within the limit.
  package private(set) var metCount = 0
  /// The magnitudes of all values.
  private var sizes: [Double] = []

  package init() {}

  /// Takes a value, of which the magnitude counts.
  package mutating func take(_ value: Double, limit: Double) {
    count += 1
    if value.magnitude <= limit { metCount += 1 }
    sizes.append(value.magnitude)
  }

  /// The part of the values within the limit, 0 to 1; 0 without values.
  package var fraction: Double { count == 0 ? 0 : Double(metCount) / Double(count) }

  /// The magnitude that a part of the values does not exceed; infinite without values.
  package func quantile(_ part: Double) -> Double {
    guard count > 0 else { return .infinity }
    return sizes.sorted().nearestRank(part)
  }

  /// The uncertainty of a quantile; nil for the greatest value.
  ///
  /// It is that of the values one standard deviation of the rank away, or, if greater, that of normally distributed
  /// values with the same scatter: a few values may lie close together by chance.
  package func statistic(ofQuantile part: Double) -> Quantity.Statistic? {
    guard count > 1, part > 0, part < 1 else { return nil }
    let sorted = sizes.sorted()
    let spread = (part * (1 - part) * Double(count)).squareRoot()
    let low = max(0, Int((part * Double(count) - spread).rounded(.down)) - 1)
    let high = min(count - 1, Int((part * Double(count) + spread).rounded(.up)) - 1)
    let seen = (sorted[high] - sorted[low]) / 2
    let normal = (RunningMoments(sizes).standardDeviation ?? 0) * Self.normalError(ofQuantile: part, count)
    return Quantity.Statistic(standardError: max(seen, normal), count: count)
  }

  /// The standard error of a quantile of the magnitudes of normally distributed values around 0, as a part of the
  /// standard deviation of the magnitudes. [David and Nagaraja 2003, Order Statistics, 10.3]
  private static func normalError(ofQuantile part: Double, _ count: Int) -> Double {
    let density = 2 * NormalDistribution.density(NormalDistribution.quantile((1 + part) / 2))
    let deviation = (1 - 2 / Double.pi).squareRoot()
    return (part * (1 - part) / Double(count)).squareRoot() / (density * deviation)
  }
}

extension Expectation where Measured == Share {
  /// A part of some values, 0 to 1, whose magnitudes are not above a limit.
  package static func part(_ part: Double, within limit: Double, _ unit: String) -> Expectation {
    let percent = "\(MeasureText.number(100 * part)) %"
    return number("\(percent) within \(MeasureText.limit(limit, unit))") { share in
      let quantile = share.quantile(part)
      return (
        share.count == 0
          ? "no values" : "\(percent) of \(share.count) within \(MeasureText.number(quantile, unit))",
        [Quantity(quantile, unit, .atMost, limit, share.statistic(ofQuantile: part))]
      )
    }
  }
}
