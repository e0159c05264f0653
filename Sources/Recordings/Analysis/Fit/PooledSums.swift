internal import Statistics

/// How groups of numbers spread about the means of their groups.
struct SpreadSums: Sendable {
  private var squares = 0.0
  /// The numbers less the groups.
  private(set) var freedom = 0

  /// Takes a group.
  mutating func add(_ group: [Double]) {
    guard group.count > 1 else { return }
    squares += RunningMoments(group).squares
    freedom += group.count - 1
  }

  mutating func add(_ other: SpreadSums) {
    squares += other.squares
    freedom += other.freedom
  }

  /// The standard deviation within groups; nil without any.
  var deviation: Double? { freedom > 0 ? (squares / Double(freedom)).squareRoot() : nil }
}

/// How numbers change with time: a slope for all groups together, each group about its own mean.
struct SlopeSums: Sendable {
  private var group = RunningLine()
  private var (xx, xy, yy) = (0.0, 0.0, 0.0)
  private var freedom = 0

  /// Takes a number of the group of this link; `time` is in seconds.
  mutating func add(time: Double, value: Double) {
    group.add(x: time, y: value)
  }

  /// Takes the groups of another link.
  mutating func add(_ other: SlopeSums) {
    let (one, two) = (closed, other.closed)
    self = SlopeSums()
    (xx, xy, yy) = (one.xx + two.xx, one.xy + two.xy, one.yy + two.yy)
    freedom = one.freedom + two.freedom
  }

  /// The same with the open group among the others.
  private var closed: SlopeSums {
    var sums = self
    sums.group = RunningLine()
    guard group.count > 1 else { return sums }
    sums.xx += group.squaresX
    sums.xy += group.products
    sums.yy += group.squaresY
    sums.freedom += group.count - 1
    return sums
  }

  /// The slope a second and its standard error; nil where nothing tells.
  var slope: (value: Double, standardError: Double, count: Int)? {
    let sums = closed
    guard sums.xx > 0, sums.freedom > 2 else { return nil }
    let value = sums.xy / sums.xx
    let left = max(0, sums.yy - value * sums.xy) / Double(sums.freedom - 1)
    return (value, (left / sums.xx).squareRoot(), sums.freedom)
  }
}

/// Numbers of which some do not belong: what most of them agree on. The first 4096 are kept.
struct Majority: Sendable {
  private static let kept = 4096
  private var values: [Double] = []

  mutating func add(_ value: Double) {
    if values.count < Self.kept { values.append(value) }
  }

  mutating func add(_ other: Majority) {
    for value in other.values { add(value) }
  }

  var count: Int { values.count }

  /// The median and its standard error, as if those that belong were drawn from a normal distribution; nil without
  /// any.
  var centre: (value: Double, standardError: Double)? {
    guard !values.isEmpty else { return nil }
    let median = values.median
    let spread = 1.4826 * values.map { abs($0 - median) }.median
    return (median, 1.2533 * spread / Double(values.count).squareRoot())
  }
}
