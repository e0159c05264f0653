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
    guard schema.isSourced else { return JSONValue.object(head + fields(of: schema.rules)).document() }
    // A file that extends another, or leaves what nobody has seen unknown, needs only a part of the keys.
    let isPart = ["extends", "unknown"].filter { key in schema.rules.contains { $0.key == key } }.map { key in
      JSONValue.object([("required", .texts([key]))])
    }
    let body =
      fields(of: schema.rules, areComplete: false) + [
        ("required", .texts(["schema"])),
        ("anyOf", .list(isPart + [.object(completeness(schema.rules))])),
      ]
    return JSONValue.object(head + body).document()
  }

  /// What all keys of a file and of its sections ask for where no other file adds to them.
  private static func completeness(_ rules: [FieldRule]) -> [JSONValue.Member] {
    let sections = rules.compactMap { rule -> JSONValue.Member? in
      guard case .map(let inner) = rule.shape else { return nil }
      let below = completeness(inner)
      return below.isEmpty ? nil : (rule.key, .object(below))
    }
    return (rules.contains(where: \.isRequired) ? [("required", required(rules))] : [])
      + (sections.isEmpty ? [] : [("properties", .object(sections))])
  }

  /// - Parameter areComplete: whether required keys are asked for here, in sections too.
  private static func fields(of rules: [FieldRule], areComplete: Bool = true) -> [JSONValue.Member] {
    let properties = rules.map { rule in
      (
        rule.key,
        JSONValue.object(
          [("description", .text(rule.summary))] + members(rule.shape, areComplete: areComplete))
      )
    }
    var object: [JSONValue.Member] = [
      ("type", .text("object")), ("additionalProperties", .flag(false)),
      ("properties", .object(properties)),
    ]
    if areComplete, rules.contains(where: \.isRequired) { object.append(("required", required(rules))) }
    return object
  }

  private static func required(_ rules: [FieldRule]) -> JSONValue {
    .list(rules.filter(\.isRequired).map { .text($0.key) })
  }

  private static func members(_ shape: Shape, areComplete: Bool = true) -> [JSONValue.Member] {
    switch shape {
    case .map(let rules): return fields(of: rules, areComplete: areComplete)
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
    case .word(let words, _): return [("enum", .list(words.flatMap(spellings)))]
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
    if form.isNumberToEditors { return [("type", .list([.text("string"), .text("number")]))] }
    var members: [JSONValue.Member] = [("type", .text("string")), ("minLength", .integer(1))]
    if let maximum = form.maximumOctets { members.append(("maxLength", .integer(maximum))) }
    if let pattern = form.pattern { members.append(("pattern", .text(pattern))) }
    return members
  }
}
