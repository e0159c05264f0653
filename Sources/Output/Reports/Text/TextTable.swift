internal import Notation

/// Rows in columns that fit a width. Columns that may shrink give way to the width, the widest first.
package struct TextTable {
  package struct Column: Hashable, Sendable {
    /// What stands above it.
    package var heading: String
    /// The least width it is cut to; nil if it is never cut.
    package var minimum: Int?
    /// Whether cells end at the right edge, as numbers do.
    package var isNumeric: Bool

    package init(_ heading: String, minimum: Int? = nil, isNumeric: Bool = false) {
      self.heading = heading
      self.minimum = minimum
      self.isNumeric = isNumeric
    }
  }

  private static let gap = 2

  private let columns: [Column]
  package private(set) var rows: [[String]] = []
  /// What stands above the columns.
  package var headings: [String] { columns.map(\.heading) }

  /// A table without rows.
  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row with a cell for each column.
  package mutating func append(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row has a cell for each column")
    rows.append(cells.map(DisplayText.line))
  }

  /// The width of each column within `width`; nil if they do not fit even when cut.
  func widths(in width: Int) -> [Int]? {
    var widths = columns.indices.map { index in
      rows.map { DisplayText.width($0[index]) }.reduce(DisplayText.width(columns[index].heading), max)
    }
    let available = width - Self.gap * (columns.count - 1)
    while widths.reduce(0, +) > available {
      let shrinkable = columns.indices.filter { index in
        columns[index].minimum.map { widths[index] > $0 } ?? false
      }
      guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { return nil }
      widths[widest] -= 1
    }
    return widths
  }

  func heading(_ widths: [Int]) -> String { line(columns.map(\.heading), widths) }

  /// The row at `index` in these widths; `paint` may colour a cell that is laid out already.
  func line(_ index: Int, _ widths: [Int], paint: (_ column: Int, _ cell: String) -> String) -> String {
    line(rows[index], widths, paint: paint)
  }

  /// Whether a cell of the row at `index` is cut in these widths.
  func isCut(_ index: Int, _ widths: [Int]) -> Bool {
    zip(rows[index], widths).contains { DisplayText.width($0) > $1 }
  }

  /// The whole table as lines; the rows are wrapped, not cut, where it does not fit.
  package func lines(width: Int) -> [String] {
    guard let widths = widths(in: width) else {
      return rows.flatMap { row in
        DisplayText.hanging(row[0] + "  ", row.dropFirst().joined(separator: "  "), width: width)
      }
    }
    return [heading(widths)] + rows.indices.map { line($0, widths) { _, cell in cell } }
  }

  /// The table with a column in the colours of labels, by row; nil where it does not fit.
  func lines(_ style: TextStyle, painting column: Int, as label: (Int) -> OutcomeLabel) -> [String]? {
    guard let widths = widths(in: style.width) else { return nil }
    let lines = rows.indices.map { row in
      line(row, widths) { index, cell in index == column ? style.paint(cell, as: label(row)) : cell }
    }
    return [style.paint(heading(widths), .faint)] + lines
  }

  private func line(
    _ cells: [String], _ widths: [Int], paint: (_ column: Int, _ cell: String) -> String = { _, cell in cell }
  ) -> String {
    let last = cells.lastIndex { !$0.isEmpty } ?? 0
    let shown = cells.indices.prefix(last + 1).map { index in
      let cell = DisplayText.truncated(cells[index], to: widths[index])
      let shown = paint(index, cell)
      if index == last, !columns[index].isNumeric { return shown }
      let blanks = DisplayText.blanks(widths[index] - DisplayText.width(cell))
      return columns[index].isNumeric ? blanks + shown : shown + blanks
    }
    return shown.joined(separator: DisplayText.blanks(Self.gap))
  }
}

/// How text for people is laid out.
package struct TextStyle: Hashable, Sendable {
  /// The width of text that goes to a pipe or a file, in columns.
  package static let plainWidth = 120
  /// The least width that is honoured, in columns.
  package static let minimumWidth = 40

  /// The width of a line in columns, `minimumWidth` or more.
  package var width: Int
  /// Whether escape codes colour the verdicts.
  package var isColoured: Bool

  /// Plain text of `plainWidth` columns by default.
  package init(width: Int = TextStyle.plainWidth, isColoured: Bool = false) {
    self.width = max(TextStyle.minimumWidth, width)
    self.isColoured = isColoured
  }

  /// An SGR colour or weight. [ECMA-48, 8.3.117]
  enum Paint: Int {
    case bold = 1
    case faint = 2
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case magenta = 35
    case cyan = 36
  }

  /// The colours of the series of a plot, in their order.
  private static let ofSeries: [Paint] = [.blue, .yellow, .cyan, .magenta, .red, .green]

  /// A fact behind its name, which is empty where it goes on with the one before.
  func fact(_ name: String, _ text: String) -> [String] {
    DisplayText.hanging(DisplayText.head(name), text, width: width)
  }

  /// Text in the colour of a series; nil for none.
  func paint(_ text: String, series: Int?) -> String {
    series.map { paint(text, Self.ofSeries[$0 % Self.ofSeries.count]) } ?? text
  }

  func paint(_ text: String, _ paint: Paint) -> String {
    isColoured ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }

  func paint(_ text: String, as label: OutcomeLabel) -> String {
    switch label {
    case .pass: paint(text, .green)
    case .warning, .waived: paint(text, .yellow)
    case .fail: paint(text, .red)
    case .inconclusive: paint(text, .magenta)
    case .notApplicable, .information: paint(text, .faint)
    }
  }
}
