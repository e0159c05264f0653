/// Why a text is no filter.
public struct FilterError: Error, Hashable, Sendable {
  /// What is wrong at the place.
  public enum Problem: Hashable, Sendable {
    /// A word that is no field.
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
  public var column: Int
  public var problem: Problem
  /// The words that could stand there, for a guess at what was meant.
  public var candidates: [String] {
    switch problem {
    case .noField: FilterField.allCases.map(\.rawValue)
    case .noValue(_, _, let values): values
    default: []
    }
  }

  /// What was found and what was expected, for people.
  public var text: String {
    switch problem {
    case .noField(let word):
      "found '\(word)', expected a field: "
        + FilterField.allCases.map(\.rawValue).joined(separator: ", ")
    case .unexpected(let found, let expected):
      "found \(found.map { "'\($0)'" } ?? "the end"), expected \(expected)"
    case .noValue(let word, let field, let values):
      "found '\(word)' for \(field), expected " + values.joined(separator: ", ")
    case .noOrder(let sign, let field): "found '\(sign)' with \(field), expected == or !="
    case .openQuote: "found a quotation mark without an end, expected another one"
    case .tooDeep: "found more than \(FilterParser.greatestDepth) levels, expected fewer"
    }
  }

  /// The word that is wrong; nil where it is no word.
  public var word: String? {
    switch problem {
    case .noField(let word), .noValue(let word, _, _): word
    default: nil
    }
  }
}
