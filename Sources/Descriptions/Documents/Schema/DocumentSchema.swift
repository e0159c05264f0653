/// One kind of document: its name with version, and its keys.
public struct DocumentSchema: Sendable {
  /// As `reflector/accessory/1`.
  public var name: String
  /// The keys without `schema`, `extends`, `references` and `sources`.
  public var fields: [FieldRule]
  /// How values are sourced and inherited; nil where neither is so.
  private let sourcing: Sourcing?

  /// Of a kind of document whose values need sources, and of which a file may extend another.
  public struct Sourcing: Sendable {
    /// The keys of which the values need no source: what the file says of itself, and what no verdict rests on.
    var unsourced: [String]
    /// The folder of `Profiles` with the files that `extends` may name without a path.
    var shippedFolder: String

    public init(except unsourced: [String], shippedIn folder: String) {
      self.unsourced = unsourced
      shippedFolder = folder
    }
  }

  /// The folder with the files that come with the tool, as messages and reports name it.
  public static let shippedRoot = "Profiles"

  public init(name: String, fields: [FieldRule], sourcing: Sourcing? = nil) {
    self.name = name
    self.fields = fields
    self.sourcing = sourcing
  }

  /// Whether each value needs a source, and a file may extend another.
  var isSourced: Bool { sourcing != nil }

  /// The file that `extends: name` means in `file`.
  func base(_ name: String, of file: String) -> String {
    guard let sourcing, TextForm.name.accepts(name) else {
      return CheckedDocument.resolve(name, relativeTo: file)
    }
    return "\(Self.shippedRoot)/\(sourcing.shippedFolder)/\(name).yaml"
  }

  func needsSource(_ path: String) -> Bool {
    sourcedFields.contains { DottedPath.leads(path, into: $0.key) }
  }

  /// The fields whose values need a source.
  public var sourcedFields: [FieldRule] {
    guard let sourcing else { return [] }
    return fields.filter { !sourcing.unsourced.contains($0.key) }
  }

  /// What the key at a dotted path means; nil if there is none.
  public func summary(of path: String) -> String? {
    var rules = fields
    var summary: String?
    for key in path.split(separator: ".") {
      guard let rule = rules.first(where: { $0.key == key }) else { return nil }
      summary = rule.summary
      if case .map(let inner) = rule.shape { rules = inner } else { rules = [] }
    }
    return summary
  }

  public var rules: [FieldRule] {
    var rules = [
      FieldRule("schema", .word([name]), required: true, example: name, "The kind and version of this file.")
    ]
    if isSourced {
      rules += [
        FieldRule(
          "extends", .text(.nameOrRelativePath), example: "../base.yaml",
          "A base for values that this file does not set: a shipped name, or a path from this file; one level."
        ),
        FieldRule(
          "references", .table(keys: .reference, values: .text(.free(maximum: 400))),
          "Public sources: a short name and a citation."),
        FieldRule(
          "sources", .table(keys: .valuePath, values: .text(.free(maximum: 40))),
          "The source of the values at a path and below: a name of 'references', or 'assumed'."),
      ]
    }
    return rules + fields
  }

  public var shape: Shape { .map(rules) }

  /// The dotted paths of all keys, those of mappings before those inside.
  public var paths: [String] { Self.paths(fields) }

  /// The dotted paths of all keys of some fields.
  public static func paths(_ rules: [FieldRule], below parent: String = "") -> [String] {
    rules.flatMap { rule -> [String] in
      guard case .map(let inner) = rule.shape else { return [parent + rule.key] }
      return [parent + rule.key] + paths(inner, below: parent + rule.key + ".")
    }
  }
}

/// Gives the octets of a file by name. The edge supplies it: it looks at the size first, and throws
/// `.tooLarge` or `.unreadable`.
public typealias DocumentLoader = (_ file: String) throws(DocumentErrors) -> [UInt8]

/// A document that has the shape its schema asks for, with its base merged.
public struct CheckedDocument {
  /// Everything that the file and its base say.
  public var root: Section
  /// Each value that has a source, in the order of the files.
  public var declarations: [DeclaredValue]

  /// Reads `file`, and the file it extends. Settings hold in place of what is written, a later one first.
  public init(
    file: String, schema: DocumentSchema, settings: [DocumentSetting] = [], load: DocumentLoader
  ) throws(DocumentErrors) {
    let own = try Self.part(file: file, schema: schema, load: load)
    var node = own.root
    declarations = own.declarations
    if let base = node["extends"], let name = base.scalar {
      let baseFile = schema.base(name, of: file)
      let refusal = DocumentErrors(.extendsTooDeep(base: name), at: base.position, path: "extends")
      if baseFile == Self.resolve(file, relativeTo: "") { throw refusal }
      let named = NamedFile(baseFile, at: base.position, path: "extends")
      let below = try Self.part(file: baseFile, schema: schema) { file throws(DocumentErrors) in
        try named.octets(of: file, load)
      }
      if below.root["extends"] != nil { throw refusal }
      node = below.root.overridden(by: node.withUnknown(of: below.root, values: declarations))
      let own = declarations
      declarations = below.declarations.filter { old in !own.contains { $0.path == old.path } } + own
    }
    for setting in settings {
      (node, declarations) = try setting.applied(to: node, declaring: declarations, schema)
    }
    node = try StandIns(node).filled(node, schema.rules)
    var check = ShapeCheck()
    check.checkComplete(node, schema.shape, path: "")
    try check.throwErrors()
    root = Section(node: node, rules: schema.rules)
  }

