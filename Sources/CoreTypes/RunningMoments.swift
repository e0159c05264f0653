/// Mean and spread of numbers that come one by one, without keeping them.
///
/// The sums are taken around the mean so far, so that nothing is lost where it is large. [Welford 1962]
public struct RunningMoments: Sendable, Equatable {
  /// How many came.
  public private(set) var count = 0
  /// Their mean; 0 before the first.
  public private(set) var mean = 0.0
  private var squares = 0.0

  /// Before the first number.
  public init() {}

  /// Takes a number.
  public mutating func add(_ value: Double) {
    count += 1
    let before = value - mean
    mean += before / Double(count)
    squares += before * (value - mean)
  }

  /// The standard deviation of what they were drawn from; nil with fewer than two.
  public var standardDeviation: Double? {
    count > 1 ? (squares / Double(count - 1)).squareRoot() : nil
  }

  /// How far the mean may be off, one standard deviation; nil with fewer than two.
  public var standardError: Double? { standardDeviation.map { $0 / Double(count).squareRoot() } }
}
