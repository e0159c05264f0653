/// What a step requires of a measured value. From this one statement come the text of what is required, the text of
/// what was measured, the number with its margin, and whether the step is met: they cannot disagree.
public struct Expectation<Measured> {
  /// What a step came to.
  struct Judgement {
    /// What was measured, for people.
    var measured: String
    /// The number that decided, where there is one.
    var quantity: Quantity?
    /// Whether it is as required.
    var finding: Finding
  }

  /// What is required, for people.
  public let required: String
  let judge: (Measured) -> Judgement

  init(_ required: String, judge: @escaping (Measured) -> Judgement) {
    self.required = required
    self.judge = judge
  }
}

/// Whether a step is as required.
public enum Finding: Hashable, Sendable {
  case met
  /// It is not.
  case unmet
  /// What was measured leaves it open, for this reason.
  case uncertain(String)
}

// MARK: Values

extension Expectation {
  /// A value of which something holds.
  ///
  /// - Parameters:
  ///   - required: what has to hold, for people.
  ///   - words: the value, for people.
  ///   - holds: whether it holds.
  public static func that(
    _ required: String, words: @escaping (Measured) -> String, _ holds: @escaping (Measured) -> Bool
  ) -> Expectation {
    Expectation(required) { Judgement(measured: words($0), finding: holds($0) ? .met : .unmet) }
  }
}

extension Expectation where Measured: Equatable {
  /// This value and no other.
  ///
  /// - Parameters:
  ///   - required: what is required, where the value in words does not say it all.
  ///   - words: a value, for people.
  public static func equals(
    _ value: Measured, required: String? = nil, words: @escaping (Measured) -> String = MeasureText.words
  ) -> Expectation {
    .that(required ?? words(value), words: words) { $0 == value }
  }

  /// One of these values.
  ///
  /// - Parameter words: a value, for people.
  public static func oneOf(
    _ values: [Measured], words: @escaping (Measured) -> String = MeasureText.words
  ) -> Expectation {
    .that(values.map(words).joined(separator: " or "), words: words) { values.contains($0) }
  }
}

extension Expectation where Measured: Collection {
  /// No elements.
  ///
  /// - Parameter words: what there is, for people; how many there are unless given.
  public static func none(
    _ required: String = "none", words: @escaping (Measured) -> String = { "\($0.count)" }
  ) -> Expectation {
    .that(required, words: { $0.isEmpty ? required : words($0) }) { $0.isEmpty }
  }
}

extension Expectation where Measured: Collection, Measured.Element: Equatable {
  /// A list that has this element.
  ///
  /// - Parameter words: an element, for people.
  public static func contains(
    _ element: Measured.Element, words: @escaping (Measured.Element) -> String = MeasureText.words
  ) -> Expectation {
    .that(
      "\(words(element)) listed",
      words: { $0.isEmpty ? "none" : $0.map(words).joined(separator: ", ") }
    ) { $0.contains(element) }
  }
}

extension Expectation where Measured == Bool {
  /// That something is so.
  ///
  /// - Parameters:
  ///   - required: what is required, and measured if it is so.
  ///   - met: what is measured if it is so, where that is not the same.
  ///   - otherwise: what is measured if it is not.
  public static func holds(
    _ required: String, met: String? = nil, else otherwise: String
  ) -> Expectation {
    .that(required, words: { $0 ? met ?? required : otherwise }) { $0 }
  }
}

extension Expectation {
  /// That there is something.
  ///
  /// - Parameters:
  ///   - required: what is required, and measured if there is.
  ///   - words: what there is, for people, where `required` does not say it.
  ///   - otherwise: what is measured if there is not.
  public static func present<Value>(
    _ required: String, words: ((Value) -> String)? = nil, else otherwise: String
  ) -> Expectation where Measured == Value? {
    .that(required, words: { $0.map { words?($0) ?? required } ?? otherwise }) { $0 != nil }
  }

  /// That there is nothing.
  ///
  /// - Parameters:
  ///   - required: what is required, and measured if there is nothing.
  ///   - met: what is measured if there is nothing, where that is not the same.
  ///   - words: what there is, for people.
  public static func absent<Value>(
    _ required: String = "none", met: String? = nil,
    else words: @escaping (Value) -> String = MeasureText.words
  ) -> Expectation where Measured == Value? {
    .that(required, words: { $0.map(words) ?? met ?? required }) { $0 == nil }
  }
}

extension Expectation where Measured == String {
  /// What stands in the place of something required, and so is not as required.
  public static func inPlaceOf(_ required: String) -> Expectation {
    .that(required, words: { $0 }) { _ in false }
  }

  /// What is reported for people and judged by nothing.
  public static func reported(_ required: String = "reported") -> Expectation {
    .that(required, words: { $0 }) { _ in true }
  }
}
