/// A number of a document that a study may set in place of the one written there.
public struct Knob: Sendable {
  /// The keys that lead to it, joined by dots, as `radio.pll_settling_tau_us`.
  public let path: String
  public let summary: String
  private let shape: Shape
  /// Whether the document has a list there, of which the setting is the only item.
  private let isList: Bool

  /// The last key of the path, which ends in the unit.
  public var key: String { String(path.split(separator: ".").last ?? "") }
  /// The values in words, with their unit.
  public var expectation: String { shape.numbers }
  /// The unit as an axis shows it; empty for a plain number.
  public var unit: String { shape.unit?.symbol ?? "" }

  /// The legal values from the first to the last of a few; nil where they lie close.
  public var choices: [Int]? {
    if case .choice(let values, _) = shape { values } else { nil }
  }

  /// Whether `value` is legal.
  public func accepts(_ value: Double) -> Bool { shape.accepts(value) }

  /// The knob turned to a value; nil if it does not accept that.
  public func setting(_ value: Double) -> DocumentSetting? {
    guard accepts(value) else { return nil }
    let text = ScalarText.format(value)
    return isList ? DocumentSetting(path, items: [text]) : DocumentSetting(path, text)
  }

  /// A legal value near the middle of two, with few digits; nil if they are as good as neighbours.
  public func middle(of one: Double, and other: Double) -> Double? {
    let (least, most) = (min(one, other), max(one, other))
    let middle = (least + most) / 2
    let value: Double
    switch shape {
    case .choice(let values, _):
      let between = values.map(Double.init).filter { least < $0 && $0 < most }.sorted()
      guard !between.isEmpty else { return nil }
      value = between[between.count / 2]
    case .integer: value = middle.rounded()
    case .number(_, _, let step):
      guard most - least > Self.leastPart * max(abs(least), abs(most)) else { return nil }
      value = Self.rounded(middle, to: step ?? Self.digit(of: (most - least) / 4))
    default: return nil
    }
    return least < value && value < most && accepts(value) ? value : nil
  }

  /// Numbers that differ by a smaller part are neighbours.
  private static let leastPart = 0.02

  private static func rounded(_ value: Double, to step: Double) -> Double {
    // Divided where that is exact: 12.3, and not 12.3000001.
    step < 1
      ? (value * (1 / step).rounded()).rounded() / (1 / step).rounded() : (value / step).rounded() * step
  }

  /// The greatest power of ten that is not greater.
  private static func digit(of value: Double) -> Double {
    var digit = 1.0
    while digit > value { digit /= 10 }
    while digit * 10 <= value { digit *= 10 }
    return digit
  }

  /// All numbers below `rules`, in their order.
  ///
  /// - Parameter includesWords: whether a number in whose place a word may stand is one.
  public static func all(
    in rules: [FieldRule], below path: String = "", includingThoseBesideWords includesWords: Bool = false
  ) -> [Knob] {
    rules.flatMap { rule -> [Knob] in
      let path = path.isEmpty ? rule.key : "\(path).\(rule.key)"
      var shape = rule.shape
      while includesWords, case .either(_, let other) = shape { shape = other }
      switch shape {
      case .map(let below): return all(in: below, below: path, includingThoseBesideWords: includesWords)
      case .integer, .choice, .number:
        return [Knob(path: path, summary: rule.summary, shape: shape, isList: false)]
      case .list(let item, let count, _):
        guard case .choice = item, count.contains(1) else { return [] }
        return [Knob(path: path, summary: rule.summary, shape: item, isList: true)]
      default: return []
      }
    }
  }
}
