/// A value of a document with its place.
struct DocumentNode: Sendable, Equatable {
  /// One `key: value` of a mapping.
  struct Entry: Sendable, Equatable {
    var key: String
    var keyPosition: SourcePosition
    var value: DocumentNode
  }

  /// What stands there. Scalars are kept as written; their meaning is the schema's matter.
  indirect enum Content: Sendable, Equatable {
    case scalar(String, isQuoted: Bool)
    case list([DocumentNode])
    case map([Entry])
  }

  var content: Content
  var position: SourcePosition

  /// The entries of a mapping; none for anything else.
  var entries: [Entry] {
    if case .map(let entries) = content { entries } else { [] }
  }

  /// The items of a list; none for anything else.
  var items: [DocumentNode] {
    if case .list(let items) = content { items } else { [] }
  }

  /// The text of a scalar.
  var scalar: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// The value under `key` of a mapping.
  subscript(key: String) -> DocumentNode? { entries.first { $0.key == key }?.value }

  /// The value in one line, as it could be written.
  var text: String {
    switch content {
    case .scalar(let text, _): text
    case .list(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
    case .map(let entries): "{" + entries.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ") + "}"
    }
  }

  /// What a message calls the value.
  var kind: String {
    switch content {
    case .list: return "a list"
    case .map: return "a mapping"
    case .scalar(let text, let isQuoted):
      if isQuoted { return "the quoted text '\(Excerpt.of(text))'" }
      return text.isEmpty ? "no value" : "'\(Excerpt.of(text))'"
    }
  }

  /// This mapping with the values of `other` in place of its own, mapping by mapping; lists are replaced.
  func overridden(by other: DocumentNode) -> DocumentNode {
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
}
