/// Reads the text of a filter. `or` binds least, then `and`, then `not`.
struct FilterParser {
  private typealias Node = ProcedureFilter.Node

  /// More levels than that are a slip, or an attack on the stack.
  static let greatestDepth = 64

  private var tokens: [FilterToken]
  private var place = 0
  private var depth = 0
  private let endColumn: Int

  init(_ text: String) throws(FilterError) {
    tokens = try FilterToken.tokens(of: text)
    endColumn = text.count + 1
  }

  mutating func filter() throws(FilterError) -> ProcedureFilter.Node {
    let node = try either()
    guard place == tokens.count else { throw unexpected("'and', 'or' or the end") }
    return node
  }

  private var next: FilterToken? { place < tokens.count ? tokens[place] : nil }

  private func unexpected(_ expected: String) -> FilterError {
    FilterError(
      column: next?.column ?? endColumn, problem: .unexpected(next?.text, expected: expected))
  }

  /// Passes over one of some spellings, if it is next.
  private mutating func take(_ spellings: String...) -> Bool {
    guard let next, !next.isQuoted, spellings.contains(next.text) else { return false }
    place += 1
    return true
  }

  private mutating func either() throws(FilterError) -> Node {
    var node = try both()
    while take("or", "||") { node = .either(node, try both()) }
    return node
  }

  private mutating func both() throws(FilterError) -> Node {
    var node = try one()
    while take("and", "&&") { node = .both(node, try one()) }
    return node
  }

  private mutating func one() throws(FilterError) -> Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.greatestDepth else {
      throw FilterError(column: next?.column ?? endColumn, problem: .tooDeep)
    }
    if take("not", "!") { return .not(try one()) }
    guard take("(") else { return try comparison() }
    let node = try either()
    guard take(")") else { throw unexpected("')'") }
    return node
  }

  private mutating func comparison() throws(FilterError) -> Node {
    guard let word = next, word.isWord else { throw unexpected("a field, 'not' or '('") }
    guard let field = FilterField(rawValue: word.text) else {
      throw FilterError(column: word.column, problem: .noField(word.text))
    }
    place += 1
    let sign = next
    if take("in") {
      guard field.kind == .number else { throw noOrder(sign, field) }
      return .range(field, try range())
    }
    guard let sign, let comparison = ProcedureFilter.Comparison(rawValue: sign.text) else {
      throw unexpected("one of ==, !=, <, <=, >, >= and in")
    }
    guard field.kind == .number || comparison == .equal || comparison == .unequal else {
      throw noOrder(sign, field)
    }
    place += 1
    return .compare(field, comparison, try value(of: field))
  }

  private func noOrder(_ sign: FilterToken?, _ field: FilterField) -> FilterError {
    FilterError(
      column: sign?.column ?? endColumn, problem: .noOrder(sign?.text ?? "", field: field.rawValue))
  }

  private mutating func value(of field: FilterField) throws(FilterError) -> ProcedureFilter.Value {
    switch field.kind {
    case .number: return .number(try number())
    case .text:
      guard let token = next, token.isWord || token.isQuoted else { throw unexpected("a text") }
      place += 1
      return .text(token.text)
    case .address:
      guard let token = next, Self.isAddress(token.text) else {
        throw unexpected("an address, as C0:FF:EE:00:00:02")
      }
      place += 1
      return .text(token.text.lowercased())
    case .words(let words):
      guard let token = next, token.isWord || token.isQuoted else {
        throw unexpected(words.joined(separator: ", "))
      }
      guard words.contains(token.text) else {
        throw FilterError(
          column: token.column,
          problem: .noValue(token.text, field: field.rawValue, values: words))
      }
      place += 1
      return .text(token.text)
    }
  }

  /// Whether a text is six octets in hexadecimal with colons between them.
  private static func isAddress(_ text: String) -> Bool {
    let octets = text.split(separator: ":", omittingEmptySubsequences: false)
    return octets.count == 6
      && octets.allSatisfy { $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
  }

  private mutating func number() throws(FilterError) -> Double {
    guard let token = next, let number = Double(token.text), number.isFinite else {
      throw unexpected("a number")
    }
    place += 1
    return number
  }

  /// As `10..20`, both included.
  private mutating func range() throws(FilterError) -> ClosedRange<Double> {
    let least = try number()
    guard take("..") else { throw unexpected("'..'") }
    let column = next?.column ?? endColumn
    let most = try number()
    guard least <= most else {
      throw FilterError(
        column: column,
        problem: .unexpected(tokens[place - 1].text, expected: "a number that is at least the first"))
    }
    return least...most
  }
}

