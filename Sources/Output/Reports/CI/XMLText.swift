internal import Notation

/// Elements of XML 1.0 as text.
struct XMLText {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var open: [String] = []

  /// Begins an element.
  mutating func begin(_ name: String, _ attributes: [(String, String)] = []) {
    text += indent + "<\(name)\(Self.list(attributes))>\n"
    open.append(name)
  }

  /// Ends the element that began last.
  mutating func end() {
    precondition(!open.isEmpty, "an element ends after it began")
    let name = open.removeLast()
    text += indent + "</\(name)>\n"
  }

  /// An element with text in it, or without any.
  mutating func element(_ name: String, _ attributes: [(String, String)] = [], content: String = "") {
    let start = indent + "<\(name)\(Self.list(attributes))"
    text +=
      content.isEmpty
      ? start + "/>\n" : start + ">\(MarkupText.escaped(content, isAttribute: false))</\(name)>\n"
  }

  private var indent: String { String(repeating: "  ", count: open.count) }

  private static func list(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0)=\"\(MarkupText.escaped($1))\"" }.joined()
  }
}
