/// A value that holds in place of what a document says.
public struct DocumentSetting: Hashable, Sendable {
  private enum Value: Hashable, Sendable {
    case scalar(String)
    case list([String])
    /// As a user writes it behind a key.
    case written(String)
    case absent
  }

  /// The keys that lead to it, joined by dots, as `radio.pll_settling_tau_us`.
  public let path: String
  private let value: Value
  /// The option that gave it, which messages call its place; nil for the first line of the document.
  private var option: String?

  /// A number or a flag as YAML text.
  public init(_ path: String, _ text: String) { (self.path, value) = (path, .scalar(text)) }

  /// What a file declares, in another file.
  public init(_ declared: DeclaredValue) {
    path = declared.path
    value = declared.items.map(Value.list) ?? .scalar(declared.text)
  }

  /// A list of numbers or words.
  public init(_ path: String, items: [String]) { (self.path, value) = (path, .list(items)) }

  /// No value, as if the file left the key out.
  public init(leavingOut path: String) { (self.path, value) = (path, .absent) }

  /// What a user writes behind a key. Quoted text, a list and a mapping are read as in a file. All other text is taken as
  /// it is, so that a colon needs no quotes. Empty text leaves the key out.
  public init(_ path: String, written text: String) {
    (self.path, value) = (path, text.isEmpty ? .absent : .written(text))
  }

  /// The same value, given by an option, as `--set`.
  public func given(by option: String) -> DocumentSetting {
    var setting = self
    setting.option = option
    return setting
  }

  /// A document with the value in place of its own, and what the document declares then; the value has no source.
  ///
  /// - Parameter declarations: what the document declares without the value.
  /// - Throws: what the schema does not allow.
  func applied(
    to document: DocumentNode, declaring declarations: [DeclaredValue], _ schema: DocumentSchema
  ) throws(DocumentErrors) -> (document: DocumentNode, declarations: [DeclaredValue]) {
    let position = option.map { SourcePosition(file: $0) } ?? document.position
    let keys = path.split(separator: ".").map(String.init)
    let change = keys.reversed().reduce(try node(at: position)) { node, key in
      let entry = DocumentNode.Entry(key: key, keyPosition: position, value: node)
      return DocumentNode(content: .map([entry]), position: position)
    }
    var check = ShapeCheck()
    check.check(change, against: schema.shape, path: "")
    if value == .absent {
      let path = keys.joined(separator: ".")
      // Only the way to a value that is left out must be right.
      let errors = check.errors.filter { $0.path != path }
      if !errors.isEmpty { throw DocumentErrors(errors) }
      return (document.without(keys), declarations.filter { !DottedPath.leads($0.path, into: path) })
    }
    try check.throwErrors()
    var declarations = declarations
    for leaf in change.leaves(schema.shape) where schema.needsSource(leaf.path) {
      let index = declarations.firstIndex { $0.path == leaf.path }
      let former = index.map { declarations[$0] }
      var own = DeclaredValue(
        path: leaf.path, node: leaf.node, position: former?.position ?? document.position, source: .assumed)
      if let option {
        let written = if let setting = former?.setting { setting.written } else { former?.text }
        own.setting = DeclaredValue.Setting(option: option, written: written)
      }
      if let index { declarations[index] = own } else { declarations.append(own) }
    }
    var changed = document.overridden(by: change)
    changed.position = document.position
    return (changed, declarations)
  }

  /// What stands at the path.
  private func node(at position: SourcePosition) throws(DocumentErrors) -> DocumentNode {
    func scalar(_ text: String) -> DocumentNode {
      DocumentNode(content: .scalar(text, isQuoted: false), position: position)
    }
    switch value {
    case .scalar(let text): return scalar(text)
    case .list(let items): return DocumentNode(content: .list(items.map(scalar)), position: position)
    case .written(let text):
      guard let first = text.first, "\"'[{".contains(first) else { return scalar(text) }
      do throws(DocumentErrors) {
        return try Document.value(text, file: position.file)
      } catch {
        throw DocumentErrors(error.errors.map { DocumentError($0.problem, at: $0.position, path: path) })
      }
    case .absent: return scalar("")
    }
  }
}
