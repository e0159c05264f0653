/// What a step requires of a measured value. From this one statement come the text of what is required, the text of
/// what was measured, the number with its margin, and whether the step is met: they cannot disagree.
package struct Expectation<Measured> {
  /// The outcome of a step.
  struct Judgement {
    /// What was measured, as text.
    var measured: String
    /// The number that decided, where there is one.
    var quantity: Quantity?
    /// Whether it is as required.
    var finding: Finding
  }

  /// What is required, as text.
  package let required: String
  let judge: (Measured) -> Judgement

  init(_ required: String, judge: @escaping (Measured) -> Judgement) {
    self.required = required
    self.judge = judge
  }
}

/// Whether a step is as required.
package enum Finding: Hashable, Sendable {
  case met
  case unmet
  /// The measurement leaves it open, for this reason.
  case uncertain(String)
}

// MARK: Values

extension Expectation {
  /// A value that meets a condition.
  ///
  /// - Parameters:
  ///   - required: the condition, as text.
  ///   - words: the value, as text.
  ///   - holds: whether the value meets the condition.
  package static func that(
    _ required: String, words: @escaping (Measured) -> String, _ holds: @escaping (Measured) -> Bool
  ) -> Expectation {
    Expectation(required) { Judgement(measured: words($0), finding: holds($0) ? .met : .unmet) }
  }
}

extension Expectation where Measured: Equatable {
  /// This value and no other.
  ///
  /// - Parameters:
  ///   - required: what is required, where the value as text is not enough.
  ///   - words: a value, as text.
  package static func equals(
    _ value: Measured, required: String? = nil, words: @escaping (Measured) -> String = MeasureText.words
  ) -> Expectation {
    .that(required ?? words(value), words: words) { $0 == value }
  }

  /// One of these values.
  ///
  /// - Parameter words: a value, as text.
  package static func oneOf(
    _ values: [Measured], words: @escaping (Measured) -> String = MeasureText.words
  ) -> Expectation {
    .that(values.map(words).joined(separator: " or "), words: words) { values.contains($0) }
  }
}

extension Expectation where Measured: Collection {
  /// No elements.
  ///
  /// - Parameter words: the elements, as text; their count unless given.
  package static func none(
    _ required: String = "none", words: @escaping (Measured) -> String = { "\($0.count)" }
  ) -> Expectation {
    .that(required, words: { $0.isEmpty ? required : words($0) }) { $0.isEmpty }
  }
}

extension Expectation where Measured: Collection, Measured.Element: Equatable {
  /// A list that has this element.
  ///
  /// - Parameter words: an element, as text.
  package static func contains(
    _ element: Measured.Element, words: @escaping (Measured.Element) -> String = MeasureText.words
  ) -> Expectation {
    .that(
      "\(words(element)) listed",
      words: { $0.isEmpty ? "none" : $0.map(words).joined(separator: ", ") }
    ) { $0.contains(element) }
  }
}

extension Expectation where Measured == Bool {
  /// A condition that must be true.
  ///
  /// - Parameters:
  ///   - required: the text of what is required, and of what was measured if it is true.
  ///   - met: the text of what was measured if it is true; `required` unless given.
  ///   - otherwise: the text of what was measured if it is false.
  package static func holds(_ required: String, met: String? = nil, else otherwise: String) -> Expectation {
    .that(required, words: { $0 ? met ?? required : otherwise }) { $0 }
  }
}

extension Expectation {
  /// A value that must be present.
  ///
  /// - Parameters:
  ///   - required: the text of what is required, and of what was measured if it is present.
  ///   - words: the value as text; `required` unless given.
  ///   - otherwise: the text of what was measured if it is absent.
  package static func present<Value>(
    _ required: String, words: ((Value) -> String)? = nil, else otherwise: String
  ) -> Expectation where Measured == Value? {
    .that(required, words: { $0.map { words?($0) ?? required } ?? otherwise }) { $0 != nil }
  }

  /// A value that must be absent.
  ///
  /// - Parameters:
  ///   - required: the text of what is required, and of what was measured if it is absent.
  ///   - met: the text of what was measured if it is absent; `required` unless given.
  ///   - words: the value, as text.
  package static func absent<Value>(
    _ required: String = "none", met: String? = nil,
    else words: @escaping (Value) -> String = MeasureText.words
  ) -> Expectation where Measured == Value? {
    .that(required, words: { $0.map(words) ?? met ?? required }) { $0 == nil }
  }
}

extension Expectation where Measured == String {
  /// What was measured instead of something required, so that the step is not met.
  package static func inPlaceOf(_ required: String) -> Expectation {
    .that(required, words: { $0 }) { _ in false }
  }

  /// A measurement that is reported and not judged.
  package static func reported(_ required: String = "reported") -> Expectation {
    .that(required, words: { $0 }) { _ in true }
  }
}
