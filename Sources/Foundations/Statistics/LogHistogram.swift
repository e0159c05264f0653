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
    let ranks = fractions.map { Int(min(Double(count), max(1, ($0 * Double(count)).rounded(.up)))) }
    return values(atRanks: ranks)
  }

  /// The numbers at some places of the sorted numbers, counted from 1 and in rising order.
  public func values(atRanks ranks: [Int]) -> [Double] {
    var values: [Double] = []
    var before = 0
    for (bin, count) in bins {
      before += count
      while values.count < ranks.count, ranks[values.count] <= before { values.append(Self.middle(bin)) }
    }
    precondition(values.count == ranks.count, "a rank is one of the numbers'")
    return values
  }

  private static func bin(_ value: Double) -> Int {
    let size = Int(value.magnitude.bitPattern >> shift) - origin
    return size <= 0 ? 0 : value < 0 ? -size : size
  }

  /// Where a bin begins that is above zero.
  public static func start(_ bin: Int) -> Double { Double(bitPattern: UInt64(bin + origin) << shift) }

  private static func middle(_ bin: Int) -> Double {
    guard bin != 0 else { return 0 }
    let size = (start(abs(bin)) + start(abs(bin) + 1)) / 2
    return bin < 0 ? -size : size
  }
}
