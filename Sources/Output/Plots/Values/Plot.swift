/// A plot of values over values: what is drawn, not how.
package struct Plot: Hashable, Sendable {
  /// A name that is unique on a page and stays the same from run to run, as `error-over-distance`.
  package var id: String
  /// What is plotted, a noun phrase.
  package var title: String
  /// What the plot shows, in a sentence or two: the alternative for a reader who cannot see it.
  package var summary: String
  package var x: Axis
  package var y: Axis
  /// In the order of the legend.
  package var series: [Series]
  /// Limits and other lines across the plot.
  package var rules: [Rule]

  package init(
    id: String, title: String, summary: String, x: Axis, y: Axis, series: [Series], rules: [Rule] = []
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.x = x
    self.y = y
    self.series = series
    self.rules = rules
  }

  package struct Series: Hashable, Sendable {
    package enum Style: Hashable, Sendable {
      /// A line from value to value, with a mark at each value.
      case line
      /// A line without marks, for many values.
      case curve
      /// A line and nothing to point at: for what is drawn anew many times a second.
      case trace
      /// Marks alone.
      case marks

      var isMarked: Bool { self == .line || self == .marks }
    }

    package var name: String
    package var style: Style
    /// In the order of the line.
    package var points: [Point]

    package init(_ name: String, _ style: Style, _ points: [Point]) {
      self.name = name
      self.style = style
      self.points = points
    }
  }

  package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double
    /// Where the true value lies with a stated confidence; nil if that is unknown.
    package var interval: ClosedRange<Double>?
    /// Whether a line begins here, and none leads here from the value before.
    package var beginsLine: Bool

    package init(
      _ x: Double, _ y: Double, in interval: ClosedRange<Double>? = nil, beginsLine: Bool = false
    ) {
      self.x = x
      self.y = y
      self.interval = interval
      self.beginsLine = beginsLine
    }
  }

  /// A straight line at one value of an axis, as a limit.
  package struct Rule: Hashable, Sendable {
    /// The axis on which the value is.
    package enum Place: Hashable, Sendable {
      /// A vertical line at a value of the horizontal axis.
      case x(Double)
      /// A horizontal line at a value of the vertical axis.
      case y(Double)
    }

    package var place: Place
    /// What is there, as `limit 0.1 m`.
    package var name: String

    package init(_ place: Place, _ name: String) {
      self.place = place
      self.name = name
    }
  }

  /// The values that can be drawn: an axis of logarithms has no place for zero.
  func drawn(_ series: Series) -> [Point] {
    series.points.filter { x.place($0.x).isFinite && y.place($0.y).isFinite }
  }

  /// The ends of both axes, which hold all values, intervals and rules.
  var extent: (x: ClosedRange<Double>, y: ClosedRange<Double>) {
    var horizontal: [Double] = []
    var vertical: [Double] = []
    for point in series.flatMap(drawn) {
      horizontal.append(point.x)
      vertical.append(point.y)
      if let interval = point.interval { vertical += [interval.lowerBound, interval.upperBound] }
    }
    for rule in rules {
      switch rule.place {
      case .x(let value): horizontal.append(value)
      case .y(let value): vertical.append(value)
      }
    }
    return (x.range(of: horizontal), y.range(of: vertical))
  }
}
