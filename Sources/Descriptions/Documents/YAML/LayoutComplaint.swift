/// What the YAML reader complains of, in words for those who write profiles.
enum LayoutComplaint {
  /// The problem behind a complaint of the reader; in its own words if it is a rare one.
  static func problem(_ complaint: String) -> DocumentError.Problem {
    guard let words = words[complaint] else { return .syntax(complaint) }
    return .wrongType(found: words.found, expected: words.expected, fix: words.fix)
  }

  private static let words: [String: (found: String, expected: String, fix: String)] = [
    "mapping values are not allowed in this context": (
      "a second ':' in one line", "one 'key: value' a line",
      "Put the text into quotes, or begin a line for the second key."
    ),
    "did not find expected key": (
      "text that stands in no column of keys", "'key: value' in the column of the keys above",
      "Correct the indentation of this line or the one above."
    ),
    "could not find expected ':'": (
      "a line without ':'", "'key: value'", "Add a colon and a blank behind the key."
    ),
    "did not find expected '-' indicator": (
      "text among the items of a list", "'- item' in the column of the items above",
      "Correct the indentation, or begin the line with '- '."
    ),
    "block sequence entries are not allowed in this context": (
      "'- ' behind other text", "each item in a line of its own",
      "Begin a line for it, or write the list as [a, b]."
    ),
    "did not find expected ',' or ']'": (
      "a list without its end", "',' between items and ']' at the end", "Add what is missing."
    ),
    "did not find expected ',' or '}'": (
      "a mapping without its end", "',' between keys and '}' at the end", "Add what is missing."
    ),
    "did not find expected node content": (
      "no value between the brackets or commas", "a value", "Write the value, or remove the comma."
    ),
    "found unexpected end of stream": (
      "the end of the file inside quotes", "a closing quote", "Close the quotes."
    ),
    "found unknown escape character": (
      "an unknown escape behind a backslash", "plain text", "Put the text into single quotes."
    ),
    "found character that cannot start any token": (
      "a character that begins no value", "a value", "Put the value into quotes."
    ),
    "did not find expected <document start>": (
      "text behind the end of the mapping", "'key: value' in the first column", "Correct the indentation."
    ),
  ]
}
