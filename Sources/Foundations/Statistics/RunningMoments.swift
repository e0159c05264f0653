/// Mean and spread of numbers that come one by one, without keeping them.
///
/// The sums are taken around the mean so far, so that nothing is lost where it is large. [Welford 1962; Chan, Golub,
/// LeVeque 1979 for the sum of two]
public struct RunningMoments: Sendable, Hashable {
  /// How many came.
  public private(set) var count = 0
  /// Their mean; 0 before the first.
  public private(set) var mean = 0.0
  /// The sum of the squares of their distances from the mean.
  public private(set) var squares = 0.0

  public init() {}

  /// The same from its sums.
  public init(count: Int, mean: Double, squares: Double) {
    (self.count, self.mean, self.squares) = (count, mean, squares)
  }

  /// Takes some numbers in their order.
  public init(_ values: some Sequence<Double>) {
    for value in values { add(value) }
  }

  public mutating func add(_ value: Double) {
    count += 1
    let before = value - mean
    mean += before / Double(count)
    squares += before * (value - mean)
  }

  /// Adds the numbers of another value.
  public mutating func add(_ other: RunningMoments) {
    guard other.count > 0 else { return }
    let both = Double(count + other.count)
    let distance = other.mean - mean
    squares += other.squares + distance * distance * Double(count) * Double(other.count) / both
    mean += distance * Double(other.count) / both
    count += other.count
  }

  /// The standard deviation of what they were drawn from; nil with fewer than two.
  public var standardDeviation: Double? {
    count > 1 ? (squares / Double(count - 1)).squareRoot() : nil
  }

  /// How far the mean may be off, one standard deviation; nil with fewer than two.
  public var standardError: Double? { standardDeviation.map { $0 / Double(count).squareRoot() } }
}

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

  /// The same from its sums.
  public init(
    count: Int, meanX: Double, meanY: Double, squaresX: Double, squaresY: Double, products: Double
  ) {
    (self.count, self.meanX, self.meanY) = (count, meanX, meanY)
    (self.squaresX, self.squaresY, self.products) = (squaresX, squaresY, products)
  }

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

  /// Adds the points of another value.
  public mutating func add(_ other: RunningLine) {
    guard other.count > 0 else { return }
    let both = Double(count + other.count)
    let (dx, dy) = (other.meanX - meanX, other.meanY - meanY)
    let weight = Double(count) * Double(other.count) / both
    squaresX += other.squaresX + dx * dx * weight
    squaresY += other.squaresY + dy * dy * weight
    products += other.products + dx * dy * weight
    meanX += dx * Double(other.count) / both
    meanY += dy * Double(other.count) / both
    count += other.count
  }

  /// What a unit of place adds to the value; nil where all points are at one place.
  public var slope: Double? { squaresX > 0 ? products / squaresX : nil }

  /// The sum of the squares of what the line leaves of the values.
  public var residualSquares: Double { max(0, squaresY - (slope ?? 0) * products) }
}
