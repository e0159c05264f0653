import Statistics
import Testing

@Suite("The histogram by size")
struct LogHistogramTests {
  /// Numbers of both signs over eight powers of ten, always the same.
  private static let numbers: [Double] = (0..<4000).map { index in
    let step = Double((index * 7919) % 4001) / 4001
    let size = 1e-5 * Double(sign: .plus, exponent: Int(step * 26), significand: 1 + step)
    return index % 3 == 0 ? -size : size
  }

  private func isNear(_ found: Double, _ exact: Double) -> Bool {
    abs(found - exact) <= abs(exact) * LogHistogram.relativeError
  }

  @Test("has quantiles within its relative error of those of the numbers")
  func quantiles() {
    let parts = [0.001, 0.05, 0.25, 0.333, 0.5, 0.9, 0.99, 1]
    let sorted = Self.numbers.sorted()
    let sizes = Self.numbers.map(\.magnitude).sorted()
    let histogram = LogHistogram(Self.numbers)
    for (part, found) in zip(parts, histogram.nearestRanks(parts)) {
      #expect(isNear(found, sorted.nearestRank(part)), "\(part)")
    }
    for (part, found) in zip(parts, histogram.sizes.nearestRanks(parts)) {
      #expect(isNear(found, sizes.nearestRank(part)), "\(part)")
    }
  }

  @Test("is the same however its numbers are cut and in whatever order they are added")
  func merge() throws {
    let whole = LogHistogram(Self.numbers)
    for count in [2, 3, 7, 40] {
      var parts = (0..<count).map { part in
        LogHistogram(Self.numbers.enumerated().filter { $0.offset % count == part }.map(\.element))
      }
      parts.reverse()
      var sum = LogHistogram()
      for part in parts { sum.add(part) }
      #expect(sum == whole)
    }
    #expect(LogHistogram(bins: whole.bins) == whole)
    #expect(LogHistogram(bins: [(bin: 4, count: 0)]) == nil)
  }

  @Test("takes what is next to nothing for zero, and bins begin where they say")
  func limits() {
    #expect(LogHistogram([0, 1e-9, -1e-9]).nearestRanks([0, 1]) == [0, 0])
    let enclosure = LogHistogram([3, 3.001, 7]).enclosure(ofRanks: 1...2)
    #expect(enclosure.contains(3) && enclosure.contains(3.001))
    #expect(enclosure.upperBound / enclosure.lowerBound <= 1 + 3 * LogHistogram.relativeError)
    for bin in [1, 2, 128, 3000] {
      let start = LogHistogram.range(bin).lowerBound
      #expect(LogHistogram([start]).bins.map(\.bin) == [bin])
      #expect(LogHistogram([-start]).bins.map(\.bin) == [-bin])
      #expect(LogHistogram([start.nextDown]).bins.map(\.bin) == [bin - 1])
    }
  }
}
