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
    text += content.isEmpty ? start + "/>\n" : start + ">\(Self.escaped(content))</\(name)>\n"
  }

  private var indent: String { String(repeating: "  ", count: open.count) }

  private static func list(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0)=\"\(escaped($1, isAttribute: true))\"" }.joined()
  }

  /// `text` with what XML gives a meaning written as references, and what XML cannot hold replaced.
  /// [Extensible Markup Language 1.0, 2.2 and 2.4]
  private static func escaped(_ text: String, isAttribute: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"" where isAttribute: escaped += "&quot;"
      // Readers turn plain white space in attributes into blanks.
      case "\n" where isAttribute, "\t" where isAttribute: escaped += "&#\(scalar.value);"
      case "\r": escaped += "&#13;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      default:
        let isRefused = scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF
        escaped.unicodeScalars.append(isRefused ? "\u{FFFD}" : scalar)
      }
    }
    return escaped
  }
}
