internal import Notation

/// Writes a document schema as JSON Schema (draft 2020-12), for editors. It follows the table that the reader
/// follows, key by key in the same order.
public enum JSONSchemaWriter {
  /// The text, with a line feed at its end.
  public static func text(_ schema: DocumentSchema, title: String) -> String {
    let head: [JSONValue.Member] = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("$id", .text(schema.name)),
      ("title", .text(title)),
    ]
    var body = fields(of: schema.rules)
    if schema.isSourced {
      // A file that extends another needs only what it changes.
      body.removeAll { $0.0 == "required" }
      let complete = required(schema.rules)
      body.append(("required", .list([.text("schema")])))
      body.append(
        (
          "anyOf",
          .list([.object([("required", .list([.text("extends")]))]), .object([("required", complete)])])
        ))
    }
    return JSONValue.object(head + body).document()
  }

  private static func fields(of rules: [FieldRule]) -> [JSONValue.Member] {
    let properties = rules.map { rule in
      (rule.key, JSONValue.object([("description", .text(rule.summary))] + members(rule.shape)))
    }
    var object: [JSONValue.Member] = [
      ("type", .text("object")), ("additionalProperties", .flag(false)),
      ("properties", .object(properties)),
    ]
    if rules.contains(where: \.isRequired) { object.append(("required", required(rules))) }
    return object
  }

  private static func required(_ rules: [FieldRule]) -> JSONValue {
    .list(rules.filter(\.isRequired).map { .text($0.key) })
  }

  private static func members(_ shape: Shape) -> [JSONValue.Member] {
    switch shape {
    case .map(let rules): return fields(of: rules)
    case .table(let keys, let values):
      var names: [JSONValue.Member] = []
      if let pattern = keys.pattern { names = [("propertyNames", .object([("pattern", .text(pattern))]))] }
      return [("type", .text("object"))] + names + [("additionalProperties", .object(members(values)))]
    case .list(let item, let count, let isDistinct):
      return [
        ("type", .text("array")), ("items", .object(members(item))),
        ("minItems", .integer(count.lowerBound)),
        ("maxItems", .integer(count.upperBound)),
      ] + (isDistinct ? [("uniqueItems", .flag(true))] : [])
    case .flag: return [("type", .text("boolean"))]
    case .integer(let range, _):
      return [
        ("type", .text("integer")), ("minimum", .integer(range.lowerBound)),
        ("maximum", .integer(range.upperBound)),
      ]
    case .choice(let values, _): return [("enum", .list(values.map { .integer($0) }))]
    case .number(let range, _, let step):
      let multiple = step.map { [("multipleOf", JSONValue.numeral(ScalarText.format($0)))] } ?? []
      return [
        ("type", .text("number")), ("minimum", .numeral(ScalarText.format(range.lowerBound))),
        ("maximum", .numeral(ScalarText.format(range.upperBound))),
      ] + multiple
    case .word(let words): return [("enum", .list(words.flatMap(spellings)))]
    case .text(let form): return text(form)
    case .either(let word, let other):
      return [("anyOf", .list([.object([("const", .text(word))]), .object(members(other))]))]
    }
  }

  /// An editor reads an unquoted `6.3` as a number, where we read the word.
  private static func spellings(_ word: String) -> [JSONValue] {
    ScalarText.number(word) != nil && !word.hasPrefix("0x") ? [.text(word), .numeral(word)] : [.text(word)]
  }

  private static func text(_ form: TextForm) -> [JSONValue.Member] {
    if form.isNumberToEditors { return [("type", .list([.text("string"), .text("integer")]))] }
    var members: [JSONValue.Member] = [("type", .text("string")), ("minLength", .integer(1))]
    if let maximum = form.maximumOctets { members.append(("maxLength", .integer(maximum))) }
    if let pattern = form.pattern { members.append(("pattern", .text(pattern))) }
    return members
  }
}
