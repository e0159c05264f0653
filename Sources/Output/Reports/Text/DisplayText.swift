internal import Notation

/// Text measured and cut by the columns it takes on a terminal.
package enum DisplayText {
  private static let ellipsis = "…"

  /// The columns that `text` takes.
  static func width(_ text: some StringProtocol) -> Int {
    isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + width($1) }
  }

  /// Whether each octet is a character of ASCII that can be seen, or a blank: one column each.
  private static func isPlain(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// So many blanks; none for less than one.
  static func blanks(_ count: Int) -> String {
    String(decoding: repeatElement(0x20, count: max(0, count)), as: UTF8.self)
  }

  /// `text` in one line that no terminal obeys: control characters and marks that turn the direction of text,
  /// which a quoted YAML value may hold, are replaced.
  package static func line(_ text: String) -> String {
    if isPlain(text) { return text }
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: line.append(" ")
      default: line.unicodeScalars.append(scalar.isScreenControl ? "\u{FFFD}" : scalar)
      }
    }
    return line
  }

  /// `text` with each of its lines as `line` has it.
  package static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }.joined(
      separator: "\n")
  }

  /// `text` in at most `columns`, with an ellipsis in place of what is cut.
  package static func truncated(_ text: String, to columns: Int) -> String {
    guard width(text) > columns else { return text }
    var kept = ""
    var used = 1
    for character in text {
      used += width(character)
      if used > columns { break }
      kept.append(character)
    }
    while kept.last == " " { kept.removeLast() }
    return kept + ellipsis
  }

  /// `text` with blanks behind it up to `columns`.
  static func padded(_ text: String, to columns: Int) -> String {
    text + blanks(columns - width(text))
  }

  /// `text` in lines of at most `columns`, broken at blanks, and inside words that are longer than a line.
  package static func wrapped(_ text: String, to columns: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    var used = 0
    func end() {
      if !current.isEmpty { lines.append(current) }
      (current, used) = ("", 0)
    }
    for word in line(text).split(separator: " ") {
      let isNext = !current.isEmpty && used + 1 + width(word) <= columns
      if isNext {
        current += " "
        used += 1
      } else {
        end()
      }
      for character in word {
        if used + width(character) > columns { end() }
        current.append(character)
        used += width(character)
      }
    }
    end()
    return lines.isEmpty ? [""] : lines
  }

  /// `text` wrapped behind `head`; the lines after the first are indented as far as the first word.
  package static func hanging(_ head: String, _ text: String, width columns: Int) -> [String] {
    let indent = width(head)
    let lines = wrapped(text, to: max(10, columns - indent))
    return lines.enumerated().map { index, line in
      let start = index == 0 ? head : blanks(indent)
      return line.isEmpty ? trimmed(start) : start + line
    }
  }

  /// The name of a fact, before its text.
  static func head(_ name: String) -> String { "  " + padded(name, to: 10) }

  static func trimmed(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }

  /// East Asian wide and fullwidth characters take two columns. [Unicode Standard Annex 11]
  private static func width(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x0300...0x036F, 0x200B...0x200D, 0xFE00...0xFE0F, 0xFEFF: return 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