/// A piece of the text of a filter.
private struct FilterToken: Hashable {
  var text: String
  /// From 1.
  var column: Int
  var isQuoted = false

  private static let signs = ["==", "!=", "<=", ">=", "&&", "||", "..", "<", ">", "!", "(", ")"]

  /// Whether it can be a name or a value.
  var isWord: Bool { !isQuoted && !Self.signs.contains(text) }

  /// Cuts a text into pieces.
  static func tokens(of text: String) throws(FilterError) -> [FilterToken] {
    let characters = Array(text)
    var tokens: [FilterToken] = []
    var place = 0
    while place < characters.count {
      let start = place
      if characters[place].isWhitespace {
        place += 1
        continue
      }
      if characters[place] == "\"" || characters[place] == "'" {
        let quote = characters[place]
        guard let end = characters[(place + 1)...].firstIndex(of: quote) else {
          throw FilterError(column: start + 1, problem: .openQuote)
        }
        tokens.append(
          FilterToken(text: String(characters[place + 1..<end]), column: start + 1, isQuoted: true))
        place = end + 1
        continue
      }
      if let sign = sign(characters, place) {
        place += sign.count
        tokens.append(FilterToken(text: sign, column: start + 1))
        continue
      }
      repeat { place += 1 } while place < characters.count && isInside(characters, place)
      tokens.append(FilterToken(text: String(characters[start..<place]), column: start + 1))
    }
    return tokens
  }

  private static func sign(_ characters: [Character], _ place: Int) -> String? {
    signs.first { sign in
      place + sign.count <= characters.count && String(characters[place..<place + sign.count]) == sign
    }
  }

  private static func isInside(_ characters: [Character], _ place: Int) -> Bool {
    let character = characters[place]
    return !character.isWhitespace && character != "\"" && character != "'" && sign(characters, place) == nil
  }
}

/// Why a text is no filter.
package struct FilterError: Error, Hashable, Sendable {
  /// What is wrong at the place.
  package enum Problem: Hashable, Sendable {
    case noField(String)
    /// Something else than what has to come here; nil at the end of the text.
    case unexpected(String?, expected: String)
    /// A word that a field cannot be.
    case noValue(String, field: String, values: [String])
    /// An operator that has no meaning for a field.
    case noOrder(String, field: String)
    /// A quotation mark without its fellow.
    case openQuote
    /// Parentheses or `not` deeper than anybody needs.
    case tooDeep
  }

  /// Where, counted in characters from 1.
  package var column: Int
  package var problem: Problem
  /// The words that could stand there, for a guess at what was meant.
  package var candidates: [String] {
    switch problem {
    case .noField: FilterField.allCases.map(\.rawValue)
    case .noValue(_, _, let values): values
    default: []
    }
  }

  /// What was found and what was expected, for people.
  package var text: String {
    switch problem {
    case .noField(let word):
      "found '\(word)', expected a field: "
        + FilterField.allCases.map(\.rawValue).joined(separator: ", ")
    case .unexpected(let found, let expected):
      "found \(found.map { "'\($0)'" } ?? "the end"), expected \(expected)"
    case .noValue(let word, let field, let values):
      "found '\(word)' for \(field), expected " + values.joined(separator: ", ")
    case .noOrder(let sign, let field): "found '\(sign)' with \(field), expected == or !="
    case .openQuote: "found an open quotation mark, expected a closing one"
    case .tooDeep: "found more than \(FilterParser.greatestDepth) levels, expected fewer"
    }
  }

  /// The word that is wrong; nil where it is no word.
  package var word: String? {
    switch problem {
    case .noField(let word), .noValue(let word, _, _): word
    default: nil
    }
  }
}
