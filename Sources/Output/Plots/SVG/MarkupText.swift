/// Foreign text in HTML and SVG.
public enum MarkupText {
  /// Text in which nothing has a meaning: markup characters are escaped, scalar by scalar, since a quote with a combining
  /// mark behind it is one character for Swift and a quote for a browser; what may not stand in XML is replaced.
  public static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecial) else { return text }
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
      default:
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF:
          escaped += "\u{FFFD}"
        default: escaped.unicodeScalars.append(scalar)
        }
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
