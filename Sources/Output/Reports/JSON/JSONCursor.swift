internal import Documents
internal import Profiles

/// A value of a report with the path that leads to it, for messages that name both.
struct JSONCursor {
  private let node: JSONNode
  private let path: String
  private let file: String

  init(_ node: JSONNode, file: String, path: String = "") {
    self.node = node
    self.file = file
    self.path = path
  }

  /// Where the value stands.
  var position: SourcePosition { SourcePosition(file: file, line: node.line, column: node.column) }

  /// What is wrong with the value.
  func refusal(_ expected: String, _ fix: String) -> ReportFileError {
    ReportFileError(
      file, node.line, node.column, path: path, "found \(node.kind), expected \(expected). \(fix)")
  }

  /// The value of a key that must be there.
  subscript(key: String) -> JSONCursor {
    get throws(ReportFileError) { try value(of: key, fix: "Write the report again with this version.") }
  }

  /// The value of a key that must be there; `fix` says what to do without it.
  func value(of key: String, fix: String) throws(ReportFileError) -> JSONCursor {
    if let value = try optional(key) { return value }
    throw ReportFileError(
      file, node.line, node.column, path: path, "found no key '\(key)', expected it here. \(fix)")
  }

  /// The value of a key; nil where it is missing, as in reports of older versions, or null.
  func optional(_ key: String) throws(ReportFileError) -> JSONCursor? {
    guard case .object(let members) = node.content else { throw refusal("an object", Self.fix) }
    guard let value = members.first(where: { $0.key == key })?.value else { return nil }
    if case .null = value.content { return nil }
    return JSONCursor(value, file: file, path: path.isEmpty ? key : "\(path).\(key)")
  }

  var items: [JSONCursor] {
    get throws(ReportFileError) {
      guard case .list(let nodes) = node.content else { throw refusal("a list", Self.fix) }
      return nodes.enumerated().map { JSONCursor($0.element, file: file, path: "\(path)[\($0.offset)]") }
    }
  }

  var members: [(key: String, value: JSONCursor)] {
    get throws(ReportFileError) {
      guard case .object(let members) = node.content else { throw refusal("an object", Self.fix) }
      return members.map { ($0.key, JSONCursor($0.value, file: file, path: "\(path).\($0.key)")) }
    }
  }

  var text: String {
    get throws(ReportFileError) {
      guard case .text(let text) = node.content else { throw refusal("a text", Self.fix) }
      return text
    }
  }

  /// A text as long as a name or the path of a file can be.
  var name: String {
    get throws(ReportFileError) {
      let text = try text
      guard text.utf8.count <= Self.maximumNameOctets else {
        throw refusal("at most \(Self.maximumNameOctets) octets", Self.again)
      }
      return text
    }
  }

  private static let maximumNameOctets = 4096

  var flag: Bool {
    get throws(ReportFileError) {
      guard case .flag(let flag) = node.content else { throw refusal("true or false", Self.fix) }
      return flag
    }
  }

  var number: Double {
    get throws(ReportFileError) {
      guard case .number(let number) = node.content else { throw refusal("a number", Self.fix) }
      return number
    }
  }

  /// A whole number that is not negative.
  var count: Int {
    get throws(ReportFileError) {
      guard case .number(let number) = node.content, let count = Int(exactly: number), count >= 0 else {
        throw refusal("a whole number from 0", Self.fix)
      }
      return count
    }
  }

  /// A seed, which is a text because many readers keep only 53 bits of a number.
  var seed: UInt64 {
    get throws(ReportFileError) {
      guard let seed = UInt64(try text) else {
        throw refusal("decimal digits in quotes", Self.again)
      }
      return seed
    }
  }

  /// A text that is one of some words.
  func word<Word: CaseIterable>(_ spelling: (Word) -> String) throws(ReportFileError) -> Word {
    let text = try text
    if let word = Word.allCases.first(where: { spelling($0) == text }) { return word }
    throw refusal("one of " + Word.allCases.map(spelling).joined(separator: ", "), Self.fix)
  }

  var isList: Bool { if case .list = node.content { true } else { false } }

  var texts: [String] {
    get throws(ReportFileError) {
      var texts: [String] = []
      for item in try items { texts.append(try item.text) }
      return texts
    }
  }

  /// Each item of a list as `read` takes it.
  func map<Value>(
    _ read: (JSONCursor) throws(ReportFileError) -> Value
  ) throws(ReportFileError) -> [Value] {
    var values: [Value] = []
    for item in try items { values.append(try read(item)) }
    return values
  }

  /// As `map`, of items that differ in `key`; the second of two equal ones should be what `expected` says.
  func map<Value, Key: Hashable>(
    differingBy key: (Value) -> Key, _ expected: String,
    _ read: (JSONCursor) throws(ReportFileError) -> Value
  ) throws(ReportFileError) -> [Value] {
    var known: Set<Key> = []
    return try map { item throws(ReportFileError) in
      let value = try read(item)
      guard known.insert(key(value)).inserted else { throw item.refusal(expected, Self.again) }
      return value
    }
  }

  /// The value, which is a list of one item or more, called `noun`.
  func filled(with noun: String) throws(ReportFileError) -> JSONCursor {
    if try items.isEmpty { throw refusal("one \(noun) or more", Self.again) }
    return self
  }

  /// What to do about a report that no version of the tool writes.
  static let again = "Write the report again."
  /// What to do about a file of another kind.
  static let fix = "Give a file that 'reflector check --json' or 'reflector campaign report --json' wrote."
}
