/// The parts of a table in Markdown.
enum MarkdownTable {
  /// One line of a table.
  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  /// Text that neither ends a cell nor begins a line.
  static func cell(_ text: String) -> String {
    DisplayText.line(text).replacing("|", with: "\\|").split(separator: " ").joined(separator: " ")
  }

  /// Foreign text for a cell or a line: what Markdown or HTML gives a meaning stands for itself.
  static func text(_ text: String) -> String {
    var escaped = ""
    for scalar in DisplayText.line(text).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      // A mention or a reference would call somebody.
      case "@": escaped += "&#64;"
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~": escaped += "\\\(scalar)"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped.split(separator: " ").joined(separator: " ")
  }

  /// Foreign text as code, fenced by more backticks than it has in a row.
  static func code(_ text: String) -> String {
    let line = cell(text)
    guard line.contains("`") else { return "`\(line)`" }
    let longest = line.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence) \(line) \(fence)"
  }
}
