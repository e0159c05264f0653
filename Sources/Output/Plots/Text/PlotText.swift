/// Draws a plot for a terminal.
package struct PlotText {
  /// A piece of a line; that of a series has its place.
  package struct Run: Hashable, Sendable {
    package let text: String
    /// The place of the series; nil for axes and text.
    package let series: Int?
  }

  /// The widths that a plot is drawn in, in columns.
  package static let widths = 60...200
  private static let rows = 16
  private static let letters: [Character] = ["o", "x", "+", "*", "#", "@"]

  private let columns: Int
  private let isColoured: Bool

  /// - Parameters:
  ///   - columns: the width; less than 60 and more than 200 are taken as these.
  ///   - isColoured: whether series differ by colour. Lines are then drawn in dots of braille; without colour each
  ///     series has a letter.
  package init(columns: Int, isColoured: Bool) {
    self.columns = min(max(columns, Self.widths.lowerBound), Self.widths.upperBound)
    self.isColoured = isColoured
  }

  package func lines(_ plot: Plot) -> [[Run]] {
    let extent = plot.extent
    let yTicks = plot.y.ticks(in: extent.y)
    let gutter = min(columns / 4, yTicks.map(\.text.count).max() ?? 0)
    var canvas = Canvas(columns: columns - gutter - 2, rows: Self.rows, isDotted: isColoured)
    for (index, series) in plot.series.enumerated() {
      let places = plot.drawn(series).map {
        (x: plot.x.part($0.x, of: extent.x), y: plot.y.part($0.y, of: extent.y))
      }
      canvas.draw(places, isJoined: series.style != .marks, series: index)
    }
    var labels = [String](repeating: "", count: Self.rows)
    for tick in yTicks {
      let row = Int((Double(Self.rows - 1) * (1 - plot.y.part(tick.value, of: extent.y))).rounded())
      if labels.indices.contains(row) { labels[row] = tick.text }
    }
    let body = canvas.rows(letters: Self.letters).enumerated().map { index, runs in
      [Run(text: Self.right(labels[index], gutter) + " │", series: nil)] + runs
    }
    let indent = String(repeating: " ", count: gutter + 1)
    let axis = indent + "└" + String(repeating: "─", count: canvas.columns)
    return [[Run(text: plot.title, series: nil)], [Run(text: indent + plot.y.label, series: nil)]] + body
      + [
        [Run(text: axis, series: nil)],
        [Run(text: indent + " " + ticks(plot.x, extent.x, canvas.columns), series: nil)],
        [Run(text: indent + " " + plot.x.label, series: nil)],
      ] + legend(plot)
  }

  /// The marked values of the horizontal axis, left out where they would touch.
  private func ticks(_ axis: Axis, _ range: ClosedRange<Double>, _ columns: Int) -> String {
    var line = [Character](repeating: " ", count: columns)
    var free = 0
    for tick in axis.ticks(in: range) {
      let middle = Int((Double(columns - 1) * axis.part(tick.value, of: range)).rounded())
      let start = min(max(0, middle - tick.text.count / 2), max(0, columns - tick.text.count))
      guard start >= free, start + tick.text.count <= columns else { continue }
      line.replaceSubrange(start..<start + tick.text.count, with: tick.text)
      free = start + tick.text.count + 2
    }
    while line.last == " " { line.removeLast() }
    return String(line)
  }

  private func legend(_ plot: Plot) -> [[Run]] {
    guard plot.series.count > 1 else { return [] }
    return plot.series.enumerated().map { index, series in
      let mark = isColoured ? "━" : String(Self.letters[index % Self.letters.count])
      return [Run(text: "  \(mark) ", series: index), Run(text: series.name, series: nil)]
    }
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text.prefix(width)
  }
}

/// The cells of a drawing. With dots a cell has two columns and four rows of them.
private struct Canvas {
  let columns: Int
  private let rowCount: Int
  private let isDotted: Bool
  private var dots: [UInt8]
  private var owners: [Int?]

  /// The bits of a cell's dots in braille, row by row.
  private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  init(columns: Int, rows: Int, isDotted: Bool) {
    self.columns = columns
    rowCount = rows
    self.isDotted = isDotted
    dots = Array(repeating: 0, count: columns * rows)
    owners = Array(repeating: nil, count: columns * rows)
  }

  /// Draws values at parts of both axes, 0 to 1; a line joins them with dots.
  mutating func draw(_ places: [(x: Double, y: Double)], isJoined: Bool, series: Int) {
    let (width, height) = isDotted ? (2 * columns, 4 * rowCount) : (columns, rowCount)
    let points = places.filter { (0...1).contains($0.x) && (0...1).contains($0.y) }.map {
      (x: Int((Double(width - 1) * $0.x).rounded()), y: Int((Double(height - 1) * (1 - $0.y)).rounded()))
    }
    for point in points { set(point.x, point.y, series) }
    guard isJoined, isDotted else { return }
    for (start, end) in zip(points, points.dropFirst()) {
      let steps = max(abs(end.x - start.x), abs(end.y - start.y))
      for step in 0..<max(0, steps) {
        set(start.x + (end.x - start.x) * step / steps, start.y + (end.y - start.y) * step / steps, series)
      }
    }
  }

  private mutating func set(_ x: Int, _ y: Int, _ series: Int) {
    let cell = isDotted ? y / 4 * columns + x / 2 : y * columns + x
    dots[cell] |= isDotted ? Self.bits[y % 4][x % 2] : 1
    // The series drawn first stays visible where two meet.
    if owners[cell] == nil { owners[cell] = series }
  }

  /// The rows, neighbours of one series together.
  func rows(letters: [Character]) -> [[PlotText.Run]] {
    (0..<rowCount).map { row in
      var runs: [PlotText.Run] = []
      var text = ""
      var owner: Int?
      for column in 0..<columns {
        let cell = row * columns + column
        if owners[cell] != owner, !text.isEmpty {
          runs.append(PlotText.Run(text: text, series: owner))
          text = ""
        }
        owner = owners[cell]
        text.append(character(cell, letters))
      }
      return runs + (owner == nil ? [] : [PlotText.Run(text: text, series: owner)])
    }
  }

  private func character(_ cell: Int, _ letters: [Character]) -> Character {
    guard let owner = owners[cell] else { return " " }
    guard isDotted, let scalar = Unicode.Scalar(0x2800 + UInt32(dots[cell])) else {
      return letters[owner % letters.count]
    }
    return Character(scalar)
  }
}
