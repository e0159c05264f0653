/// Commands for a shell.
public enum ShellText {
  /// Words as one command.
  public static func command(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  /// The path of a file, which no program takes for an option. `-` stays standard input.
  public static func path(_ path: String) -> String {
    path.hasPrefix("-") && path != "-" ? "./" + path : path
  }

  /// `word` in single quotes if a shell would read more into it, and as `$'…'` if a screen would not show it.
  private static func quoted(_ word: String) -> String {
    if word.unicodeScalars.contains(where: \.isScreenControl) { return escaped(word) }
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "_-./,:=@%+".unicodeScalars.contains(scalar)
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// `word` in dollar-single-quotes, with octal escapes. [IEEE Std 1003.1-2024, 2.2.4]
  private static func escaped(_ word: String) -> String {
    var text = "$'"
    for scalar in word.unicodeScalars {
      if scalar.isScreenControl || scalar == "'" || scalar == "\\" {
        for octet in String(scalar).utf8 {
          let digits = String(octet, radix: 8)
          text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "'"
  }
}
