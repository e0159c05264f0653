internal import Notation

/// Writes a document schema as JSON Schema (draft 2020-12), for editors. It follows the table that the reader
/// follows, key by key in the same order.
enum JSONSchemaWriter {
  /// The text, with a line feed at its end.
  static func text(_ schema: DocumentSchema, title: String) -> String {
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
    // Service UUIDs and 0x words are numbers to an editor's YAML.
    if form == .serviceUUID { return [("type", .list([.text("string"), .text("integer")]))] }
    var members: [JSONValue.Member] = [("type", .text("string")), ("minLength", .integer(1))]
    if case .free(let maximum) = form { members.append(("maxLength", .integer(maximum))) }
    if let pattern = form.pattern { members.append(("pattern", .text(pattern))) }
    return members
  }
}

/// The JSON Schemas of the files that users write; each the same text for each call.
public enum ProfileSchema {
  /// That of accessory profiles.
  public static var json: String { JSONSchemaWriter.text(AccessoryRules.schema, title: "Accessory profile") }
  /// That of requirement sets that extend no other.
  public static var requirementsJSON: String {
    JSONSchemaWriter.text(RequirementSet.schema, title: "Requirement set")
  }
  /// That of waivers.
  public static var waiversJSON: String { JSONSchemaWriter.text(WaiverList.schema, title: "Waivers") }
  /// That of the policies of the gate.
  public static var gatePolicyJSON: String {
    JSONSchemaWriter.text(GatePolicy.schema, title: "Gate policy")
  }
  /// That of phones.
  public static var phoneJSON: String { JSONSchemaWriter.text(PhoneRules.schema, title: "Phone") }
  /// That of environments.
  public static var environmentJSON: String {
    JSONSchemaWriter.text(EnvironmentRules.schema, title: "Environment")
  }
}

/// The profile that `profile new` writes: each key with its meaning and a legal value, each value assumed.
public enum ProfileTemplate {
  /// A complete profile for the given chipset. It reads back without an error.
  public static func text(vendor: String, chipset: String) -> String {
    var lines = [
      "# Describe your accessory: correct each value, then give its public source in place of 'assumed'.",
      "schema: \(AccessoryProfile.schemaName)",
      "",
    ]
    for rule in AccessoryRules.schema.fields
    where !["interpretations", "faults", "unknown"].contains(rule.key) {
      if rule.key == "core" { lines += sources }
      append(rule, vendor: vendor, chipset: chipset, indent: "", to: &lines)
      lines.append("")
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  private static var sources: [String] {
    let sourced = AccessoryRules.schema.fields.filter { !SourceCheck.unsourcedKeys.contains($0.key) }
    return [
      "# A path and everything below it, and a name of 'references' or 'assumed'. The longest path wins.",
      "sources:",
    ] + sourced.map { "  \($0.key): assumed" } + [""]
  }

  private static func append(
    _ rule: FieldRule, vendor: String, chipset: String, indent: String, to lines: inout [String]
  ) {
    if case .map(let rules) = rule.shape {
      lines.append("\(indent)# \(rule.summary)")
      lines.append("\(indent)\(rule.key):")
      for below in rules {
        append(below, vendor: vendor, chipset: chipset, indent: indent + "  ", to: &lines)
      }
      return
    }
    var example = rule.example
    if indent == "  ", rule.key == "vendor" { example = quoted(vendor) }
    if indent == "  ", rule.key == "chipset" { example = quoted(chipset) }
    let isOptional = templateOmissions.contains(rule.key)
    lines.append("\(indent)\(isOptional ? "# " : "")\(rule.key): \(example)  # \(rule.summary)")
  }

  /// Keys that make sense only together with others; shown behind a comment sign.
  private static let templateOmissions = [
    "sounding_class_ns", "random_class_ns", "manufacturer_data", "company_id",
  ]

  private static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}
