internal import Notation

/// One key of a section, declared once: its rule, how it is read into a model, and what a file writes of the model.
public struct Key<Model>: Sendable {
  public typealias Place<Value> = any WritableKeyPath<Model, Value> & Sendable
  /// A path below the section and the value there as YAML text; nil where a file leaves it out.
  public typealias Line = (path: String, text: String?)
  /// Gives a rule the defaults that a model has.
  typealias Filling = @Sendable (FieldRule, Model) -> FieldRule

  /// What its value looks like, and what it means.
  public var rule: FieldRule
  private let reading: @Sendable (Section, inout Model) -> Void
  private let writing: @Sendable (Model) -> [Line]
  private let filling: Filling

  /// Declares a key of a value of its own kind.
  ///
  /// - Parameters:
  ///   - read: takes the value from the section, which has the key; nothing by default, for a key that other code reads.
  ///   - text: the value as YAML text; nil where a file leaves the key out.
  public init(
    _ rule: FieldRule, read: @escaping @Sendable (Section, inout Model) -> Void = { _, _ in },
    text: @escaping @Sendable (Model) -> String? = { _ in nil }
  ) {
    self.rule = rule
    let key = rule.key
    reading = { section, model in if section.has(key) { read(section, &model) } }
    writing = { [(key, text($0))] }
    filling = { rule, model in
      var rule = rule
      rule.usual = text(model)
      return rule
    }
  }

  /// Declares a section: the keys of a part of the model.
  public init<Part>(
    _ key: String, _ place: Place<Part>, _ keys: [Key<Part>], required: Bool = false, _ summary: String
  ) {
    rule = FieldRule(key, .map(keys.map(\.rule)), required: required, summary)
    reading = { section, model in keys.read(section.section(key), into: &model[keyPath: place]) }
    writing = { model in
      keys.lines(model[keyPath: place]).map { ("\(key).\($0.path)", $0.text) }
    }
    filling = { rule, model in
      var rule = rule
      rule.shape = .map(keys.described(by: model[keyPath: place]))
      return rule
    }
  }

  var isSection: Bool { if case .map = rule.shape { true } else { false } }

  /// Takes the value from a section; without one the model stays as it is.
  public func read(_ section: Section, into model: inout Model) { reading(section, &model) }

  /// The values of the key, or of all keys of the section: those of keys first, then those of sections below.
  public func lines(_ model: Model) -> [Line] { writing(model) }

  /// The same key, left out of files of a model for which `condition` does not hold.
  public func written(if condition: @escaping @Sendable (Model) -> Bool) -> Key {
    let writing = writing
    return Key(
      rule, reading: reading,
      writing: { model in
        condition(model) ? writing(model) : writing(model).map { ($0.path, nil) }
      }, filling: filling)
  }

  public func described(by model: Model) -> FieldRule { filling(rule, model) }

  /// The same key with other defaults.
  func filled(by filling: @escaping Filling) -> Key {
    Key(rule, reading: reading, writing: writing, filling: filling)
  }

  /// The same key, of which the value in a model is no default.
  public var withoutDefault: Key { filled { rule, _ in rule } }

  init(
    _ rule: FieldRule, reading: @escaping @Sendable (Section, inout Model) -> Void,
    writing: @escaping @Sendable (Model) -> [Line], filling: @escaping Filling
  ) {
    self.rule = rule
    self.reading = reading
    self.writing = writing
    self.filling = filling
  }
}

extension Key {
  /// `true` or `false`.
  public static func flag(
    _ key: String, _ place: Place<Bool>, required: Bool = false, example: String, _ summary: String
  ) -> Key {
    Key(FieldRule(key, .flag, required: required, example: example, summary)) {
      $1[keyPath: place] = $0.flag(key, or: $1[keyPath: place])
    } text: {
      "\($0[keyPath: place])"
    }
  }

  /// `true` where a set has a member.
  public static func member<Set: SetAlgebra & Sendable>(
    _ key: String, _ place: Place<Set>, _ member: Set.Element, required: Bool = false, example: String,
    _ summary: String
  ) -> Key where Set.Element: Sendable {
    Key(FieldRule(key, .flag, required: required, example: example, summary)) {
      if $0.flag(key, or: false) { $1[keyPath: place].insert(member) }
    } text: {
      "\($0[keyPath: place].contains(member))"
    }
  }

  /// A number, a multiple of `step` where there is one; the example is the default unless given.
  public static func number(
    _ key: String, _ place: Place<Double>, _ range: ClosedRange<Double>, _ unit: Unit?, step: Double? = nil,
    required: Bool = false, example: String, _ summary: String
  ) -> Key {
    Key(FieldRule(key, .number(range, unit, step: step), required: required, example: example, summary)) {
      $1[keyPath: place] = $0.number(key, or: $1[keyPath: place])
    } text: {
      ScalarText.format($0[keyPath: place])
    }
  }

  /// A number that may not be there.
  public static func number(
    _ key: String, _ place: Place<Double?>, _ range: ClosedRange<Double>, _ unit: Unit?, step: Double? = nil,
    example: String, _ summary: String
  ) -> Key {
    Key(FieldRule(key, .number(range, unit, step: step), example: example, summary)) {
      $1[keyPath: place] = $0.number(key, or: 0)
    } text: {
      $0[keyPath: place].map(ScalarText.format)
    }
  }

  /// A whole number; where `hexDigits` is given, written in so many.
  public static func integer<Number: FixedWidthInteger & Sendable>(
    _ key: String, _ place: Place<Number>, _ range: ClosedRange<Int>, _ unit: Unit? = nil,
    required: Bool = false, hexDigits: Int? = nil, example: String, _ summary: String
  ) -> Key {
    Key(FieldRule(key, .integer(range, unit), required: required, example: example, summary)) {
      if let value = $0.integer(key) { $1[keyPath: place] = Number(value) }
    } text: {
      text($0[keyPath: place], hexDigits)
    }
  }

