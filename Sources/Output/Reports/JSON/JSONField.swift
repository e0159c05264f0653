internal import Notation

/// A value of a document of ours: how it is written, and what its schema says of it.
protocol JSONConvertible: Sendable {
  static var jsonShape: SchemaShape { get }
  var json: JSONValue { get }
}

/// A value with keys.
protocol JSONObject: JSONConvertible {
  /// In the order of the document.
  static var jsonFields: [JSONField<Self>] { get }
}

extension JSONObject {
  static var jsonShape: SchemaShape { .object(jsonFields.map(\.schema)) }
  var json: JSONValue { .object(Self.jsonFields.members(of: self)) }
}

/// A key, declared once for the document and its schema: its name, its meaning, the shape of its value, and that value.
struct JSONField<Model>: Sendable {
  let key: String
  let meaning: String
  let shape: SchemaShape
  let value: @Sendable (Model) -> JSONValue

  var schema: SchemaShape.Field { (key: key, meaning: meaning, shape: shape) }
}

extension JSONField {
  init<Value: JSONConvertible>(
    _ key: String, _ meaning: String, _ value: @escaping @Sendable (Model) -> Value
  ) {
    self.init(key: key, meaning: meaning, shape: Value.jsonShape) { model in value(model).json }
  }

  /// A key of which the type of the value does not tell the shape.
  static func shaped(
    _ key: String, _ meaning: String, _ shape: SchemaShape,
    _ value: @escaping @Sendable (Model) -> JSONValue
  ) -> JSONField {
    JSONField(key: key, meaning: meaning, shape: shape, value: value)
  }

  /// A key of an object that has keys of the model.
  static func object(_ key: String, _ meaning: String, _ fields: [JSONField]) -> JSONField {
    .shaped(key, meaning, .object(fields.map(\.schema))) { model in .object(fields.members(of: model)) }
  }

  /// A key of objects with `fields`.
  static func list<Item>(
    _ key: String, _ meaning: String, of fields: [JSONField<Item>],
    _ items: @escaping @Sendable (Model) -> [Item]
  ) -> JSONField {
    .shaped(key, meaning, .list(of: .object(fields.map(\.schema)))) { model in
      .list(items(model).map { .object(fields.members(of: $0)) })
    }
  }

  /// A key of an object with `fields`, or of null.
  static func optional<Part>(
    _ key: String, _ meaning: String, of fields: [JSONField<Part>],
    _ part: @escaping @Sendable (Model) -> Part?
  ) -> JSONField {
    .shaped(key, meaning, .optional(.object(fields.map(\.schema)))) { model in
      part(model).map { .object(fields.members(of: $0)) } ?? .null
    }
  }
}

extension Array {
  func members<Model>(of model: Model) -> [JSONValue.Member] where Element == JSONField<Model> {
    map { (key: $0.key, value: $0.value(model)) }
  }

  /// The same keys of what has a `Model` as its part.
  func of<Model, Outer>(
    _ part: @escaping @Sendable (Outer) -> Model
  ) -> [JSONField<Outer>] where Element == JSONField<Model> {
    map { field in
      JSONField<Outer>.shaped(field.key, field.meaning, field.shape) { outer in field.value(part(outer)) }
    }
  }
}

/// A kind of document for programs, which begins with its schema and the tool.
struct JSONDocument<Model>: Sendable {
  let name: String
  let title: String
  /// What the tool did, for the schema.
  var toolMeaning = "The program."
  let fields: [JSONField<Model>]

  /// The document, with a line feed at its end.
  func text(_ model: Model, tool: ToolIdentity) -> String {
    JSONValue.object([("schema", .text(name)), ("tool", tool.json)] + fields.members(of: model)).document()
  }

  /// The schema, with a line feed at its end.
  var schema: String {
    SchemaShape.document(
      name: name, title: title,
      fields: [(key: "tool", meaning: toolMeaning, shape: ToolIdentity.jsonShape)] + fields.map(\.schema))
  }
}

// MARK: Plain values

extension String: JSONConvertible {
  static var jsonShape: SchemaShape { .text }
  var json: JSONValue { .text(self) }
}

extension Bool: JSONConvertible {
  static var jsonShape: SchemaShape { .flag }
  var json: JSONValue { .flag(self) }
}

extension Double: JSONConvertible {
  static var jsonShape: SchemaShape { .number }
  var json: JSONValue { .number(self) }
}

extension JSONConvertible where Self: BinaryInteger {
  static var jsonShape: SchemaShape { .integer }
  var json: JSONValue { .integer(Int(self)) }
}

extension Int: JSONConvertible {}
extension Int8: JSONConvertible {}
extension Int64: JSONConvertible {}
extension UInt8: JSONConvertible {}
extension UInt16: JSONConvertible {}

/// One of some words.
extension JSONConvertible where Self: RawRepresentable<String> & CaseIterable {
  static var jsonShape: SchemaShape { .word(allCases.map(\.rawValue)) }
  var json: JSONValue { .text(rawValue) }
}

/// Null without a value.
extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  static var jsonShape: SchemaShape { .optional(Wrapped.jsonShape) }
  var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  static var jsonShape: SchemaShape { .list(of: Element.jsonShape) }
  var json: JSONValue { .list(map(\.json)) }
}

/// Both ends.
extension ClosedRange: JSONConvertible where Bound == Double {
  static var jsonShape: SchemaShape { .list(of: .number) }
  var json: JSONValue { .list([.number(lowerBound), .number(upperBound)]) }
}
