/// A value of a document with its place.
public struct DocumentNode: Sendable, Equatable {
  /// One `key: value` of a mapping.
  public struct Entry: Sendable, Equatable {
    public var key: String
    public var keyPosition: SourcePosition
    public var value: DocumentNode

    /// Puts `value` under `key`.
    public init(key: String, keyPosition: SourcePosition, value: DocumentNode) {
      self.key = key
      self.keyPosition = keyPosition
      self.value = value
    }
  }

  /// What stands there. Scalars are kept as written; their meaning is the schema's matter.
  public indirect enum Content: Sendable, Equatable {
    case scalar(String, isQuoted: Bool)
    case list([DocumentNode])
    case map([Entry])
  }

  public var content: Content
  public var position: SourcePosition

  /// Puts a value at a place.
  public init(content: Content, position: SourcePosition) {
    self.content = content
    self.position = position
  }

  /// The entries of a mapping; none for anything else.
  public var entries: [Entry] {
    if case .map(let entries) = content { entries } else { [] }
  }

  /// The items of a list; none for anything else.
  public var items: [DocumentNode] {
    if case .list(let items) = content { items } else { [] }
  }

  public var scalar: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// The value under `key` of a mapping.
  public subscript(key: String) -> DocumentNode? { entries.first { $0.key == key }?.value }

  /// The value in one line, as it could be written.
  public var text: String {
    switch content {
    case .scalar(let text, _): text
    case .list(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
    case .map(let entries): "{" + entries.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ") + "}"
    }
  }

  /// The value in one line of YAML, which reads as the same value.
  public var line: String {
    switch content {
    case .scalar(let text, let isQuoted):
      let isPlain = text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || "0123456789._+-".contains(Character($0))
      }
      return isQuoted || !isPlain ? ScalarText.quoted(text) : text
    case .list(let items): return ScalarText.list(items.map(\.line))
    case .map(let entries): return ScalarText.mapping(entries.map { ($0.key, $0.value.line) })
    }
  }

  /// What a message calls the value.
  public var kind: String {
    switch content {
    case .list: return "a list"
    case .map: return "a mapping"
    case .scalar(let text, let isQuoted):
      if isQuoted { return "the quoted text '\(Excerpt.of(text))'" }
      return text.isEmpty ? "no value" : "'\(Excerpt.of(text))'"
    }
  }

  /// This mapping with the values of `other` in place of its own, mapping by mapping; lists are replaced.
  public func overridden(by other: DocumentNode) -> DocumentNode {
    guard case .map(var merged) = content, case .map(let changes) = other.content else { return other }
    for change in changes {
      if let index = merged.firstIndex(where: { $0.key == change.key }) {
        merged[index].keyPosition = change.keyPosition
        merged[index].value = merged[index].value.overridden(by: change.value)
      } else {
        merged.append(change)
      }
    }
    return DocumentNode(content: .map(merged), position: other.position)
  }

  /// This mapping without the key that a path of keys leads to.
  func without(_ path: [String]) -> DocumentNode {
    guard case .map(var entries) = content, let index = entries.firstIndex(where: { $0.key == path.first })
    else { return self }
    if path.count == 1 {
      entries.remove(at: index)
    } else {
      entries[index].value = entries[index].value.without(Array(path.dropFirst()))
    }
    return DocumentNode(content: .map(entries), position: position)
  }
}

/// A place in a file that a user wrote.
public struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
  /// The file as the caller named it.
  public var file: String
  /// Counted from 1.
  public var line: Int
  /// Counted from 1, in characters.
  public var column: Int

  /// Names a place; the beginning of the file by default.
  public init(file: String, line: Int = 1, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `FILE:LINE:COLUMN`, as editors and terminals understand it.
  public var description: String { "\(file):\(line):\(column)" }

  /// Orders places by file, then by where they stand in it.
  static func precedes(_ a: SourcePosition, _ b: SourcePosition) -> Bool {
    (a.file, a.line, a.column) < (b.file, b.line, b.column)
  }
}
