internal import Notation

/// SVG, written element by element.
struct SVGText {
  /// The width of every drawing, in pixels.
  static let width = 720.0

  private(set) var text = ""

  /// A drawing: an element `svg` with its own title and description.
  static func drawing(
    _ id: String, title: String, summary: String, height: Double, _ content: (inout SVGText) -> Void
  ) -> String {
    var svg = SVGText()
    svg.add(
      "svg",
      [
        ("class", "plot-drawing"), ("id", id), ("viewBox", "0 0 \(number(width)) \(number(height))"),
        ("role", "img"), ("aria-labelledby", "\(id)-title \(id)-summary"),
        ("xmlns", "http://www.w3.org/2000/svg"),
      ]
    ) { svg in
      svg.add("title", [("id", "\(id)-title")], text: title)
      svg.add("desc", [("id", "\(id)-summary")], text: summary)
      content(&svg)
    }
    return svg.text
  }

  /// The marked values of a horizontal axis with their lines, and its name below.
  mutating func addAxis(
    _ axis: Axis, _ range: ClosedRange<Double>, top: Double, bottom: Double, middle: Double,
    _ place: (Double) -> Double
  ) {
    for tick in axis.ticks(in: range) {
      let x = Self.number(place(tick.value))
      add(
        "line",
        [("class", "grid"), ("x1", x), ("x2", x), ("y1", Self.number(top)), ("y2", Self.number(bottom))])
      add(
        "text",
        [("class", "tick"), ("x", x), ("y", Self.number(bottom + 17)), ("text-anchor", "middle")],
        text: tick.text)
    }
    add(
      "text",
      [
        ("class", "axis"), ("x", Self.number(middle)), ("y", Self.number(bottom + 37)),
        ("text-anchor", "middle"),
      ], text: axis.label)
  }

  typealias Attribute = (name: String, value: String)

  /// An element without content.
  mutating func add(_ name: String, _ attributes: [Attribute]) {
    text += "<\(name)\(Self.written(attributes))/>"
  }

  /// An element with text in it.
  mutating func add(_ name: String, _ attributes: [Attribute], text content: String) {
    text += "<\(name)\(Self.written(attributes))>\(MarkupText.escaped(content))</\(name)>"
  }

  /// An element with elements in it.
  mutating func add(
    _ name: String, _ attributes: [Attribute], _ content: (inout SVGText) -> Void
  ) {
    text += "<\(name)\(Self.written(attributes))>"
    content(&self)
    text += "</\(name)>"
  }

  private static func written(_ attributes: [Attribute]) -> String {
    attributes.map { " \($0.name)=\"\(MarkupText.escaped($0.value))\"" }.joined()
  }

  /// A coordinate, to a tenth of a pixel.
  static func number(_ value: Double) -> String {
    let text = DecimalText.fixed(value, digits: 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func points(_ points: [(x: Double, y: Double)]) -> String {
    points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
  }
}
