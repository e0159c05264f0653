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
      return .text(field == .address ? token.text.lowercased() : token.text)
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
        problem: .unexpected(tokens[place - 1].text, expected: "a number that is not below the first"))
    }
    return least...most
  }
}
