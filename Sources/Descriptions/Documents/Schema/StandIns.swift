/// Something that nobody has seen of what a file describes: a key, or a section of keys.
public struct UnknownPart: Hashable, Sendable {
  /// A dotted path as `channel_sounding.t_fcs_us` or `radio`, or a word that the kind of file has for more.
  public var path: String
  /// Where the file says so.
  public var position: SourcePosition

  /// Names something that is unknown.
  public init(path: String, position: SourcePosition) {
    self.path = path
    self.position = position
  }

  /// Whether the value at a dotted path is unknown because of this.
  public func hides(_ path: String) -> Bool { DottedPath.leads(path, into: self.path) }

  /// Whether the value at `path`, or some value below it, is unknown because of this.
  public func touches(_ path: String) -> Bool { hides(path) || DottedPath.leads(self.path, into: path) }
}

/// Fills a document where a key that it must have is among what nobody has seen: with the value that a template
/// shows.
struct StandIns {
  private let unknown: [UnknownPart]

  /// Fills for what the list `unknown` of `node` names.
  init(_ node: DocumentNode) {
    unknown = (node["unknown"]?.items ?? []).compactMap { item in
      item.scalar.map { UnknownPart(path: $0, position: item.position) }
    }
  }

  /// `node` with what is missing.
  func filled(_ node: DocumentNode, _ rules: [FieldRule]) throws(DocumentErrors) -> DocumentNode {
    unknown.isEmpty ? node : try filled(node, rules, below: "")
  }

  private func filled(
    _ node: DocumentNode, _ rules: [FieldRule], below parent: String
  ) throws(DocumentErrors) -> DocumentNode {
    var entries = node.entries
    for rule in rules {
      let path = parent + rule.key
      let place = entries.firstIndex { $0.key == rule.key }
      let part = unknown.first { place == nil && rule.isRequired ? $0.touches(path) : $0.hides(path) }
      if case .map(let below) = rule.shape {
        let old = place.map { entries[$0].value }
        guard let value = old ?? part.map({ DocumentNode(content: .map([]), position: $0.position) }),
          old != nil || rule.isRequired
        else { continue }
        let new = try filled(value, below, below: path + ".")
        if let place {
          entries[place].value = new
        } else {
          entries.append(.init(key: rule.key, keyPosition: value.position, value: new))
        }
      } else if place == nil, rule.isRequired, let part {
        entries.append(
          .init(key: rule.key, keyPosition: part.position, value: try Self.example(rule, at: part.position)))
      }
    }
    return DocumentNode(content: .map(entries), position: node.position)
  }

  private static func example(_ rule: FieldRule, at position: SourcePosition) throws(DocumentErrors)
    -> DocumentNode
  {
    let document = try Document(octets: Array("value: \(rule.example)\n".utf8), file: position.file)
    guard let value = document.root["value"] else { preconditionFailure("\(rule.key) has an example") }
    return value.moved(to: position)
  }
}

extension DocumentNode {
  /// The same value, all of it at one place.
  fileprivate func moved(to position: SourcePosition) -> DocumentNode {
    var copy = DocumentNode(content: content, position: position)
    if case .list(let items) = content { copy.content = .list(items.map { $0.moved(to: position) }) }
    return copy
  }

  /// The list `unknown` of a file that extends another: its own, else that of the base without what it has a value
  /// for itself.
  func withUnknown(of base: DocumentNode, values: [DeclaredValue]) -> DocumentNode {
    guard self["unknown"] == nil, let entry = base.entries.first(where: { $0.key == "unknown" }) else {
      return self
    }
    let left = entry.value.items.filter { item in
      let part = UnknownPart(path: item.scalar ?? "", position: item.position)
      return !values.contains { part.hides($0.path) || DottedPath.leads(part.path, into: $0.path) }
    }
    var inherited = entry
    inherited.value.content = .list(left)
    return DocumentNode(content: .map(entries + [inherited]), position: position)
  }
}
