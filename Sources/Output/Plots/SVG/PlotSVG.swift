/// Draws a plot as SVG, in the colours of the page's style sheet.
package enum PlotSVG {
  private static let plotHeight = 320.0
  private static let left = 72.0
  private static let right = 18.0
  private static let bottom = 48.0
  private static let legendLine = 20.0
  /// The width of a letter, roughly: what the legend is broken by.
  private static let letter = 7.4
  /// Marks of more values would hide one another.
  private static let mostMarks = 400

  /// The drawing, an element `svg` with its own title and description.
  package static func text(_ plot: Plot) -> String {
    let legend = legend(plot)
    let top = 12 + Double(legend.last.map { $0.line + 1 } ?? 0) * legendLine
    let frame = Frame(plot, left: left, top: top, right: SVGText.width - right, bottom: top + plotHeight)
    return SVGText.drawing(
      plot.id, title: plot.title, summary: plot.summary, height: frame.bottom + bottom
    ) { svg in
      axes(plot, frame, &svg)
      for (index, series) in plot.series.enumerated() { draw(series, index, plot, frame, &svg) }
      for (index, rule) in plot.rules.enumerated() { draw(rule, index, frame, &svg) }
      for entry in legend { draw(entry, &svg) }
    }
  }

  // MARK: Axes

  private static func axes(_ plot: Plot, _ frame: Frame, _ svg: inout SVGText) {
    svg.addAxis(
      plot.x, frame.x, top: frame.top, bottom: frame.bottom, middle: (frame.left + frame.right) / 2,
      frame.horizontal)
    for tick in plot.y.ticks(in: frame.y) {
      let y = SVGText.number(frame.vertical(tick.value))
      svg.add(
        "line",
        [
          ("class", "grid"), ("x1", SVGText.number(frame.left)), ("x2", SVGText.number(frame.right)),
          ("y1", y), ("y2", y),
        ])
      svg.add(
        "text",
        [
          ("class", "tick"), ("x", SVGText.number(frame.left - 8)),
          ("y", SVGText.number(frame.vertical(tick.value) + 4)), ("text-anchor", "end"),
        ], text: tick.text)
    }
    svg.add(
      "rect",
      [
        ("class", "frame"), ("x", SVGText.number(frame.left)), ("y", SVGText.number(frame.top)),
        ("width", SVGText.number(frame.right - frame.left)),
        ("height", SVGText.number(frame.bottom - frame.top)),
      ])
    let middle = (frame.top + frame.bottom) / 2
    svg.add(
      "text",
      [
        ("class", "axis"), ("x", "16"), ("y", SVGText.number(middle)), ("text-anchor", "middle"),
        ("transform", "rotate(-90 16 \(SVGText.number(middle)))"),
      ], text: plot.y.label)
  }

  private static func draw(_ rule: Plot.Rule, _ index: Int, _ frame: Frame, _ svg: inout SVGText) {
    let (x1, x2, y1, y2, textX, textY): (Double, Double, Double, Double, Double, Double)
    switch rule.place {
    case .x(let value):
      let x = frame.horizontal(value)
      guard x.isFinite else { return }
      (x1, x2, y1, y2, textX, textY) = (
        x, x, frame.top, frame.bottom, x + 5, frame.top + 14 * Double(index + 1)
      )
    case .y(let value):
      let y = frame.vertical(value)
      guard y.isFinite else { return }
      (x1, x2, y1, y2, textX, textY) = (frame.left, frame.right, y, y, frame.left + 6, y - 5)
    }
    svg.add(
      "line",
      [
        ("class", "rule"), ("x1", SVGText.number(x1)), ("x2", SVGText.number(x2)),
        ("y1", SVGText.number(y1)), ("y2", SVGText.number(y2)),
      ])
    svg.add(
      "text", [("class", "rule-name"), ("x", SVGText.number(textX)), ("y", SVGText.number(textY))],
      text: rule.name)
  }

  // MARK: Series

  private static func draw(
    _ series: Plot.Series, _ index: Int, _ plot: Plot, _ frame: Frame, _ svg: inout SVGText
  ) {
    let points = plot.drawn(series)
    let places = points.map { (x: frame.horizontal($0.x), y: frame.vertical($0.y)) }
    let colour = index % Palette.series.count
    svg.add("g", [("class", "series series-\(colour)"), ("data-points", "\(points.count)")]) { svg in
      let banded = points.filter { $0.interval != nil }
      if series.style != .marks, banded.count > 1 { band(banded, frame, &svg) }
      let dashes = Palette.dashes[index % Palette.dashes.count]
      for line in lines(points) where series.style != .marks && line.count > 1 {
        svg.add(
          "polyline",
          [("class", "line"), ("points", SVGText.points(Array(places[line])))]
            + (dashes.isEmpty ? [] : [("stroke-dasharray", dashes)]))
      }
      if series.style == .trace || series.style == .curve && points.count > mostMarks { return }
      let hasMarks = series.style.isMarked && points.count <= mostMarks
      for (point, place) in zip(points, places) {
        svg.add("g", [("class", "value")]) { svg in
          svg.add("title", [], text: words(point, series, plot))
          if series.style == .marks, let interval = point.interval { bar(interval, place.x, frame, &svg) }
          if hasMarks { mark(index, place.x, place.y, &svg) }
          svg.add(
            "circle",
            [
              ("class", "hit"), ("cx", SVGText.number(place.x)), ("cy", SVGText.number(place.y)),
              ("r", "7"),
            ])
        }
      }
    }
  }

  /// The values of each unbroken line.
  private static func lines(_ points: [Plot.Point]) -> [Range<Int>] {
    let starts = points.indices.filter { $0 == 0 || points[$0].beginsLine }
    return zip(starts, starts.dropFirst() + [points.count]).map { $0..<$1 }
  }

  private static func band(_ points: [Plot.Point], _ frame: Frame, _ svg: inout SVGText) {
    let upper = points.map {
      (x: frame.horizontal($0.x), y: frame.vertical($0.interval?.upperBound ?? $0.y))
    }
    let lower = points.reversed().map {
      (x: frame.horizontal($0.x), y: frame.vertical($0.interval?.lowerBound ?? $0.y))
    }
    svg.add("polygon", [("class", "band"), ("points", SVGText.points(upper + lower))])
  }

  private static func bar(
    _ interval: ClosedRange<Double>, _ x: Double, _ frame: Frame, _ svg: inout SVGText
  ) {
    svg.add(
      "line",
      [
        ("class", "bar"), ("x1", SVGText.number(x)), ("x2", SVGText.number(x)),
        ("y1", SVGText.number(frame.vertical(interval.lowerBound))),
        ("y2", SVGText.number(frame.vertical(interval.upperBound))),
      ])
  }

  /// A mark around a place; the six shapes follow each other as the colours do.
  private static func mark(_ index: Int, _ x: Double, _ y: Double, _ svg: inout SVGText) {
    func path(_ offsets: [(Double, Double)]) -> String {
      SVGText.points(offsets.map { (x: x + $0.0, y: y + $0.1) })
    }
    switch index % Palette.series.count {
    case 0:
      svg.add(
        "circle", [("class", "mark"), ("cx", SVGText.number(x)), ("cy", SVGText.number(y)), ("r", "3.5")])
    case 1:
      svg.add(
        "polygon",
        [("class", "mark"), ("points", path([(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)]))])
    case 2: svg.add("polygon", [("class", "mark"), ("points", path([(0, -4.5), (4.5, 3.5), (-4.5, 3.5)]))])
    case 3: svg.add("polygon", [("class", "mark"), ("points", path([(0, -5), (5, 0), (0, 5), (-5, 0)]))])
    case 4: svg.add("polygon", [("class", "mark"), ("points", path([(0, 4.5), (4.5, -3.5), (-4.5, -3.5)]))])
    default:
      svg.add(
        "circle",
        [("class", "mark hollow"), ("cx", SVGText.number(x)), ("cy", SVGText.number(y)), ("r", "3.5")])
    }
  }

  /// A value as a reader sees it who points at it.
  private static func words(_ point: Plot.Point, _ series: Plot.Series, _ plot: Plot) -> String {
    var text = "\(series.name): \(plot.x.words(point.x)), \(plot.y.words(point.y))"
    if let interval = point.interval {
      text += " (\(plot.y.words(interval.lowerBound)) to \(plot.y.words(interval.upperBound)))"
    }
    return text
  }

  // MARK: Legend

  private struct LegendEntry {
    let index: Int
    let name: String
    let hasLine: Bool
    let hasMark: Bool
    let line: Int
    let x: Double
  }

  /// The entries in lines that fit the width; none for a single series, which the title names.
  private static func legend(_ plot: Plot) -> [LegendEntry] {
    guard plot.series.count > 1 else { return [] }
    var entries: [LegendEntry] = []
    var (line, x) = (0, left)
    for (index, series) in plot.series.enumerated() {
      let needed = 48 + letter * Double(series.name.count)
      if x > left, x + needed > SVGText.width - right { (line, x) = (line + 1, left) }
      entries.append(
        LegendEntry(
          index: index, name: series.name, hasLine: series.style != .marks,
          hasMark: series.style.isMarked && series.points.count <= mostMarks, line: line, x: x))
      x += needed
    }
    return entries
  }

  private static func draw(_ entry: LegendEntry, _ svg: inout SVGText) {
    let y = 12 + Double(entry.line) * legendLine
    svg.add("g", [("class", "series series-\(entry.index % Palette.series.count)")]) { svg in
      if entry.hasLine {
        let dashes = Palette.dashes[entry.index % Palette.dashes.count]
        svg.add(
          "line",
          [
            ("class", "line"), ("x1", SVGText.number(entry.x)), ("x2", SVGText.number(entry.x + 26)),
            ("y1", SVGText.number(y)), ("y2", SVGText.number(y)),
          ] + (dashes.isEmpty ? [] : [("stroke-dasharray", dashes)]))
      }
      if entry.hasMark { mark(entry.index, entry.x + 13, y, &svg) }
    }
    svg.add(
      "text",
      [("class", "legend"), ("x", SVGText.number(entry.x + 32)), ("y", SVGText.number(y + 4))],
      text: entry.name)
  }
}

/// Where the values of a plot stand on the drawing, in pixels.
private struct Frame {
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double
  /// The ends of the axes.
  let x: ClosedRange<Double>
  let y: ClosedRange<Double>
  private let horizontalAxis: Axis
  private let verticalAxis: Axis

  init(_ plot: Plot, left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
    (x, y) = plot.extent
    horizontalAxis = plot.x
    verticalAxis = plot.y
  }

  func horizontal(_ value: Double) -> Double {
    left + (right - left) * horizontalAxis.part(value, of: x)
  }

  func vertical(_ value: Double) -> Double {
    bottom - (bottom - top) * verticalAxis.part(value, of: y)
  }
}
