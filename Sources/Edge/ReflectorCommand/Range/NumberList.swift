internal import Notation
internal import Reports

/// Numbers as a user lists them: `3`, `1,2,5`, `1:30:0.5`, or these joined by commas.
struct NumberList {
  static let maximumCount = 1000

  private enum Item {
    case number(Double)
    case range(Double, Double, step: Double?)
  }

  /// In the order they were written, each once.
  let values: [Double]

  /// Reads the list that the user gave by `option`; a range without a step stands for those of `choices` in it.
  init(_ text: String, of option: String, choices: [Double]? = nil) throws(BadInput) {
    var values: [Double] = []
    var seen: Set<Double> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      for value in try Self.values(Self.item(part, option), option, choices) where seen.insert(value).inserted
      {
        values.append(value)
      }
      guard values.count <= Self.maximumCount else {
        throw BadInput("found \(option), expected at most \(Self.maximumCount) values.")
      }
    }
    self.values = values
  }

  private static func item(_ part: Substring, _ option: String) throws(BadInput) -> Item {
    let numbers = part.split(separator: ":", omittingEmptySubsequences: false).map(number)
    switch (numbers.count, numbers.first ?? nil, numbers.dropFirst().first ?? nil, numbers.last ?? nil) {
    case (1, let value?, _, _): return .number(value)
    case (2, let first?, let last?, _): return .range(first, last, step: nil)
    case (3, let first?, let last?, let step?): return .range(first, last, step: step)
    default:
      throw BadInput(
        "found '\(part)' in \(option), expected a number, a list as 1,2,5 or a range as 1:30:0.5.")
    }
  }

  private static func values(
    _ item: Item, _ option: String, _ choices: [Double]?
  ) throws(BadInput) -> [Double] {
    guard case .range(let first, let last, let step) = item else {
      if case .number(let value) = item { return [value] }
      return []
    }
    guard first <= last else {
      throw BadInput(
        "found a descending range in \(option), expected FIRST:LAST:STEP with FIRST below LAST.")
    }
    guard let step else {
      guard let choices else {
        throw BadInput("found a range without a step in \(option), expected FIRST:LAST:STEP, as 1:30:0.5.")
      }
      let chosen = choices.filter { (first...last).contains($0) }
      if chosen.isEmpty {
        throw BadInput("found no legal value in the range of \(option), expected one or more.")
      }
      return chosen
    }
    guard step > 0 else {
      throw BadInput("found the step \(DecimalText.plain(step)) in \(option), expected a step above 0.")
    }
    let count = ((last - first) / step + 1e-9).rounded(.down)
    guard count < Double(maximumCount) else {
      throw BadInput("found \(option), expected at most \(maximumCount) values; take a larger step.")
    }
    return (0...Int(count)).map { Self.tidied(first + Double($0) * step) }
  }

  /// Without what counting in binary fractions leaves behind the ninth digit.
  private static func tidied(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }

  /// A finite decimal number.
  private static func number(_ text: Substring) -> Double? {
    guard text.allSatisfy({ "+-0123456789.eE".contains($0) }), let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }
}