  /// One file alone, every value of it in the shape that the schema asks for.
  public static func part(
    file: String, schema: DocumentSchema, load: DocumentLoader
  ) throws(DocumentErrors) -> (root: DocumentNode, declarations: [DeclaredValue]) {
    let document = try Document(octets: try load(file), file: file)
    guard let kind = document.root["schema"] else {
      throw DocumentErrors(.missingKey("schema", example: schema.name), at: document.root.position)
    }
    guard kind.scalar == schema.name else {
      throw DocumentErrors(
        .wrongSchema(found: kind.text, expected: schema.name), at: kind.position, path: "schema")
    }
    var check = ShapeCheck()
    check.check(document.root, against: schema.shape, path: "")
    try check.throwErrors()
    guard schema.isSourced else { return (document.root, []) }
    let sources = SourceCheck(root: document.root, fields: schema.sourcedFields)
    if !sources.tally.errors.isEmpty {
      if document.root["extends"] == nil, document.root["unknown"] == nil {
        check.checkComplete(document.root, schema.shape, path: "")
      }
      throw DocumentErrors(
        check.errors + sources.tally.errors, furtherCount: sources.tally.furtherCount)
    }
    return (document.root, sources.declarations)
  }

  /// `name` as seen from the folder of `file`, without `.` and `..` where that can be.
  public static func resolve(_ name: String, relativeTo file: String) -> String {
    var parts = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
    for part in name.split(separator: "/", omittingEmptySubsequences: false).map(String.init) {
      let canRise = parts.last.map { $0 != ".." && !$0.isEmpty } ?? false
      if part == ".." && canRise {
        parts.removeLast()
      } else if part != "." {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}

/// One mapping of a checked document, read by key. A key that the rules do not have is a bug of ours, so
/// what is read and what is checked cannot drift apart.
public struct Section {
  private let node: DocumentNode?
  private let rules: [FieldRule]
  /// The dotted path that leads to it; empty for the document as a whole.
  public let path: String

  /// Reads `node`, of which `rules` has the keys; nil reads as an empty mapping.
  public init(node: DocumentNode?, rules: [FieldRule], path: String = "") {
    self.node = node
    self.rules = rules
    self.path = path
  }

  /// Where the value of `key` stands, or where the mapping begins.
  public func position(_ key: String) -> SourcePosition? { value(key)?.position }

  /// Where the mapping begins.
  public var position: SourcePosition? { node?.position }

  /// Whether `key` was written.
  public func has(_ key: String) -> Bool { value(key) != nil }

  /// The mapping under `key`, empty if there is none.
  public func section(_ key: String) -> Section {
    guard case .map(let below) = rule(key).shape else { preconditionFailure("\(key) is no mapping") }
    return Section(node: node?[key], rules: below, path: path.isEmpty ? key : "\(path).\(key)")
  }

  /// The mappings of the list under `key`.
  public func sections(_ key: String) -> [Section] {
    guard case .list(.map(let below), _, _) = rule(key).shape else {
      preconditionFailure("\(key) is no list")
    }
    let path = path.isEmpty ? key : "\(path).\(key)"
    return (value(key)?.items ?? []).map { Section(node: $0, rules: below, path: path) }
  }

  /// The keys and values that a user chose under `key`, in their order.
  public func table(_ key: String) -> [DocumentNode.Entry] { value(key)?.entries ?? [] }

  public func flag(_ key: String, or fallback: Bool) -> Bool { text(key).map { $0 == "true" } ?? fallback }
  public func integer(_ key: String) -> Int? { text(key).flatMap(ScalarText.integer) }
  public func number(_ key: String, or fallback: Double) -> Double {
    text(key).flatMap(ScalarText.number) ?? fallback
  }
  public func integers(_ key: String) -> [Int] { texts(key).compactMap(ScalarText.integer) }
  public func numbers(_ key: String) -> [Double] { texts(key).compactMap(ScalarText.number) }
  public func text(_ key: String) -> String? { value(key)?.scalar }

  /// The scalars of the list under `key`.
  public func texts(_ key: String) -> [String] { (value(key)?.items ?? []).compactMap(\.scalar) }

  /// Where each scalar of the list under `key` stands.
  public func positions(_ key: String) -> [SourcePosition] {
    (value(key)?.items ?? []).filter { $0.scalar != nil }.map(\.position)
  }

  private func value(_ key: String) -> DocumentNode? {
    _ = rule(key)
    return node?[key]
  }

  private func rule(_ key: String) -> FieldRule {
    guard let rule = rules.first(where: { $0.key == key }) else {
      preconditionFailure("no rule for key \(key)")
    }
    return rule
  }
}

/// A file that a document names. Where the file cannot be read, the name is at fault, so the error has its line.
public struct NamedFile {
  public let file: String
  private let position: SourcePosition
  private let path: String

  /// Takes the file with the position and the dotted path of its name.
  public init(_ file: String, at position: SourcePosition, path: String) {
    (self.file, self.position, self.path) = (file, position, path)
  }

  /// Loads `asked` on behalf of a reader of this file, which may ask for more files.
  public func octets(of asked: String, _ load: DocumentLoader) throws(DocumentErrors) -> [UInt8] {
    do throws(DocumentErrors) {
      return try load(asked)
    } catch {
      guard asked == file else { throw error }
      throw DocumentErrors(
        error.errors.map { DocumentError(.namedFile(file, $0.problem), at: position, path: path) })
    }
  }
}

extension Section {
  /// An error for two statements that contradict each other: at the value of a key, or at the start of the mapping.
  /// None for a mapping that is not in the file.
  ///
  /// - Parameter other: the position of the other statement.
  public func contradiction(
    _ text: String, _ key: String? = nil, other: SourcePosition? = nil, fix: String
  ) -> [DocumentError] {
    guard let position = key.flatMap(position) ?? position else { return [] }
    let path = [path, key ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
    return [DocumentError(.contradiction(text, other: other, fix: fix), at: position, path: path)]
  }
}
