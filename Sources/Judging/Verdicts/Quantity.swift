internal import Notation

/// A number that a step compared with a limit; its text, the reports and the gate use this number.
package struct Quantity: Hashable, Sendable {
  /// When the number meets its limit.
  package enum Comparison: String, Sendable, CaseIterable {
    /// It is not above the limit.
    case atMost = "at-most"
    /// It is not below the limit.
    case atLeast = "at-least"
    /// It is above the limit, and not the limit itself.
    case above
    /// Its magnitude is not above the limit; the number has a sign, as an error has.
    case within
    /// It is the limit.
    case equal
  }

  /// The uncertainty of a number that was estimated from several values.
  package struct Statistic: Hashable, Sendable {
    /// The standard error of the number, in its unit.
    package var standardError: Double
    /// How many values it was estimated from, 2 or more.
    package var count: Int

    package init(standardError: Double, count: Int) {
      self.standardError = standardError
      self.count = count
    }
  }

  /// What was measured, finite; for a value within a tolerance the difference from that value.
  package var value: Double
  /// As `us`; `%` for a part of a hundred.
  package var unit: String
  /// What it is compared with, finite.
  package var limit: Double
  /// How it is compared.
  package var comparison: Comparison
  /// The uncertainty; nil for an exact number, or if it is unknown.
  package var statistic: Statistic?

  /// Takes a number; nil if it or its limit is not finite.
  package init?(
    _ value: Double, _ unit: String, _ comparison: Comparison, _ limit: Double, _ statistic: Statistic? = nil
  ) {
    guard value.isFinite, limit.isFinite else { return nil }
    self.value = value
    self.unit = unit
    self.comparison = comparison
    self.limit = limit
    self.statistic = statistic.flatMap { $0.standardError.isFinite && $0.count > 1 ? $0 : nil }
  }

  /// How far the number is from its limit in its unit, negative if it is beyond.
  package var margin: Double {
    switch comparison {
    case .atMost: limit - value
    case .atLeast, .above: value - limit
    case .within: limit - value.magnitude
    case .equal: -(value - limit).magnitude
    }
  }

  /// Whether the number is as required.
  package var isMet: Bool { comparison == .above ? margin > 0 : margin >= 0 }

  /// The margin as text.
  var marginText: String {
    let text = MeasureText.number(margin)
    return text == "0" ? "at the limit" : MeasureText.number(margin, unit)
  }
}

extension Quantity {
  /// How many of `count` things are as required, in percent, with the standard error.
  package static func part(_ met: Int, of count: Int, atLeast fraction: Double) -> Quantity? {
    guard count > 0 else { return nil }
    return Quantity(
      100 * Double(met) / Double(count), "%", .atLeast, percentage(of: fraction), .percentage(met, of: count))
  }

  /// A fraction in percent, to eight decimal places: 0.07 is 7, while the product 100 x 0.07 is above, so that 7 of 100
  /// would miss it.
  static func percentage(of fraction: Double) -> Double { (fraction * 1e10).rounded() / 1e8 }
}

extension Quantity.Statistic {
  /// Of how many of `count` things are so, in percent: that of Agresti and Coull, two of each kind added, which is not
  /// zero where all are alike.
  static func percentage(_ met: Int, of count: Int) -> Quantity.Statistic {
    let adjusted = (Double(met) + 2) / (Double(count) + 4)
    let error = (adjusted * (1 - adjusted) / (Double(count) + 4)).squareRoot()
    return Quantity.Statistic(standardError: 100 * error, count: count)
  }

  /// Of the mean of values with a standard deviation.
  package static func mean(deviation: Double, count: Int) -> Quantity.Statistic? {
    count > 1
      ? Quantity.Statistic(standardError: deviation / Double(count - 1).squareRoot(), count: count) : nil
  }

  /// Of the slope of a line through `count` points.
  ///
  /// - Parameters:
  ///   - left: the sum of the squares of what the line leaves.
  ///   - square: the sum of the squares of the places of the points, their mean taken off.
  package static func slope(left: Double, square: Double, count: Int) -> Quantity.Statistic? {
    guard count > 2, square > 0 else { return nil }
    let error = (left / Double(count - 2) / square).squareRoot()
    return Quantity.Statistic(standardError: error, count: count)
  }

  /// Of a standard deviation or a root mean square, of values that are normally distributed.
  package static func deviation(_ deviation: Double, count: Int) -> Quantity.Statistic? {
    count > 1
      ? Quantity.Statistic(standardError: deviation / Double(2 * (count - 1)).squareRoot(), count: count)
      : nil
  }
}

/// Numbers for people.
package enum MeasureText {
  /// Rounded to three digits after the point, without zeros at the end.
  package static func number(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "no value" }
    let thousandths = Int((value * 1000).rounded())
    let sign = thousandths < 0 ? "-" : ""
    var text = "\(sign)\(thousandths.magnitude / 1000).\((thousandths.magnitude % 1000).decimalDigits(3))"
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// A number with its unit, or with the plural of what is counted.
  package static func number(_ value: Double, _ unit: String) -> String {
    unit.isEmpty ? number(value) : "\(number(value)) \(value == 1 ? singular(unit) : unit)"
  }

  /// A limit with its unit. One that would be rounded to nothing has all its digits.
  package static func limit(_ value: Double, _ unit: String) -> String {
    guard value != 0, number(value) == "0" else { return number(value, unit) }
    let digits = DecimalText.plain(value)
    return unit.isEmpty ? digits : "\(digits) \(unit)"
  }

  /// The noun for one of these; symbols of units, as us or ppm/s, are no nouns.
  private static func singular(_ noun: String) -> String {
    guard let last = noun.split(separator: " ").last, last.count > 2, last.hasSuffix("s"), !last.contains("/")
    else { return noun }
    return last.hasSuffix("ies") ? noun.dropLast(3) + "y" : String(noun.dropLast())
  }

  /// A value as it describes itself; `none` where there is none.
  package static func words(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return "\(value)" }
    return mirror.children.first.map { "\($0.value)" } ?? "none"
  }
}
