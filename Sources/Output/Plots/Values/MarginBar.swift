/// A measured number against its limit, as a bar for a line of a table.
package struct MarginBar: Hashable, Sendable {
  /// Which side of the limit is allowed.
  package enum Side: Hashable, Sendable {
    /// Up to the limit.
    case below
    /// From the limit on.
    case above
    /// From minus the limit to the limit.
    case between
    /// The limit itself.
    case at
  }

  package var value: Double
  package var limit: Double
  package var side: Side
  /// The half of the interval in which the true value is; nil for an exact one.
  package var uncertainty: Double?
  /// Another value that the bar has room for, so that two bars have one scale; nil for none.
  package var compared: Double?

  package init(_ value: Double, limit: Double, side: Side, uncertainty: Double? = nil) {
    self.value = value
    self.limit = limit
    self.side = side
    self.uncertainty = uncertainty
  }

  private static let width = 120.0
  private static let height = 16.0

  /// The drawing; text beside it says the same, so that readers of the screen pass it over.
  package var svg: String {
    let range = range
    func place(_ value: Double) -> Double { 2 + (Self.width - 4) * Self.part(value, of: range) }
    var svg = SVGText()
    svg.add(
      "svg",
      [
        ("class", isMet ? "margin met" : "margin unmet"),
        ("viewBox", "0 0 \(SVGText.number(Self.width)) \(SVGText.number(Self.height))"),
        ("aria-hidden", "true"),
      ]
    ) { svg in
      svg.add("rect", Self.bar("track", 2, Self.width - 2))
      let allowed = allowed(in: range)
      svg.add("rect", Self.bar("allowed", place(allowed.lowerBound), place(allowed.upperBound)))
      if let uncertainty, uncertainty > 0 {
        let ends = (place(value - uncertainty), place(value + uncertainty))
        svg.add(
          "line",
          [
            ("class", "doubt"), ("x1", SVGText.number(ends.0)), ("x2", SVGText.number(ends.1)), ("y1", "8"),
            ("y2", "8"),
          ])
      }
      for limit in side == .between ? [-self.limit, self.limit] : [self.limit] {
        let x = SVGText.number(place(limit))
        svg.add("line", [("class", "limit"), ("x1", x), ("x2", x), ("y1", "1"), ("y2", "15")])
      }
      svg.add(
        "circle", [("class", "measured"), ("cx", SVGText.number(place(value))), ("cy", "8"), ("r", "4")])
    }
    return svg.text
  }

  /// The bar in characters: `=` where the limit allows the number, `|` for a limit, `o` for the number.
  package func text(columns: Int) -> String {
    let range = range
    func column(_ value: Double) -> Int {
      Int((Double(columns - 1) * Self.part(value, of: range)).rounded())
    }
    let allowed = allowed(in: range)
    var cells = (0..<columns).map { index -> Character in
      (column(allowed.lowerBound)...column(allowed.upperBound)).contains(index) ? "=" : "-"
    }
    for limit in side == .between ? [-limit, limit] : [limit] { cells[column(limit)] = "|" }
    cells[column(value)] = "o"
    return String(cells)
  }

  /// The part of the bar, 0 to 1, at which a value stands.
  private static func part(_ value: Double, of range: ClosedRange<Double>) -> Double {
    let part = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return part.isFinite ? min(max(part, 0), 1) : 0.5
  }

  private static func bar(_ name: String, _ start: Double, _ end: Double) -> [SVGText.Attribute] {
    [
      ("class", name), ("x", SVGText.number(start)), ("y", "5"),
      ("width", SVGText.number(max(1, end - start))), ("height", "6"),
    ]
  }

  private var isMet: Bool {
    switch side {
    case .below: value <= limit
    case .above: value >= limit
    case .between: value.magnitude <= limit.magnitude
    case .at: value == limit
    }
  }

  /// What the bar shows: limit and value with room around them.
  private var range: ClosedRange<Double> {
    switch side {
    case .between:
      let reach = max(limit.magnitude, size(\.magnitude), .leastNormalMagnitude) * 1.25
      return -reach...reach
    case .at:
      let reach = max(size { ($0 - limit).magnitude }, limit.magnitude / 2, 1) * 1.25
      return limit - reach...limit + reach
    case .below, .above:
      let least = min(value, compared ?? value, limit, 0)
      let most = max(value, compared ?? value, limit, 0)
      let room = max(most - least, .leastNormalMagnitude) / 5
      return (least < 0 ? least - room : 0)...(most + room)
    }
  }

  /// The greater measure of the value and the one that it is compared with.
  private func size(_ measure: (Double) -> Double) -> Double {
    max(measure(value), measure(compared ?? value))
  }

  private func allowed(in range: ClosedRange<Double>) -> ClosedRange<Double> {
    switch side {
    case .below: range.lowerBound...max(range.lowerBound, limit)
    case .above: min(limit, range.upperBound)...range.upperBound
    case .between: -limit.magnitude...limit.magnitude
    case .at: limit...limit
    }
  }
}
