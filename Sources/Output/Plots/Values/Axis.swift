internal import CoreTypes
internal import Notation
internal import Statistics

/// An axis of a plot: what its values are, and where they stand on it.
package struct Axis: Hashable, Sendable {
  /// How values are spread over the axis.
  package enum Scale: Hashable, Sendable {
    case linear
    /// Equal ratios have equal lengths; values are above 0.
    case logarithmic
    /// Cumulative probabilities, above 0 and below 1: those of a normal distribution make a straight line.
    case probability
  }

  /// What the values are, as `distance`.
  package var title: String
  /// The unit; empty for a plain number.
  package var unit: String
  package var scale: Scale
  /// Values that the axis always shows.
  package var included: [Double]
  /// What stands in the place of the values 1, 2 and so on; empty where the numbers do.
  package var names: [String]

  package init(
    _ title: String, unit: String = "", scale: Scale = .linear, including included: [Double] = []
  ) {
    self.title = title
    self.unit = unit
    self.scale = scale
    self.included = included
    names = []
  }

  /// An axis of things with names, which have the values 1, 2 and so on.
  package init(_ title: String, names: [String]) {
    self.init(title)
    self.names = names
  }

  /// The title with the unit, as `distance (m)`.
  package var label: String { unit.isEmpty ? title : "\(title) (\(unit))" }

  /// A value that is marked on the axis.
  struct Tick: Hashable {
    var value: Double
    var text: String
  }

  /// Where a value stands, in units that are spread evenly over the axis; not finite for a value without a place.
  func place(_ value: Double) -> Double {
    switch scale {
    case .linear: value.magnitude < Self.mostLinear ? value : .nan
    case .logarithmic: value > 0 && value.isFinite ? PortableMath.log(value) : .nan
    case .probability: value > 0 && value < 1 ? NormalDistribution.quantile(value) : .nan
    }
  }

  /// The ends of an axis that holds `values` and ends at round numbers.
  func range(of values: [Double]) -> ClosedRange<Double> {
    let values = (values + included).filter { place($0).isFinite }
    guard let least = values.min(), let most = values.max() else {
      return scale == .linear ? 0...1 : 0.1...0.9
    }
    if !names.isEmpty { return 0.5...Double(names.count) + 0.5 }
    switch scale {
    case .linear:
      let size = max(least.magnitude, most.magnitude)
      if most - least <= Self.leastDifference * size || size < Self.leastSize {
        let margin = size < Self.leastSize ? 1 : size / 2
        return range(of: [least - margin, most + margin])
      }
      let step = Self.step(across: most - least)
      return (least / step).rounded(.down) * step...(most / step).rounded(.up) * step
    case .logarithmic: return least == most ? least / 2...most * 2 : least...most
    case .probability:
      let ticks = Self.probabilities
      return (ticks.last { $0 <= least } ?? least)...(ticks.first { $0 >= most } ?? most)
    }
  }

  /// The marked values of an axis with these ends, from low to high.
  func ticks(in range: ClosedRange<Double>) -> [Tick] {
    if !names.isEmpty {
      let step = (names.count - 1) / Self.mostNames + 1
      return stride(from: 0, to: names.count, by: step).map { Tick(value: Double($0 + 1), text: names[$0]) }
    }
    switch scale {
    case .linear:
      let step = Self.step(across: range.upperBound - range.lowerBound)
      let first = Int((range.lowerBound / step).rounded(.up))
      let last = Int((range.upperBound / step).rounded(.down))
      guard first <= last else { return [] }
      let digits = Self.digits(of: step)
      return (first...last).map { number in
        let value = Double(number) * step
        return Tick(value: value, text: DecimalText.fixed(value, digits: digits))
      }
    case .logarithmic: return Self.logarithmicTicks(in: range)
    case .probability:
      return Self.probabilities.filter(range.contains).map {
        Tick(value: $0, text: MarkText.number(100 * $0) + " %")
      }
    }
  }

  /// Values that differ by less of their size stand at one place.
  private static let leastDifference = 1e-12
  /// What is smaller is zero on a linear axis.
  private static let leastSize = 1e-100
  /// More names are thinned out.
  private static let mostNames = 6
  /// What is beyond has no place on a linear axis.
  private static let mostLinear = 1e15
  private static let probabilities = [
    0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999,
  ]

  private static func logarithmicTicks(in range: ClosedRange<Double>) -> [Tick] {
    var ticks: [Tick] = []
    for exponent in -12...12 {
      let decade = (0..<abs(exponent)).reduce(1.0) { value, _ in exponent < 0 ? value / 10 : value * 10 }
      for value in [decade, 2 * decade, 5 * decade] where range.contains(value) {
        ticks.append(Tick(value: value, text: MarkText.number(value)))
      }
    }
    // Over many decades the decades alone.
    guard ticks.count > 10 else { return ticks }
    return ticks.filter { $0.text.contains("1") }
  }

  /// The largest of 1, 2 and 5 times a power of ten that divides a length into five parts at least.
  private static func step(across length: Double) -> Double {
    var step = 1.0
    while step * 5 > length { step /= 10 }
    while step * 50 <= length { step *= 10 }
    return [5 * step, 2 * step].first { $0 * 5 <= length } ?? step
  }

  /// The digits behind the point that numbers with this distance need.
  private static func digits(of step: Double) -> Int {
    var digits = 0
    var rest = step
    while rest < 0.999_999, digits < 12 {
      rest *= 10
      digits += 1
    }
    return digits
  }
}

/// Numbers beside marks.
enum MarkText {
  /// A number with four digits that count, without zeros at its end.
  static func number(_ value: Double) -> String {
    guard value != 0 else { return "0" }
    var digits = 3
    var size = value.magnitude
    while size >= 10, digits > 0 {
      size /= 10
      digits -= 1
    }
    while size < 1, digits < 12 {
      size *= 10
      digits += 1
    }
    var text = DecimalText.fixed(value, digits: digits)
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension Axis {
  /// The part of the way from one end of the axis to the other, 0 to 1, at which a value stands.
  func part(_ value: Double, of range: ClosedRange<Double>) -> Double {
    let (first, last) = (place(range.lowerBound), place(range.upperBound))
    return first == last ? 0.5 : (place(value) - first) / (last - first)
  }

  /// A value as a table has it: its name, else the number, not rounded.
  func cell(_ value: Double) -> String { name(of: value) ?? DecimalText.plain(value) }

  /// What stands in the place of a value; nil for a number.
  private func name(of value: Double) -> String? {
    Int(exactly: value).flatMap { names.indices.contains($0 - 1) ? names[$0 - 1] : nil }
  }

  /// A value as a reader sees it, as `distance 3 m`.
  func words(_ value: Double) -> String {
    if let name = name(of: value) { return "\(title) \(name)" }
    return switch scale {
    case .probability: "\(title) \(MarkText.number(100 * value)) %"
    case .linear, .logarithmic: "\(title) \(MarkText.number(value))" + (unit.isEmpty ? "" : " \(unit)")
    }
  }
}
