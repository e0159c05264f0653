import Foundation

/// Holds JSON to the part of JSON Schema that our schemas use. A keyword that it does not know is a complaint, and so
/// is a key of a document that the schema does not tell of.
public struct SchemaValidator {
  private let schema: Any

  /// Reads a schema.
  public init(_ text: String) throws { schema = try JSONSerialization.jsonObject(with: Data(text.utf8)) }

  /// What is wrong with a document, each with its path; none if it keeps to the schema.
  public func complaints(_ text: String) throws -> [String] {
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    return Self.complaints(document, schema, "$")
  }

  private static let known: Set<String> = [
    "$schema", "$id", "title", "description", "type", "enum", "items", "properties", "required",
    "additionalProperties", "anyOf", "const", "minimum", "maximum", "minItems", "maxItems", "uniqueItems",
    "minLength", "maxLength", "pattern", "propertyNames", "multipleOf",
  ]

  private static func complaints(_ value: Any, _ schema: Any, _ path: String) -> [String] {
    guard let rules = schema as? [String: Any] else { return ["\(path): the schema is no object"] }
    var found = rules.keys.filter { !known.contains($0) }.sorted().map { "\(path): unknown keyword \($0)" }
    if let type = rules["type"] as? String, !isOf(type, value) { found.append("\(path): no \(type)") }
    if let types = rules["type"] as? [String], !types.contains(where: { isOf($0, value) }) {
      found.append("\(path): none of \(types)")
    }
    if let choices = rules["enum"] as? [NSObject], !choices.contains(where: { $0 == value as? NSObject }) {
      found.append("\(path): \(value) is none of \(choices)")
    }
    if let choices = rules["anyOf"] as? [Any] {
      let attempts = choices.map { complaints(value, $0, path) }
      if attempts.allSatisfy({ !$0.isEmpty }) { found += attempts.flatMap(\.self) }
    }
    if let item = rules["items"], let list = value as? [Any] {
      for (index, element) in list.enumerated() { found += complaints(element, item, "\(path)[\(index)]") }
    }
    return found + members(value, rules, path)
  }

  private static func members(_ value: Any, _ rules: [String: Any], _ path: String) -> [String] {
    guard let object = value as? [String: Any], rules["anyOf"] == nil || rules["properties"] != nil else {
      return []
    }
    let properties = rules["properties"] as? [String: Any] ?? [:]
    // One that adds to another schema, as a branch of `anyOf` does, need not know all keys.
    let isWhole = rules["type"] as? String == "object"
    var found: [String] = []
    for key in rules["required"] as? [String] ?? [] where object[key] == nil {
      found.append("\(path): lacks \(key)")
    }
    for (key, member) in object.sorted(by: { $0.key < $1.key }) {
      if let shape = properties[key] ?? rules["additionalProperties"] {
        found += complaints(member, shape, "\(path).\(key)")
      } else if isWhole {
        found.append("\(path): unexpected \(key)")
      }
    }
    return found
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "string": return value is String
    case "array": return value is [Any]
    case "object": return value is [String: Any]
    case "null": return value is NSNull
    case "boolean": return (value as? NSNumber).map(isFlag) ?? false
    case "number": return (value as? NSNumber).map { !isFlag($0) } ?? false
    case "integer":
      guard let number = value as? NSNumber, !isFlag(number) else { return false }
      return number.doubleValue == number.doubleValue.rounded()
    default: return false
    }
  }

  private static func isFlag(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
}
