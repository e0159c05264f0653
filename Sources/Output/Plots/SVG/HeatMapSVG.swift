/// Draws a heat map as SVG. Neighbours of a row that are alike are one rectangle.
package enum HeatMapSVG {
  private static let left = 72.0
  private static let right = 18.0
  private static let legendLine = 22.0
  private static let height = 320.0
  private static let letter = 6.6
  /// The most names beside an axis.
  private static let mostNames = (columns: 10, rows: 12)

  /// The drawing, an element `svg` with its own title and description.
  package static func text(_ map: HeatMap) -> String {
    let width = (SVGText.width - left - right) / Double(max(1, map.columns.count))
    let height = height / Double(max(1, map.rows.count))
    let legend = legend(map)
    let top = 8 + legendLine * Double((legend.last?.line ?? 0) + 1)
    let bottom = top + Self.height
    return SVGText.drawing(map.id, title: map.title, summary: map.summary, height: bottom + 48) { svg in
      for entry in legend { draw(entry, &svg) }
      svg.add("g", [("data-points", "\(map.rows.count)"), ("shape-rendering", "crispEdges")]) { svg in
        for (row, cells) in map.cells.enumerated() {
          let y = bottom - height * Double(row + 1)
          svg.add("g", [("class", "value")]) { svg in
            for run in runs(cells) {
              svg.add("g", []) { svg in
                svg.add("title", [], text: words(run, row, map))
                svg.add(
                  "rect",
                  [
                    ("class", "shade-\(map.shade(run.cell.level))"),
                    ("x", SVGText.number(left + width * Double(run.columns.lowerBound))),
                    ("y", SVGText.number(y)), ("width", SVGText.number(width * Double(run.columns.count))),
                    ("height", SVGText.number(height)),
                  ])
              }
            }
          }
        }
      }
      svg.add(
        "rect",
        [
          ("class", "frame"), ("x", SVGText.number(left)), ("y", SVGText.number(top)),
          ("width", SVGText.number(SVGText.width - left - right)), ("height", SVGText.number(Self.height)),
        ])
      names(map, width, height, top: top, bottom: bottom, &svg)
    }
  }

  private typealias Run = (columns: Range<Int>, cell: HeatMap.Cell)

  private static func runs(_ cells: [HeatMap.Cell?]) -> [Run] {
    var runs: [Run] = []
    for (column, cell) in cells.enumerated() {
      guard let cell else { continue }
      if let last = runs.last, last.columns.upperBound == column, last.cell == cell {
        runs[runs.count - 1].columns = last.columns.lowerBound..<column + 1
      } else {
        runs.append((column..<column + 1, cell))
      }
    }
    return runs
  }

  private static func words(_ run: Run, _ row: Int, _ map: HeatMap) -> String {
    let (first, last) = (map.columns[run.columns.lowerBound], map.columns[run.columns.upperBound - 1])
    return "\(map.rowTitle) \(map.rows[row]), \(map.columnTitle) \(first)"
      + (run.columns.count == 1 ? "" : " to \(last)") + ": \(run.cell.text)"
  }

  private typealias Entry = (shade: String, name: String, x: Double, line: Int)

  /// The levels from left to right, in as many lines as they need, then what an empty place means.
  private static func legend(_ map: HeatMap) -> [Entry] {
    var (x, line) = (left, 0)
    let levels = map.levels.enumerated().map { ("shade-\(map.shade($0))", $1) }
    return (levels + (map.namesEmpty ? [("empty", map.emptyName)] : [])).map { shade, name -> Entry in
      let width = 36 + letter * Double(name.count)
      if x > left, x + width > SVGText.width - right { (x, line) = (left, line + 1) }
      defer { x += width }
      return (shade, name, x, line)
    }
  }

  private static func draw(_ entry: Entry, _ svg: inout SVGText) {
    let y = 6 + legendLine * Double(entry.line)
    svg.add(
      "rect",
      [
        ("class", "\(entry.shade) edge"), ("x", SVGText.number(entry.x)),
        ("y", SVGText.number(y)), ("width", "14"), ("height", "12"),
      ])
    svg.add(
      "text",
      [("class", "legend"), ("x", SVGText.number(entry.x + 19)), ("y", SVGText.number(y + 10))],
      text: entry.name)
  }

  private static func names(
    _ map: HeatMap, _ width: Double, _ height: Double, top: Double, bottom: Double, _ svg: inout SVGText
  ) {
    for column in stride(from: 0, to: map.columns.count, by: step(map.columns.count, mostNames.columns)) {
      svg.add(
        "text",
        [
          ("class", "tick"), ("x", SVGText.number(left + width * (Double(column) + 0.5))),
          ("y", SVGText.number(bottom + 17)), ("text-anchor", "middle"),
        ], text: map.columns[column])
    }
    for row in stride(from: 0, to: map.rows.count, by: step(map.rows.count, mostNames.rows)) {
      svg.add(
        "text",
        [
          ("class", "tick"), ("x", SVGText.number(left - 8)),
          ("y", SVGText.number(bottom - height * (Double(row) + 0.5) + 4)), ("text-anchor", "end"),
        ], text: map.rows[row])
    }
    svg.add(
      "text",
      [
        ("class", "axis"), ("x", SVGText.number((left + SVGText.width - right) / 2)),
        ("y", SVGText.number(bottom + 37)), ("text-anchor", "middle"),
      ], text: map.columnTitle)
    let middle = SVGText.number((top + bottom) / 2)
    svg.add(
      "text",
      [
        ("class", "axis"), ("x", "16"), ("y", middle), ("text-anchor", "middle"),
        ("transform", "rotate(-90 16 \(middle))"),
      ], text: map.rowTitle)
  }

  /// Every how many of `count` are named so that `most` at most are.
  private static func step(_ count: Int, _ most: Int) -> Int { max(1, (count + most - 1) / most) }
}
