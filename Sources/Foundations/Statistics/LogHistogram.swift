/// Counts of numbers by size and sign, in bins whose width is a fixed part of the number. What is merged in any order is
/// the same.
///
/// A power of two has 128 bins, so the middle of a bin is at most 1/256 (0.4 %) from any number in it. Numbers nearer to
/// zero than 2^-20 share one bin.
public struct LogHistogram: Sendable, Hashable {
  /// How far a quantile is from the number that it stands for at most, as a part of it.
  public static let relativeError = 1.0 / 256

  private static let shift: UInt64 = 52 - 7
  /// The bin of 2^-20, less one.
  private static let origin = Int((UInt64(1023 - 20) << 52) >> shift) - 1

  /// How many numbers are in a bin; bins without any are left out. Below zero are negative numbers.
  private var counts: [Int: Int] = [:]
  /// How many numbers came.
  public private(set) var count = 0

  public init() {}

  /// Takes some finite numbers.
  public init(_ values: some Sequence<Double>) {
    for value in values { add(value) }
  }

  /// The same from its bins; nil if one has no number.
  public init?(bins: some Sequence<(bin: Int, count: Int)>) {
    for (bin, count) in bins {
      guard count > 0 else { return nil }
      counts[bin, default: 0] += count
      self.count += count
    }
  }

  public mutating func add(_ value: Double) {
    counts[Self.bin(value), default: 0] += 1
    count += 1
  }

  /// Adds the numbers of another histogram.
  public mutating func add(_ other: LogHistogram) {
    counts.merge(other.counts) { $0 + $1 }
    count += other.count
  }

  /// The bins with numbers, from the least up.
  public var bins: [(bin: Int, count: Int)] {
    counts.map { (bin: $0.key, count: $0.value) }.sorted { $0.bin < $1.bin }
  }

  /// The same numbers without their signs.
  public var sizes: LogHistogram {
    var sizes = LogHistogram()
    for (bin, count) in bins { sizes.counts[abs(bin), default: 0] += count }
    sizes.count = count
    return sizes
  }

  /// The least number that is no smaller than parts of them, by the nearest rank. There is at least one number.
  ///
  /// - Parameter fractions: each 0 to 1, in rising order.
  public func nearestRanks(_ fractions: [Double]) -> [Double] {
    bins(atRanks: fractions.map { NearestRank.of($0, among: count) }).map(Self.middle)
  }

  /// What encloses all numbers from one place of the sorted numbers to another, both counted from 1, wherever in their
  /// bins they are.
  public func enclosure(ofRanks ranks: ClosedRange<Int>) -> ClosedRange<Double> {
    let ends = bins(atRanks: [ranks.lowerBound, ranks.upperBound])
    return Self.range(ends[0]).lowerBound...Self.range(ends[1]).upperBound
  }

  /// The bins of some places of the sorted numbers, counted from 1 and in rising order.
  private func bins(atRanks ranks: [Int]) -> [Int] {
    var found: [Int] = []
    var before = 0
    for (bin, count) in bins {
      before += count
      while found.count < ranks.count, ranks[found.count] <= before { found.append(bin) }
    }
    precondition(found.count == ranks.count, "a rank is one of the numbers'")
    return found
  }

  private static func bin(_ value: Double) -> Int {
    let size = Int(value.magnitude.bitPattern >> shift) - origin
    return size <= 0 ? 0 : value < 0 ? -size : size
  }

  /// The numbers of a bin.
  public static func range(_ bin: Int) -> ClosedRange<Double> {
    if bin == 0 { return -start(1)...start(1) }
    let (near, far) = (start(abs(bin)), start(abs(bin) + 1))
    return bin < 0 ? -far ... -near : near...far
  }

  /// Where a bin begins that is above zero.
  private static func start(_ bin: Int) -> Double { Double(bitPattern: UInt64(bin + origin) << shift) }

  private static func middle(_ bin: Int) -> Double { (range(bin).lowerBound + range(bin).upperBound) / 2 }
}
