/// Foreign text in XML, SVG and HTML.
public enum MarkupText {
  /// Text in which nothing has a meaning: markup characters are written as references, and what XML or a line of text
  /// cannot hold is replaced: control characters and marks that turn the direction of text.
  /// [Extensible Markup Language 1.0, 2.2 and 2.4]
  ///
  /// Scalar by scalar: a quote with a combining mark behind it is one character for Swift and a quote for a browser.
  ///
  /// - Parameter isAttribute: whether it may stand in an attribute; quotes and white space that readers would turn into
  ///   blanks are then references too.
  public static func escaped(_ text: String, isAttribute: Bool = true) -> String {
    guard text.utf8.contains(where: isSpecial) else { return text }
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"" where isAttribute: escaped += "&quot;"
      case "'" where isAttribute: escaped += "&#39;"
      case "\n" where isAttribute, "\t" where isAttribute, "\r": escaped += "&#\(scalar.value);"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar.isScreenControl ? "\u{FFFD}" : scalar)
      }
    }
    return escaped
  }

  /// Whether an octet of UTF-8 may belong to a scalar that is not written as it is.
  private static func isSpecial(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    default: octet < 0x20 || octet >= 0x7F
    }
  }
}

extension Unicode.Scalar {
  /// Whether a screen obeys it instead of showing it: a control character, an end of a line, or a mark that turns the
  /// direction of text. [Unicode Standard Annex 9, 2]
  public var isScreenControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
