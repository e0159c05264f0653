/// What a message quotes from a file: short, on one line, and without control characters that a terminal
/// would obey.
enum Excerpt {
  /// The most characters of a quotation.
  static let maximumCount = 60

  /// The beginning of `text`.
  static func of(_ text: String) -> String {
    var excerpt = ""
    for scalar in text.unicodeScalars.prefix(maximumCount) {
      let isShown = scalar.properties.generalCategory != .control && !scalar.properties.isWhitespace
      excerpt.unicodeScalars.append(isShown ? scalar : " ")
    }
    return text.unicodeScalars.count > maximumCount ? excerpt + "..." : excerpt
  }
}
