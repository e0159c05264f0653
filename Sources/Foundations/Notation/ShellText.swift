/// Commands for a shell.
public enum ShellText {
  /// Words as one command.
  public static func command(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  /// The path of a file, which no program takes for an option. `-` stays standard input.
  public static func path(_ path: String) -> String {
    path.hasPrefix("-") && path != "-" ? "./" + path : path
  }

  /// `word` in single quotes if a shell would read more into it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "_-./,:=@%+".unicodeScalars.contains(scalar)
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
