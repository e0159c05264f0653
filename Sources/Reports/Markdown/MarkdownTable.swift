/// The parts of a table in Markdown.
enum MarkdownTable {
  /// One line of a table.
  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  /// Text that neither ends a cell nor begins a line.
  static func cell(_ text: String) -> String {
    DisplayText.line(text).replacing("|", with: "\\|").split(separator: " ").joined(separator: " ")
  }
}
