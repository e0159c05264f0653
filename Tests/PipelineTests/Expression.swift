/// An expression of a GitHub workflow: the part of the language that our action and workflow use.
struct Expression {
  /// What an expression comes to.
  enum Value: Equatable {
    case null
    case flag(Bool)
    case text(String)

    var text: String {
      switch self {
      case .null: ""
      case .flag(let flag): flag ? "true" : "false"
      case .text(let text): text
      }
    }

    var isTrue: Bool { self != .null && self != .flag(false) && self != .text("") }

    /// GitHub compares what is not of one kind as numbers, and text without regard to case.
    func equals(_ other: Value) -> Bool {
      switch (self, other) {
      case (.text(let a), .text(let b)): a.lowercased() == b.lowercased()
      default: number == other.number
      }
    }

    private var number: Double {
      switch self {
      case .null: 0
      case .flag(let flag): flag ? 1 : 0
      case .text(let text): text.isEmpty ? 0 : Double(text) ?? .nan
      }
    }
  }

  /// What is no expression that we know.
  struct Malformed: Error { let text: String }

  private var tokens: [Substring]
  private let whole: String
  private let look: (String) -> Value
  private let hasFailed: Bool

  /// What `text` comes to.
  ///
  /// - Parameters:
  ///   - hasFailed: whether a step before has failed.
  ///   - look: the value of a context, as `inputs.name`.
  static func value(
    _ text: String, hasFailed: Bool = false, _ look: @escaping (String) -> Value
  ) throws -> Value {
    let tokens = text.matches(of: #/'[^']*'|&&|\|\||==|!=|[!(),]|[\w.-]+/#).map(\.output)
    guard tokens.joined().count == text.filter({ !$0.isWhitespace }).count || text.contains("'") else {
      throw Malformed(text: text)
    }
    var expression = Expression(tokens: tokens, whole: text, look: look, hasFailed: hasFailed)
    let value = try expression.either()
    guard expression.tokens.isEmpty else { throw Malformed(text: text) }
    return value
  }

  /// Text with what its `${{ }}` come to in their place.
  static func filled(_ text: String, _ look: @escaping (String) -> Value) throws -> String {
    var filled = ""
    var rest = Substring(text)
    while let start = rest.firstRange(of: "${{"), let end = rest.firstRange(of: "}}") {
      filled += rest[..<start.lowerBound]
      filled += try value(String(rest[start.upperBound..<end.lowerBound]), look).text
      rest = rest[end.upperBound...]
    }
    return filled + rest
  }

  private mutating func take(_ token: Substring) -> Bool {
    guard tokens.first == token else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func either() throws -> Value {
    var value = try both()
    while take("||") {
      let other = try both()
      if !value.isTrue { value = other }
    }
    return value
  }

  private mutating func both() throws -> Value {
    var value = try comparison()
    while take("&&") {
      let other = try comparison()
      if value.isTrue { value = other }
    }
    return value
  }

  private mutating func comparison() throws -> Value {
    let value = try single()
    if take("==") { return .flag(value.equals(try single())) }
    if take("!=") { return .flag(!value.equals(try single())) }
    return value
  }

  private mutating func single() throws -> Value {
    if take("!") { return .flag(!(try single().isTrue)) }
    if take("(") {
      let value = try either()
      guard take(")") else { throw Malformed(text: whole) }
      return value
    }
    guard let token = tokens.first else { throw Malformed(text: whole) }
    tokens.removeFirst()
    if token.hasPrefix("'") { return .text(String(token.dropFirst().dropLast())) }
    if token == "true" || token == "false" { return .flag(token == "true") }
    return take("(") ? try call(String(token)) : look(String(token))
  }

  private mutating func call(_ function: String) throws -> Value {
    var arguments: [Value] = []
    while !take(")") {
      arguments.append(try either())
      guard take(",") || tokens.first == ")" else { throw Malformed(text: whole) }
    }
    switch (function, arguments.count) {
    case ("always", 0): return .flag(true)
    case ("success", 0): return .flag(!hasFailed)
    case ("failure", 0): return .flag(hasFailed)
    case ("format", 2): return .text(arguments[0].text.replacing("{0}", with: arguments[1].text))
    default: throw Malformed(text: whole)
    }
  }
}
