internal import Notation

/// A JSON value of a file with its place.
struct JSONNode {
  enum Content {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONNode])
    case object([(key: String, value: JSONNode)])
  }

  var content: Content
  var line: Int
  var column: Int

  /// What a message calls it.
  var kind: String {
    switch content {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): DecimalText.plain(number)
    case .text(let text): "'\(DisplayText.truncated(DisplayText.line(text), to: 40))'"
    case .list(let items): items.isEmpty ? "an empty list" : "a list"
    case .object: "an object"
    }
  }
}

/// Why a report cannot be read, in one line with its place.
package struct ReportFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `FILE:LINE:COLUMN: PATH: what was found, what was expected, and what to do`.
  package let description: String

  init(_ file: String, _ line: Int, _ column: Int, path: String, _ message: String) {
    description = "\(file):\(line):\(column): " + (path.isEmpty ? "" : "\(path): ") + message
  }
}

/// Reads JSON of any origin: any octets give a value or an error with its place, which Foundation's readers do not
/// tell. [RFC 8259]
struct JSONParser {
  private static let maximumDepth = 64

  private let octets: [UInt8]
  private let file: String
  private var index = 0
  private var line = 1
  private var lineStart = 0

  /// The value of a whole file.
  static func node(_ octets: [UInt8], file: String) throws(ReportFileError) -> JSONNode {
    if let encoding = TextEncoding(start: octets) {
      throw ReportFileError(file, 1, 1, path: "", encoding.complaint)
    }
    var parser = JSONParser(octets: octets, file: file)
    if octets.starts(with: [0xEF, 0xBB, 0xBF]) { parser.index = 3 }
    let node = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.index == octets.count else { throw parser.refusal("the end of the file") }
    return node
  }

  private init(octets: [UInt8], file: String) { (self.octets, self.file) = (octets, file) }

  private var next: UInt8? { index < octets.count ? octets[index] : nil }
  private var column: Int { index - lineStart + 1 }

  private func refusal(_ expected: String) -> ReportFileError {
    let found: String
    switch next {
    case nil: found = "the end of the file"
    case .some(let octet) where (0x21..<0x7F).contains(octet): found = "'\(Character(Unicode.Scalar(octet)))'"
    case .some(let octet): found = "octet \(octet)"
    }
    return ReportFileError(
      file, line, column, path: "",
      "not valid JSON: found \(found), expected \(expected). \(JSONCursor.fix)"
    )
  }

  private mutating func skipSpace() {
    while let octet = next, octet == 0x20 || octet == 0x09 || octet == 0x0A || octet == 0x0D {
      index += 1
      if octet == 0x0A { (line, lineStart) = (line + 1, index) }
    }
  }

  private mutating func take(_ character: Character) -> Bool {
    skipSpace()
    guard let octet = character.asciiValue, next == octet else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws(ReportFileError) -> JSONNode {
    skipSpace()
    var node = JSONNode(content: .null, line: line, column: column)
    guard depth <= Self.maximumDepth, let first = next else { throw refusal("a value") }
    switch first {
    case UInt8(ascii: "{"): node.content = .object(try members(depth))
    case UInt8(ascii: "["): node.content = .list(try items(depth))
    case UInt8(ascii: "\""): node.content = .text(try text())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): node.content = .number(try number())
    default: node.content = try word()
    }
    return node
  }

  private mutating func members(_ depth: Int) throws(ReportFileError) -> [(key: String, value: JSONNode)] {
    index += 1
    var members: [(key: String, value: JSONNode)] = []
    if take("}") { return members }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw refusal("a key in quotes") }
      let key = try text()
      guard take(":") else { throw refusal("':'") }
      members.append((key, try value(depth: depth + 1)))
    } while take(",")
    guard take("}") else { throw refusal("',' or '}'") }
    return members
  }

  private mutating func items(_ depth: Int) throws(ReportFileError) -> [JSONNode] {
    index += 1
    var items: [JSONNode] = []
    if take("]") { return items }
    repeat { items.append(try value(depth: depth + 1)) } while take(",")
    guard take("]") else { throw refusal("',' or ']'") }
    return items
  }

  private mutating func word() throws(ReportFileError) -> JSONNode.Content {
    let words: [(String, JSONNode.Content)] = [
      ("true", .flag(true)), ("false", .flag(false)), ("null", .null),
    ]
    for (word, content) in words where octets[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return content
    }
    throw refusal("a value")
  }

  private mutating func number() throws(ReportFileError) -> Double {
    let start = index
    while let octet = next, Self.isOfNumber(octet) { index += 1 }
    guard let number = Double(String(decoding: octets[start..<index], as: UTF8.self)), number.isFinite else {
      index = start
      throw refusal("a number")
    }
    return number
  }

  private static func isOfNumber(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func text() throws(ReportFileError) -> String {
    index += 1
    var units: [UInt8] = []
    while let octet = next {
      switch octet {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"): try units.append(contentsOf: escape().utf8)
      case 0..<0x20: throw refusal("no control character in a text")
      default:
        units.append(octet)
        index += 1
      }
    }
    throw refusal("the end of a text")
  }

  private mutating func escape() throws(ReportFileError) -> String {
    index += 1
    let simple: [(Character, String)] = [
      ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"), ("f", "\u{C}"), ("n", "\n"), ("r", "\r"),
      ("t", "\t"),
    ]
    for (character, text) in simple where next == character.asciiValue {
      index += 1
      return text
    }
    guard next == UInt8(ascii: "u") else { throw refusal("an escape of JSON") }
    var units = [try unit()]
    if (0xD800..<0xDC00).contains(units[0]), octets[index...].starts(with: "\\u".utf8) {
      index += 1
      units.append(try unit())
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The four digits after the `u` that stands next.
  private mutating func unit() throws(ReportFileError) -> UInt16 {
    let digits = octets[min(octets.count, index + 1)..<min(octets.count, index + 5)]
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw refusal("four hex digits") }
    index += 5
    return unit
  }
}
