/// Draws a heat map for a terminal: each place has the number of its level.
package enum HeatMapText {
  /// The lines; no line is longer than `columns` unless a single place is.
  package static func lines(_ map: HeatMap, columns: Int) -> [String] {
    let gutter = map.rows.map(\.count).max() ?? 0
    let width = (map.columns.map(\.count).max() ?? 0) + 1
    let shown = max(1, min(map.columns.count, (columns - gutter) / width))
    func line(_ head: String, _ cells: [String]) -> String {
      let line = padded(head, gutter) + cells.map { padded($0, width) }.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    var lines = zip(map.rows, map.cells).reversed().map { name, cells in
      line(name, cells.prefix(shown).map { $0.map { "\($0.level + 1)" } ?? "." })
    }
    lines.append(line("", Array(map.columns.prefix(shown))))
    lines.append("across \(map.columnTitle), up \(map.rowTitle)")
    if shown < map.columns.count { lines.append("the first \(shown) of \(map.columns.count) columns") }
    return lines + map.levels.enumerated().map { "\($0 + 1) \($1)" }
      + (map.namesEmpty ? [". \(map.emptyName)"] : [])
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