  /// A whole number that may not be there.
  public static func integer<Number: FixedWidthInteger & Sendable>(
    _ key: String, _ place: Place<Number?>, _ range: ClosedRange<Int>, _ unit: Unit? = nil,
    hexDigits: Int? = nil, example: String, _ summary: String
  ) -> Key {
    Key(FieldRule(key, .integer(range, unit), example: example, summary)) {
      $1[keyPath: place] = $0.integer(key).map { Number($0) }
    } text: {
      $0[keyPath: place].map { text($0, hexDigits) }
    }
  }

  private static func text(_ value: some FixedWidthInteger, _ hexDigits: Int?) -> String {
    hexDigits.map { value.hex($0) } ?? "\(value)"
  }

  /// One of a few whole numbers.
  public static func choice<Number: FixedWidthInteger & Sendable>(
    _ key: String, _ place: Place<Number>, _ values: [Int], _ unit: Unit? = nil, required: Bool = false,
    example: String, _ summary: String
  ) -> Key {
    Key(FieldRule(key, .choice(values, unit), required: required, example: example, summary)) {
      if let value = $0.integer(key) { $1[keyPath: place] = Number(value) }
    } text: {
      "\($0[keyPath: place])"
    }
  }

  /// Text, written in quotes; left out where it is empty.
  public static func text(
    _ key: String, _ place: Place<String>, _ form: TextForm, required: Bool = false, example: String,
    _ summary: String
  ) -> Key {
    Key(FieldRule(key, .text(form), required: required, example: example, summary)) {
      $1[keyPath: place] = $0.text(key) ?? ""
    } text: {
      $0[keyPath: place].isEmpty ? nil : ScalarText.quoted($0[keyPath: place])
    }
  }

  /// An optional value, written as text; a file leaves it out where there is none.
  public static func text<Value: LosslessStringConvertible & Sendable>(
    _ key: String, _ place: Place<Value?>, _ form: TextForm, example: String, _ summary: String
  ) -> Key {
    Key(FieldRule(key, .text(form), example: example, summary)) {
      $1[keyPath: place] = $0.text(key).flatMap { Value($0) }
    } text: {
      $0[keyPath: place].map { ScalarText.quoted($0.description) }
    }
  }

  public static func texts(
    _ key: String, _ place: Place<[String]>, _ form: TextForm, count: ClosedRange<Int>, example: String,
    _ summary: String
  ) -> Key {
    list(
      key, place, of: .text(form), count: count, example: example, summary, value: { $0 },
      text: ScalarText.quoted)
  }

  /// Octets as hex digits; left out where there are none.
  public static func octets(
    _ key: String, _ place: Place<[UInt8]>, maximum: Int, example: String, _ summary: String
  ) -> Key {
    Key(FieldRule(key, .text(.hexOctets(maximum: maximum)), example: example, summary)) {
      $1[keyPath: place] = $0.text(key).flatMap([UInt8].init(hex:)) ?? []
    } text: {
      $0[keyPath: place].isEmpty ? nil : ScalarText.quoted($0[keyPath: place].hex(.upper))
    }
  }

  /// The word of one of the cases; the example is the first unless given.
  public static func word<Value: RawRepresentable<String> & CaseIterable & Equatable & Sendable>(
    _ key: String, _ place: Place<Value>, required: Bool = false, example: String? = nil, _ summary: String
  ) -> Key {
    let words = Value.allCases.map { ($0.rawValue, $0) }
    return word(
      key, place, words, required: required, example: example ?? words.first?.0 ?? "", summary)
  }

  public static func word<Value: Equatable & Sendable>(
    _ key: String, _ place: Place<Value>, _ words: [(String, Value)], required: Bool = false, example: String,
    _ summary: String
  ) -> Key {
    Key(FieldRule(key, .word(words.map(\.0)), required: required, example: example, summary)) {
      section, model in
      if let value = words.first(where: { $0.0 == section.text(key) })?.1 { model[keyPath: place] = value }
    } text: { model in
      words.first { $0.1 == model[keyPath: place] }?.0
    }
  }

  /// Some of a few words, each for a member of a set.
  public static func words<Set: SetAlgebra & Sendable>(
    _ key: String, _ place: Place<Set>, _ words: [(String, Set.Element)], count: ClosedRange<Int>,
    required: Bool = false, example: String, _ summary: String
  ) -> Key where Set.Element: Sendable {
    let shape = Shape.list(.word(words.map(\.0)), count: count)
    return Key(FieldRule(key, shape, required: required, example: example, summary)) { section, model in
      let chosen = section.texts(key)
      model[keyPath: place] = []
      for (word, member) in words where chosen.contains(word) { model[keyPath: place].insert(member) }
    } text: { model in
      ScalarText.list(words.filter { model[keyPath: place].contains($0.1) }.map(\.0))
    }
  }

  /// A list of scalars, each of which `value` reads and `text` writes.
  public static func list<Value>(
    _ key: String, _ place: Place<[Value]>, of item: Shape, count: ClosedRange<Int>, isDistinct: Bool = true,
    required: Bool = false, example: String, _ summary: String,
    value: @escaping @Sendable (String) -> Value?, text: @escaping @Sendable (Value) -> String
  ) -> Key {
    let shape = Shape.list(item, count: count, isDistinct: isDistinct)
    return Key(FieldRule(key, shape, required: required, example: example, summary)) {
      $1[keyPath: place] = $0.texts(key).compactMap(value)
    } text: {
      ScalarText.list($0[keyPath: place].map(text))
    }
  }
}
