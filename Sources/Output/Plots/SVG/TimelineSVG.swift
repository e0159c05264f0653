/// Draws a timeline as SVG: one row a device, spans to scale.
package enum TimelineSVG {
  private static let mostNameLetters = 28
  private static let right = 22.0
  private static let rowHeight = 30.0
  private static let spanHeight = 20.0
  private static let letter = 6.2
  /// A shorter span could not be seen.
  private static let leastLength = 1.5

  /// The drawing, an element `svg` with its own title and description.
  package static func text(_ timeline: Timeline) -> String {
    let axis = Axis("time", unit: timeline.unit)
    let rows = timeline.rows.map { row in
      Timeline.Row(
        row.name,
        row.spans.filter {
          [$0.range.lowerBound, $0.range.upperBound].allSatisfy { axis.place($0).isFinite }
        })
    }
    let spans = rows.flatMap(\.spans)
    let range = axis.range(of: spans.flatMap { [$0.range.lowerBound, $0.range.upperBound] })
    let letters = min(mostNameLetters, rows.map(\.name.count).max() ?? 0)
    let left = max(84, letter * Double(letters) + 16)
    let kinds = Timeline.Kind.allCases.filter { kind in spans.contains { $0.kind == kind } }
    let top = 26.0
    let bottom = top + rowHeight * Double(rows.count)
    func place(_ value: Double) -> Double {
      left + (SVGText.width - right - left) * axis.part(value, of: range)
    }
    return SVGText.drawing(
      timeline.id, title: timeline.title, summary: timeline.summary, height: bottom + 44
    ) { svg in
      legend(kinds, left: left, &svg)
      svg.addAxis(axis, range, top: top, bottom: bottom, middle: (left + SVGText.width - right) / 2, place)
      for (index, row) in rows.enumerated() {
        draw(row, left: left, top: top + rowHeight * Double(index), place, &svg)
      }
    }
  }

  private static func legend(_ kinds: [Timeline.Kind], left: Double, _ svg: inout SVGText) {
    var x = left
    for kind in kinds {
      svg.add(
        "rect",
        [
          ("class", "span span-\(kind.rawValue)"), ("x", SVGText.number(x)), ("y", "4"), ("width", "14"),
          ("height", "12"),
        ])
      svg.add(
        "text", [("class", "legend"), ("x", SVGText.number(x + 19)), ("y", "14")], text: kind.name)
      x += 40 + letter * Double(kind.name.count)
    }
  }

  private static func draw(
    _ row: Timeline.Row, left: Double, top: Double, _ place: (Double) -> Double, _ svg: inout SVGText
  ) {
    let y = top + (rowHeight - spanHeight) / 2
    svg.add(
      "text",
      [
        ("class", "axis"), ("x", SVGText.number(left - 8)), ("y", SVGText.number(y + 14)),
        ("text-anchor", "end"),
      ], text: String(row.name.prefix(mostNameLetters)))
    guard !row.spans.isEmpty else {
      return svg.add(
        "text", [("class", "tick"), ("x", SVGText.number(left + 6)), ("y", SVGText.number(y + 14))],
        text: "nothing sent")
    }
    svg.add("g", [("data-points", "\(row.spans.count)")]) { svg in
      for span in row.spans {
        let start = place(span.range.lowerBound)
        let length = place(span.range.upperBound) - start
        svg.add("g", [("class", "value")]) { svg in
          svg.add("title", [], text: span.name)
          svg.add(
            "rect",
            [
              ("class", "span span-\(span.kind.rawValue)"), ("x", SVGText.number(start)),
              ("y", SVGText.number(y)), ("width", SVGText.number(max(leastLength, length))),
              ("height", SVGText.number(spanHeight)),
            ])
          guard length > letter * Double(span.label.count) + 4 else { return }
          svg.add(
            "text",
            [
              ("class", "span-name on-\(span.kind.rawValue)"), ("x", SVGText.number(start + length / 2)),
              ("y", SVGText.number(y + 14)), ("text-anchor", "middle"),
            ], text: span.label)
        }
      }
    }
  }
}
