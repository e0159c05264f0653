internal import Notation
internal import Yams

/// A YAML file as a tree of values with their places: the part that profiles, requirement sets, phones and
/// environments share.
///
/// The subset of YAML is small on purpose: no anchors, aliases, tags or directives, one document.
public struct Document: Sendable, Equatable {
  /// The most octets a file may have. Callers look at the size before they read; `init` looks again.
  public static let maximumOctets = 1 << 20
  /// The most levels of lists and mappings inside one another.
  public static let maximumDepth = 8

  /// The mapping that the file is.
  public let root: DocumentNode

  /// Reads a file's octets; `file` is the name that messages use.
  public init(octets: [UInt8], file: String) throws(DocumentErrors) {
    root = try Self.node(octets, file: file)
    guard case .map = root.content else {
      let problem = DocumentError.Problem.wrongType(
        found: root.kind, expected: "a mapping", fix: DocumentError.Problem.beginning)
      throw DocumentErrors(problem, at: root.position)
    }
  }

  /// Reads a value that stands alone as one behind a key of a file; `file` is what messages call its place.
  static func value(_ text: String, file: String) throws(DocumentErrors) -> DocumentNode {
    try node(Array(text.utf8), file: file)
  }

  private static func node(_ octets: [UInt8], file: String) throws(DocumentErrors) -> DocumentNode {
    let text = try text(octets, file: file)
    var yamlGuard = YAMLGuard(file: file)
    try yamlGuard.check(text)
    return try compose(text, file: file)
  }

  /// The text of a file, with line feeds alone at the end of its lines.
  public static func text(_ octets: [UInt8], file: String) throws(DocumentErrors) -> String {
    guard octets.count <= maximumOctets else {
      throw DocumentErrors(.tooLarge(octets: octets.count), at: SourcePosition(file: file))
    }
    let hasMark = octets.starts(with: [0xEF, 0xBB, 0xBF])
    guard !octets.contains(where: isControl),
      let text = String(validating: octets.dropFirst(hasMark ? 3 : 0), as: UTF8.self)
    else { throw notText(octets, file: file) }
    guard octets.contains(0x0D) else { return text }
    return text.split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\r" || $0 == "\n" }
      .joined(separator: "\n")
  }

  private static func isControl(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x09, 0x0A, 0x0D: false
    default: octet < 0x20 || octet == 0x7F
    }
  }

  /// Names the encoding, else the first octet that is a control character or no UTF-8.
  private static func notText(_ octets: [UInt8], file: String) -> DocumentErrors {
    if let encoding = TextEncoding(start: octets) {
      return DocumentErrors(
        .otherEncoding(complaint: encoding.complaint), at: SourcePosition(file: file, line: 1, column: 1))
    }
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = octets.makeIterator()
    var position = SourcePosition(file: file, line: 1, column: 1)
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &iterator), !isControl(octets[offset]) {
      offset += scalar.count
      let isLineEnd = octets[offset - 1] == 0x0A
      position.line += isLineEnd ? 1 : 0
      position.column = isLineEnd ? 1 : position.column + 1
    }
    return DocumentErrors(.notText(octet: octets[offset], offset: offset), at: position)
  }

  private static func compose(_ text: String, file: String) throws(DocumentErrors) -> DocumentNode {
    do {
      // The schema gives scalars their types, so the types that YAML would resolve are not needed.
      let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
      guard let node = try parser.singleRoot() else {
        throw DocumentErrors(.empty, at: SourcePosition(file: file))
      }
      return try withExtendedLifetime(parser) { try convert(node, file: file, depth: 0) }
    } catch let error as DocumentErrors {
      throw error
    } catch let error as YamlError {
      throw refusal(error, text: text, file: file)
    } catch {
      throw DocumentErrors(.syntax("\(error)"), at: SourcePosition(file: file))
    }
  }

  private static func convert(_ node: Node, file: String, depth: Int) throws(DocumentErrors) -> DocumentNode {
    let position = SourcePosition(file: file, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
    guard depth <= maximumDepth else { throw DocumentErrors(.tooDeep(maximum: maximumDepth), at: position) }
    if let anchor = node.anchor {
      throw DocumentErrors(.refusedYAML(kind: "the anchor", found: "&\(anchor.rawValue)"), at: position)
    }
    switch node {
    case .scalar(let scalar):
      let isQuoted = scalar.style != .plain && scalar.style != .any
      let isEmptyFile = depth == 0 && scalar.string.isEmpty && !isQuoted
      if isEmptyFile { throw DocumentErrors(.empty, at: SourcePosition(file: file)) }
      return DocumentNode(content: .scalar(scalar.string, isQuoted: isQuoted), position: position)
    case .sequence(let sequence):
      var items: [DocumentNode] = []
      for item in sequence { items.append(try convert(item, file: file, depth: depth + 1)) }
      return DocumentNode(content: .list(items), position: position)
    case .mapping(let mapping):
      var entries: [DocumentNode.Entry] = []
      for (key, value) in mapping {
        let place = try convert(key, file: file, depth: depth + 1)
        guard let name = place.scalar else { throw DocumentErrors(.keyNotText, at: place.position) }
        let converted = try convert(value, file: file, depth: depth + 1)
        entries.append(.init(key: name, keyPosition: place.position, value: converted))
      }
      return DocumentNode(content: .map(entries), position: position)
    case .alias(let alias):
      throw DocumentErrors(.refusedYAML(kind: "the alias", found: "*\(alias.anchor.rawValue)"), at: position)
    }
  }
}

extension Document {
  /// Puts the YAML reader's complaint into our words.
  static func refusal(_ error: YamlError, text: String, file: String) -> DocumentErrors {
    switch error {
    case .duplicatedKeysInMapping(let keys, let context):
      return duplicate(keys.first ?? "", first: context.mark, text: text, file: file)
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      let position = SourcePosition(file: file, line: mark.line, column: mark.column)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let line = mark.line <= lines.count ? lines[mark.line - 1] : ""
      let isTab = line.dropFirst(mark.column - 1).first == "\t"
      return DocumentErrors(isTab ? .tab : LayoutComplaint.problem(problem), at: position)
    case .reader(let problem, _, _, _):
      return DocumentErrors(.syntax(problem), at: SourcePosition(file: file))
    default:
      return DocumentErrors(.syntax("\(error)"), at: SourcePosition(file: file))
    }
  }

  /// The reader names the first of two equal keys; the user wants the second, which is on a later line at the
  /// same column, or behind a comma in the same line of a flow mapping.
  private static func duplicate(_ key: String, first: Mark, text: String, file: String) -> DocumentErrors {
    var position = SourcePosition(file: file, line: first.line, column: first.column)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func begins(_ content: Substring) -> Bool {
      ["\(key):", "\"\(key)\":", "'\(key)':"].contains(where: content.hasPrefix)
    }
    if lines.indices.contains(first.line - 1) {
      let line = lines[first.line - 1]
      let commas = line.indices.dropFirst(first.column).filter { line[$0] == "," }
      let items = commas.map { line[$0...].dropFirst().drop { $0 == " " } }
      if let second = items.first(where: begins) {
        position.column = line.distance(from: line.startIndex, to: second.startIndex) + 1
        return DocumentErrors(.duplicateKey(key, firstLine: first.line), at: position)
      }
    }
    if let index = lines.indices.dropFirst(first.line).first(where: { index in
      begins(lines[index].dropFirst(first.column - 1))
    }) {
      position.line = index + 1
    }
    return DocumentErrors(.duplicateKey(key, firstLine: first.line), at: position)
  }
}
