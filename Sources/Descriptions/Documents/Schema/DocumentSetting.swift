/// A value that holds in place of what a document says.
public struct DocumentSetting: Hashable, Sendable {
  private enum Value: Hashable, Sendable {
    case scalar(String)
    case list([String])
    case absent
  }

  /// The keys that lead to it, joined by dots, as `radio.pll_settling_tau_us`.
  public let path: String
  private let value: Value
  /// What messages call its place; nil for the first line of the document.
  private let place: String?

  /// A number or a flag as YAML text.
  ///
  /// - Parameter place: what messages call the place where the user gave it; nil for the first line of the document.
  public init(_ path: String, _ text: String, place: String? = nil) {
    (self.path, value, self.place) = (path, .scalar(text), place)
  }

  /// What a file declares, in another file.
  public init(_ declared: DeclaredValue) {
    path = declared.path
    value = declared.items.map(Value.list) ?? .scalar(declared.text)
    place = nil
  }

  /// A list of numbers or words.
  public init(_ path: String, items: [String], place: String? = nil) {
    (self.path, value, self.place) = (path, .list(items), place)
  }

  /// No value, as if the file left the key out.
  public init(leavingOut path: String, place: String? = nil) {
    (self.path, value, self.place) = (path, .absent, place)
  }

  /// What a document declares with the value in place of its own, which has no source.
  ///
  /// - Parameter document: as the file has it, without settings.
  func applied(to declarations: [DeclaredValue], of document: DocumentNode) -> [DeclaredValue] {
    let text: String
    var items: [String]?
    switch value {
    case .scalar(let scalar): text = scalar
    case .list(let list):
      items = list
      text = ScalarText.list(list)
    case .absent: return declarations.filter { !DottedPath.leads($0.path, into: path) }
    }
    let index = declarations.firstIndex { $0.path == path }
    let former = index.map { declarations[$0] }
    var own = DeclaredValue(
      path: path, text: text, items: items, position: former?.position ?? document.position, source: .assumed)
    if let place {
      let written = if let setting = former?.setting { setting.written } else { former?.text }
      own.setting = DeclaredValue.Setting(option: place, written: written)
    }
    guard let index else { return declarations + [own] }
    var declarations = declarations
    declarations[index] = own
    return declarations
  }

  /// A document with the value in place of its own. Throws if the schema does not allow the value.
  func applied(to document: DocumentNode, _ schema: DocumentSchema) throws(DocumentErrors) -> DocumentNode {
    let keys = path.split(separator: ".").map(String.init)
    let position = place.map { SourcePosition(file: $0) } ?? document.position
    func scalar(_ text: String) -> DocumentNode {
      DocumentNode(content: .scalar(text, isQuoted: false), position: position)
    }
    let node: DocumentNode
    switch value {
    case .scalar(let text): node = scalar(text)
    case .list(let items): node = DocumentNode(content: .list(items.map(scalar)), position: position)
    case .absent: node = scalar("")
    }
    let change = keys.reversed().reduce(node) { node, key in
      let entry = DocumentNode.Entry(key: key, keyPosition: position, value: node)
      return DocumentNode(content: .map([entry]), position: position)
    }
    var check = ShapeCheck()
    check.check(change, against: schema.shape, path: "")
    guard value == .absent else {
      try check.throwErrors()
      return document.overridden(by: change)
    }
    if let error = check.errors.first(where: \.isUnknownKey) { throw DocumentErrors([error]) }
    return document.without(keys)
  }
}
