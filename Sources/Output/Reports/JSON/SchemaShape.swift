internal import Notation

/// What a value of a document of ours looks like, as JSON Schema says it.
indirect enum SchemaShape: Sendable {
  case text
  case number
  case integer
  case flag
  case word([String])
  case list(of: SchemaShape)
  case table(of: SchemaShape)
  case optional(SchemaShape)
  case either(SchemaShape, SchemaShape)
  /// All keys are there; later versions may have more.
  case object([Field])

  typealias Field = (key: String, meaning: String, shape: SchemaShape)

  /// A schema of draft 2020-12, with a line feed at its end.
  static func document(name: String, title: String, fields: [Field]) -> String {
    let head: [(key: String, value: JSONValue)] = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")), ("$id", .text(name)),
      ("title", .text(title)),
    ]
    let kind: Field = ("schema", "The kind and version of the document.", .word([name]))
    return JSONValue.object(head + SchemaShape.object([kind] + fields).members).document()
  }

  /// The keywords that say it.
  private var members: [(key: String, value: JSONValue)] {
    switch self {
    case .text: [("type", .text("string"))]
    case .number: [("type", .text("number"))]
    case .integer: [("type", .text("integer"))]
    case .flag: [("type", .text("boolean"))]
    case .word(let words): [("enum", .texts(words))]
    case .list(let item): [("type", .text("array")), ("items", .object(item.members))]
    case .table(let value): [("type", .text("object")), ("additionalProperties", .object(value.members))]
    case .optional(let shape):
      [("anyOf", .list([.object(shape.members), .object([("type", .text("null"))])]))]
    case .either(let one, let other): [("anyOf", .list([.object(one.members), .object(other.members)]))]
    case .object(let fields):
      [
        ("type", .text("object")),
        (
          "properties",
          .object(fields.map { ($0.key, .object([("description", .text($0.meaning))] + $0.shape.members)) })
        ),
        ("required", .texts(fields.map(\.key))),
      ]
    }
  }
}
