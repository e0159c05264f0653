/// A plain number: whole, or not.
package protocol Scalar: Sendable {
  var number: Double { get }
}

extension Double: Scalar {
  package var number: Double { self }
}

extension BinaryInteger where Self: Scalar {
  package var number: Double { Double(self) }
}

extension Int: Scalar {}
extension Int8: Scalar {}
extension Int16: Scalar {}
extension Int32: Scalar {}
extension Int64: Scalar {}
extension UInt8: Scalar {}
extension UInt16: Scalar {}
extension UInt32: Scalar {}
extension UInt64: Scalar {}

/// A measured number and its uncertainty.
package struct Estimate: Hashable, Sendable {
  package var value: Double
  /// The uncertainty; nil for an exact number, or if it is unknown.
  package var statistic: Quantity.Statistic?

  package init(_ value: some Scalar, _ statistic: Quantity.Statistic? = nil) {
    self.value = value.number
    self.statistic = statistic
  }
}

/// A measurement that can be compared with a limit: one number, or several that must all meet it.
package protocol Figure {
  /// The numbers, each of which must meet the limit; empty where nothing was measured.
  var estimates: [Estimate] { get }
  /// What was measured, as text.
  func text(in unit: String) -> String
}

extension Figure where Self: Scalar {
  /// The number, which is exact.
  package var estimates: [Estimate] { [Estimate(self)] }
  /// The number with its unit.
  package func text(in unit: String) -> String { MeasureText.number(number, unit) }
}

extension Double: Figure {}
extension Int: Figure {}
extension Int8: Figure {}
extension Int16: Figure {}
extension Int32: Figure {}
extension Int64: Figure {}
extension UInt8: Figure {}
extension UInt16: Figure {}
extension UInt32: Figure {}
extension UInt64: Figure {}

extension Estimate: Figure {
  /// The number alone.
  package var estimates: [Estimate] { [self] }
  /// The number with its unit.
  package func text(in unit: String) -> String { MeasureText.number(value, unit) }
}

extension Optional: Figure where Wrapped: Figure {
  /// Those of what was measured.
  package var estimates: [Estimate] { self?.estimates ?? [] }
  /// What was measured, or that nothing was.
  package func text(in unit: String) -> String { self?.text(in: unit) ?? "no value" }
}

extension Array: Figure where Element: Figure {
  /// Those of all.
  package var estimates: [Estimate] { flatMap(\.estimates) }
  package func text(in unit: String) -> String {
    isEmpty ? "no value" : map { $0.text(in: unit) }.joined(separator: ", ")
  }
}

/// How many of some things meet a condition, in percent.
package struct Proportion: Figure, Hashable, Sendable {
  /// How many meet it.
  package var met: Int
  /// How many there are.
  package var count: Int
  /// The noun in the text, as `tones usable`; nil if the name of the step has it.
  package var noun: String?

  package init(_ met: Int, of count: Int, _ noun: String? = nil) {
    self.met = met
    self.count = count
    self.noun = noun
  }

  /// The part in percent with its standard error.
  package var estimates: [Estimate] {
    count > 0 ? [Estimate(100 * Double(met) / Double(count), .percentage(met, of: count))] : []
  }

  /// Both counts.
  package func text(in unit: String) -> String {
    count == 0 ? "none" : "\(met) of \(count)" + (noun.map { " \($0)" } ?? "")
  }
}

/// Several numbers of one kind, each of which must meet the limit.
package struct Samples: Figure, Hashable, Sendable {
  /// The numbers.
  package var values: [Double]
  /// What was sampled, as `steps`.
  package var noun: String

  package init(_ values: [some Scalar], of noun: String) {
    self.values = values.map(\.number)
    self.noun = noun
  }

  /// Each number, exact.
  package var estimates: [Estimate] { values.map { Estimate($0) } }

  /// The least and the greatest, and how many there are.
  package func text(in unit: String) -> String {
    guard let least = values.min(), let most = values.max() else { return "no \(noun)" }
    let (low, high) = (MeasureText.number(least), MeasureText.number(most, unit))
    return (MeasureText.number(most) == low ? high : "\(low) to \(high)") + " in \(values.count) \(noun)"
  }
}

/// Numbers with a text of their own, for example with the place of the worst.
package struct Worded: Figure, Hashable, Sendable {
  /// Each number.
  package var estimates: [Estimate]
  /// What was measured.
  package var words: String

  package init(_ values: [some Scalar], _ words: String) {
    estimates = values.map { Estimate($0) }
    self.words = words
  }

  package func text(in unit: String) -> String { words }
}
