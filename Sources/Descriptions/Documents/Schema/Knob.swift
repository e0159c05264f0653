/// A number of a document that a study may set in place of the one written there.
public struct Knob: Sendable {
  /// The keys that lead to it, joined by dots, as `radio.pll_settling_tau_us`.
  public let path: String
  /// What it means.
  public let summary: String
  private let shape: Shape
  /// Whether the document has a list there, of which the setting is the only item.
  private let isList: Bool

  /// The last key of the path, which ends in the unit.
  public var key: String { String(path.split(separator: ".").last ?? "") }
  /// The values in words, with their unit.
  public var expectation: String { shape.numbers }

  /// The legal values from the first to the last of a few; nil where they lie close.
  public var choices: [Int]? {
    if case .choice(let values, _) = shape { values } else { nil }
  }

  /// Whether `value` is legal.
  public func accepts(_ value: Double) -> Bool { shape.accepts(value) }

  /// The knob turned to a value; nil if it does not accept that.
  public func setting(_ value: Double) -> DocumentSetting? {
    guard accepts(value) else { return nil }
    let text = ScalarText.format(value)
    return isList ? DocumentSetting(path, items: [text]) : DocumentSetting(path, text)
  }

  /// All numbers below `rules`, in their order.
  public static func all(in rules: [FieldRule], below path: String = "") -> [Knob] {
    rules.flatMap { rule -> [Knob] in
      let path = path.isEmpty ? rule.key : "\(path).\(rule.key)"
      switch rule.shape {
      case .map(let below): return all(in: below, below: path)
      case .integer, .choice, .number:
        return [Knob(path: path, summary: rule.summary, shape: rule.shape, isList: false)]
      case .list(let item, let count, _):
        guard case .choice = item, count.contains(1) else { return [] }
        return [Knob(path: path, summary: rule.summary, shape: item, isList: true)]
      default: return []
      }
    }
  }
}

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

  /// A number or a flag as YAML text.
  public init(_ path: String, _ text: String) { (self.path, value) = (path, .scalar(text)) }

  /// A list of numbers or words.
  public init(_ path: String, items: [String]) { (self.path, value) = (path, .list(items)) }

  /// No value, as if the file left the key out.
  public init(leavingOut path: String) { (self.path, value) = (path, .absent) }

  /// A document with the value in place of its own. Throws if the schema does not allow the value.
  func applied(to document: DocumentNode, _ schema: DocumentSchema) throws(DocumentErrors) -> DocumentNode {
    let keys = path.split(separator: ".").map(String.init)
    let position = document.position
    func scalar(_ text: String) -> DocumentNode {
      DocumentNode(content: .scalar(text, isQuoted: false), position: position)
    }
    let node: DocumentNode
    switch value {
    case .scalar(let text): node = scalar(text)
    case .list(let items): node = DocumentNode(content: .list(items.map(scalar)), position: position)
    case .absent: return document.without(keys)
    }
    let change = keys.reversed().reduce(node) { node, key in
      let entry = DocumentNode.Entry(key: key, keyPosition: position, value: node)
      return DocumentNode(content: .map([entry]), position: position)
    }
    var check = ShapeCheck()
    check.check(change, against: schema.shape, path: "")
    if !check.errors.isEmpty { throw DocumentErrors(check.errors) }
    return document.overridden(by: change)
  }
}
