/// A JSON text whose keys keep their order, so that equal reports have equal octets. [RFC 8259]
public indirect enum JSONValue {
  /// A member of an object.
  public typealias Member = (key: String, value: JSONValue)

  case null
  /// `true` or `false`.
  case flag(Bool)
  /// A whole number.
  case integer(Int)
  /// A number in the fewest digits that read back as the same; `null` if it is infinite or not a number.
  case number(Double)
  /// A number in these digits.
  case numeral(String)
  /// A string, escaped where JSON requires it and where a screen would not show a character but obey it.
  case text(String)
  /// An array.
  case list([JSONValue])
  /// An object with its members in this order.
  case object([Member])

  /// A text, or null.
  public static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.text) ?? .null }

  /// A number, or null.
  public static func optional(_ number: Double?) -> JSONValue { number.map(JSONValue.number) ?? .null }

  /// A list of texts.
  public static func texts(_ texts: [String]) -> JSONValue { .list(texts.map(JSONValue.text)) }

  /// The document: two spaces a level, one key a line, lists of plain values in one line.
  public func document() -> String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  /// The value as it stands in a document, behind `indent`.
  public func text(indent: String) -> String {
    var text = ""
    write(to: &text, indent: indent)
    return text
  }

  /// The value as it stands in the document, for plain values in one line.
  public var line: String {
    var text = ""
    write(to: &text, indent: "")
    return text
  }

  private func write(to text: inout String, indent: String) {
    switch self {
    case .null: text += "null"
    case .flag(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .number(let number): text += number.isFinite ? "\(number)" : "null"
    case .numeral(let digits): text += digits
    case .text(let content): Self.quote(content, to: &text)
    case .list(let values):
      let isPlain = values.allSatisfy(\.isPlain)
      Self.enclose("[", "]", count: values.count, isPlain: isPlain, to: &text, indent: indent) {
        index, inner, text in
        values[index].write(to: &text, indent: inner)
      }
    case .object(let members):
      Self.enclose("{", "}", count: members.count, isPlain: false, to: &text, indent: indent) {
        index, inner, text in
        Self.quote(members[index].key, to: &text)
        text += ": "
        members[index].value.write(to: &text, indent: inner)
      }
    }
  }

  private var isPlain: Bool {
    switch self {
    case .list, .object: false
    default: true
    }
  }

  private static func enclose(
    _ open: String, _ close: String, count: Int, isPlain: Bool, to text: inout String, indent: String,
    _ item: (_ index: Int, _ indent: String, _ text: inout String) -> Void
  ) {
    let inner = indent + "  "
    text += open
    for index in 0..<count {
      if index > 0 { text += isPlain ? ", " : "," }
      if !isPlain { text += "\n" + inner }
      item(index, inner, &text)
    }
    if !isPlain, count > 0 { text += "\n" + indent }
    text += close
  }

  private static func quote(_ content: String, to text: inout String) {
    text += "\""
    var rest = content[...]
    while let place = rest.utf8.firstIndex(where: mayBeEscaped) {
      text += rest[..<place]
      write(rest.unicodeScalars[place], to: &text)
      rest = rest[rest.unicodeScalars.index(after: place)...]
    }
    text += rest
    text += "\""
  }

  /// Whether an octet of UTF-8 begins a scalar that may not stand as it is: 0xC2 begins U+0080 to U+00BF, 0xD8 U+0600
  /// to U+063F, and 0xE2 U+2000 to U+2FFF.
  private static func mayBeEscaped(_ octet: UInt8) -> Bool {
    switch octet {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8, 0xE2: true
    default: false
    }
  }

  private static func write(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    default:
      if scalar.isScreenControl {
        text += "\\u" + scalar.value.hexDigits(4, .lower)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
