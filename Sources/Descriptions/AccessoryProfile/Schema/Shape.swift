/// What a value of a document must look like. The reader, the JSON Schema and the template all follow it.
indirect enum Shape: Sendable {
  /// A mapping with these keys and no others.
  case map([FieldRule])
  /// A mapping whose keys the user chooses.
  case table(keys: TextForm, values: Shape)
  /// A list of so many items.
  case list(Shape, count: ClosedRange<Int>, isDistinct: Bool = true)
  /// `true` or `false`.
  case flag
  /// A whole number.
  case integer(ClosedRange<Int>, Unit? = nil)
  /// One of a few whole numbers.
  case choice([Int], Unit? = nil)
  /// A finite number, a multiple of `step` where there is one.
  case number(ClosedRange<Double>, Unit? = nil, step: Double? = nil)
  /// One of a few words.
  case word([String])
  /// Text of a certain form.
  case text(TextForm)
  /// This word, or the shape.
  case either(String, Shape)
}

/// One key of a mapping.
struct FieldRule: Sendable {
  /// As written in the file, with the unit at its end.
  var key: String
  /// What its value looks like.
  var shape: Shape
  /// Whether the mapping is incomplete without it.
  var isRequired: Bool
  /// What it means, for schema and template.
  var summary: String
  /// A legal value, as YAML text; for mappings the examples of their keys are used.
  var example: String

  init(_ key: String, _ shape: Shape, required: Bool = false, example: String = "", _ summary: String) {
    self.key = key
    self.shape = shape
    isRequired = required
    self.example = example
    self.summary = summary
  }

  /// The example in one line, for messages.
  var exampleLine: String {
    guard case .map(let rules) = shape else { return example }
    let keys = rules.filter(\.isRequired)
    return "{" + keys.map { "\($0.key): \($0.exampleLine)" }.joined(separator: ", ") + "}"
  }
}
