/// A plain number: whole, or not.
public protocol Scalar: Sendable {
  var number: Double { get }
}

extension Double: Scalar {
  public var number: Double { self }
}

extension BinaryInteger where Self: Scalar {
  public var number: Double { Double(self) }
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

/// A number that was measured, and how sure it is.
public struct Estimate: Hashable, Sendable {
  public var value: Double
  /// How sure it is; nil where measuring again gives the same, or where that is unknown.
  public var statistic: Quantity.Statistic?

  public init(_ value: some Scalar, _ statistic: Quantity.Statistic? = nil) {
    self.value = value.number
    self.statistic = statistic
  }
}

/// Something measured that can be held against a limit: one number, or several that all have to keep it.
public protocol Figure {
  /// The numbers, each of which has to be as required; empty where nothing was measured.
  var estimates: [Estimate] { get }
  /// What was measured, for people.
  func text(in unit: String) -> String
}

extension Figure where Self: Scalar {
  /// The number, which is exact.
  public var estimates: [Estimate] { [Estimate(self)] }
  /// The number with its unit.
  public func text(in unit: String) -> String { MeasureText.number(number, unit) }
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
  public var estimates: [Estimate] { [self] }
  /// The number with its unit.
  public func text(in unit: String) -> String { MeasureText.number(value, unit) }
}

extension Optional: Figure where Wrapped: Figure {
  /// Those of what was measured.
  public var estimates: [Estimate] { self?.estimates ?? [] }
  /// What was measured, or that nothing was.
  public func text(in unit: String) -> String { self?.text(in: unit) ?? "no value" }
}

extension Array: Figure where Element: Figure {
  /// Those of all.
  public var estimates: [Estimate] { flatMap(\.estimates) }
  public func text(in unit: String) -> String {
    isEmpty ? "no value" : map { $0.text(in: unit) }.joined(separator: ", ")
  }
}

/// How many of some things are so, in percent.
public struct Proportion: Figure, Hashable, Sendable {
  /// How many are.
  public var met: Int
  /// How many there are.
  public var count: Int
  /// What they are, as `tones usable`; nil where the step says it.
  public var noun: String?

  public init(_ met: Int, of count: Int, _ noun: String? = nil) {
    self.met = met
    self.count = count
    self.noun = noun
  }

  /// The part in percent with its standard error.
  public var estimates: [Estimate] {
    count > 0 ? [Estimate(100 * Double(met) / Double(count), .percentage(met, of: count))] : []
  }

  /// Both counts.
  public func text(in unit: String) -> String {
    count == 0 ? "none" : "\(met) of \(count)" + (noun.map { " \($0)" } ?? "")
  }
}

/// Several numbers of one kind, each of which has to be as required.
public struct Samples: Figure, Hashable, Sendable {
  /// The numbers.
  public var values: [Double]
  /// What they are of, as `steps`.
  public var noun: String

  public init(_ values: [some Scalar], of noun: String) {
    self.values = values.map(\.number)
    self.noun = noun
  }

  /// Each number, exact.
  public var estimates: [Estimate] { values.map { Estimate($0) } }

  /// The least and the greatest, and how many there are.
  public func text(in unit: String) -> String {
    guard let least = values.min(), let most = values.max() else { return "no \(noun)" }
    let (low, high) = (MeasureText.number(least), MeasureText.number(most, unit))
    return (MeasureText.number(most) == low ? high : "\(low) to \(high)") + " in \(values.count) \(noun)"
  }
}

/// Numbers with words for people, as where the worst of them was.
public struct Worded: Figure, Hashable, Sendable {
  /// Each number.
  public var estimates: [Estimate]
  /// What was measured.
  public var words: String

  /// Takes numbers and what to say of them.
  public init(_ values: [some Scalar], _ words: String) {
    estimates = values.map { Estimate($0) }
    self.words = words
  }

  public func text(in unit: String) -> String { words }
}
