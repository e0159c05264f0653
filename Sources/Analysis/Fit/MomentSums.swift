/// Sums of numbers and of their squares, which can be joined.
struct MomentSums: Sendable {
  private(set) var count = 0
  private var sum = 0.0
  private var squares = 0.0

  mutating func add(_ value: Double) {
    count += 1
    sum += value
    squares += value * value
  }

  mutating func add(_ other: MomentSums) {
    count += other.count
    sum += other.sum
    squares += other.squares
  }

  /// 0 without any.
  var mean: Double { count == 0 ? 0 : sum / Double(count) }

  /// The standard deviation of what they were drawn from; nil with fewer than two.
  var deviation: Double? {
    guard count > 1 else { return nil }
    return max(0, (squares - sum * mean) / Double(count - 1)).squareRoot()
  }

  /// How far the mean may be off, one standard deviation; nil with fewer than two.
  var standardError: Double? { deviation.map { $0 / Double(count).squareRoot() } }
}

/// How groups of numbers spread about the means of their groups.
struct SpreadSums: Sendable {
  private var squares = 0.0
  /// The numbers less the groups.
  private(set) var freedom = 0

  /// Takes a group.
  mutating func add(_ group: [Double]) {
    guard group.count > 1 else { return }
    let mean = group.reduce(0, +) / Double(group.count)
    squares += group.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
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
  private var group = Sums()
  private var firstTime: Double?
  private var (xx, xy, yy) = (0.0, 0.0, 0.0)
  private var freedom = 0

  private struct Sums: Sendable {
    var count = 0.0
    var (x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0)
  }

  /// Takes a number of the group of this link; `time` is in seconds.
  mutating func add(time: Double, value: Double) {
    let x = time - (firstTime ?? time)
    firstTime = firstTime ?? time
    group.count += 1
    group.x += x
    group.y += value
    group.xx += x * x
    group.xy += x * value
    group.yy += value * value
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
    sums.group = Sums()
    guard group.count > 1 else { return sums }
    sums.xx += group.xx - group.x * group.x / group.count
    sums.xy += group.xy - group.x * group.y / group.count
    sums.yy += group.yy - group.y * group.y / group.count
    sums.freedom += Int(group.count) - 1
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
    guard let median = Self.median(values) else { return nil }
    let spread = 1.4826 * (Self.median(values.map { abs($0 - median) }) ?? 0)
    return (median, 1.2533 * spread / Double(values.count).squareRoot())
  }

  private static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
  }
}
