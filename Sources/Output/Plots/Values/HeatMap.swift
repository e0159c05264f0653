/// A grid of places, each in the shade of its level.
package struct HeatMap: Hashable, Sendable {
  /// A name that is unique on a page.
  package var id: String
  /// What is shown, a noun phrase.
  package var title: String
  /// The alternative for a reader who cannot see it.
  package var summary: String
  /// What the columns are, as `procedure`.
  package var columnTitle: String
  /// From left to right.
  package var columns: [String]
  /// What the rows are, as `channel index`.
  package var rowTitle: String
  /// From bottom to top.
  package var rows: [String]
  /// The names of the levels, from the one that is nearest to the background; one to seven.
  package var levels: [String]
  /// By row and column; nil where there is nothing.
  package var cells: [[Cell?]]
  /// What a place with nothing means, as `no distance`; empty if it needs no words.
  package var emptyName: String

  package init(
    id: String, title: String, summary: String, columnTitle: String, columns: [String], rowTitle: String,
    rows: [String], levels: [String], cells: [[Cell?]], emptyName: String = ""
  ) {
    precondition((1...Palette.shades.count).contains(levels.count), "each level has a shade")
    precondition(
      cells.count == rows.count && cells.allSatisfy { $0.count == columns.count }, "each place has a cell")
    self.id = id
    self.title = title
    self.summary = summary
    self.columnTitle = columnTitle
    self.columns = columns
    self.rowTitle = rowTitle
    self.rows = rows
    self.levels = levels
    self.cells = cells
    self.emptyName = emptyName
  }

  /// Whether the legend names the places with nothing.
  var namesEmpty: Bool { !emptyName.isEmpty && cells.joined().contains { $0 == nil } }

  /// What is at a place.
  package struct Cell: Hashable, Sendable {
    package var level: Int
    /// The value in words.
    package var text: String

    package init(level: Int, _ text: String) {
      self.level = level
      self.text = text
    }
  }

  /// The shade of a level: levels are spread over all shades.
  func shade(_ level: Int) -> Int {
    levels.count == 1 ? Palette.shades.count / 2 : level * (Palette.shades.count - 1) / (levels.count - 1)
  }
}
