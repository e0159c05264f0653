internal import Notation

/// SVG, written element by element.
struct SVGText {
  private(set) var text = ""

  /// An attribute of an element.
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

  /// The points of a line.
  static func points(_ points: [(x: Double, y: Double)]) -> String {
    points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
  }
}
