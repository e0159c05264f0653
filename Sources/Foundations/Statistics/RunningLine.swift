/// The line by least squares through points that come one by one, without keeping them.
///
/// The sums are taken around the means so far, so that nothing is lost where these are large.
public struct RunningLine: Sendable, Hashable {
  /// How many points came.
  public private(set) var count = 0
  /// The mean of their places.
  public private(set) var meanX = 0.0
  /// The mean of their values.
  public private(set) var meanY = 0.0
  /// The sum of the squares of the distances of their places from the mean.
  public private(set) var squaresX = 0.0
  /// The same of their values.
  public private(set) var squaresY = 0.0
  /// The sum of the products of both distances.
  public private(set) var products = 0.0

  public init() {}

  /// Takes points in their order.
  public init(_ points: some Sequence<(x: Double, y: Double)>) {
    for point in points { add(x: point.x, y: point.y) }
  }

  public mutating func add(x: Double, y: Double) {
    count += 1
    let (dx, dy) = (x - meanX, y - meanY)
    meanX += dx / Double(count)
    meanY += dy / Double(count)
    squaresX += dx * (x - meanX)
    squaresY += dy * (y - meanY)
    products += dx * (y - meanY)
  }

  /// What a unit of place adds to the value; nil where all points are at one place.
  public var slope: Double? { squaresX > 0 ? products / squaresX : nil }

  /// The sum of the squares of what the line leaves of the values.
  public var residualSquares: Double { max(0, squaresY - (slope ?? 0) * products) }
}
