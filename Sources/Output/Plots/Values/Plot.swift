/// A plot of values over values: what is drawn, not how.
public struct Plot: Hashable, Sendable {
  /// A name that is unique on a page and stays the same from run to run, as `error-over-distance`.
  public var id: String
  /// What is plotted, a noun phrase.
  public var title: String
  /// What the plot shows, in a sentence or two: the alternative for a reader who cannot see it.
  public var summary: String
  public var x: Axis
  public var y: Axis
  /// In the order of the legend.
  public var series: [Series]
  /// Limits and other lines across the plot.
  public var rules: [Rule]

  public init(
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

  public struct Series: Hashable, Sendable {
    public enum Style: Hashable, Sendable {
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

    public var name: String
    public var style: Style
    /// In the order of the line.
    public var points: [Point]

    public init(_ name: String, _ style: Style, _ points: [Point]) {
      self.name = name
      self.style = style
      self.points = points
    }
  }

  public struct Point: Hashable, Sendable {
    public var x: Double
    public var y: Double
    /// Where the true value lies with a stated confidence; nil if that is unknown.
    public var interval: ClosedRange<Double>?
    /// Whether a line begins here, and none leads here from the value before.
    public var beginsLine: Bool

    public init(_ x: Double, _ y: Double, in interval: ClosedRange<Double>? = nil, beginsLine: Bool = false) {
      self.x = x
      self.y = y
      self.interval = interval
      self.beginsLine = beginsLine
    }
  }

  /// A straight line at one value of an axis, as a limit.
  public struct Rule: Hashable, Sendable {
    /// The axis on which the value is.
    public enum Place: Hashable, Sendable {
      /// A vertical line at a value of the horizontal axis.
      case x(Double)
      /// A horizontal line at a value of the vertical axis.
      case y(Double)
    }

    public var place: Place
    /// What is there, as `limit 0.1 m`.
    public var name: String

    public init(_ place: Place, _ name: String) {
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
