internal import Yams

extension ProfileDocument {
  /// Puts the YAML reader's complaint into our words.
  static func refusal(_ error: YamlError, text: String, file: String) -> ProfileErrors {
    switch error {
    case .duplicatedKeysInMapping(let keys, let context):
      return duplicate(keys.first ?? "", first: context.mark, text: text, file: file)
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      let position = SourcePosition(file: file, line: mark.line, column: mark.column)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let line = mark.line <= lines.count ? lines[mark.line - 1] : ""
      let isTab = line.dropFirst(mark.column - 1).first == "\t"
      return ProfileErrors(isTab ? .tab : .syntax(problem), at: position)
    case .reader(let problem, _, _, _):
      return ProfileErrors(.syntax(problem), at: SourcePosition(file: file))
    default:
      return ProfileErrors(.syntax("\(error)"), at: SourcePosition(file: file))
    }
  }

  /// The reader names the first of two equal keys; the user wants the second, which is on a later line at the
  /// same column, or in the same line of a flow mapping.
  private static func duplicate(_ key: String, first: Mark, text: String, file: String) -> ProfileErrors {
    var position = SourcePosition(file: file, line: first.line, column: first.column)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for index in lines.indices.dropFirst(first.line) {
      let content = lines[index].dropFirst(first.column - 1)
      let spellings = ["\(key):", "\"\(key)\":", "'\(key)':"]
      if spellings.contains(where: content.hasPrefix) {
        position.line = index + 1
        break
      }
    }
    return ProfileErrors(.duplicateKey(key, firstLine: first.line), at: position)
  }
}
