import Statistics
import Testing

@Suite("Quantiles")
struct QuantileTests {
  @Test("the nearest rank", arguments: [(0.5, 5.0), (0.9, 9), (0.91, 10), (0, 1), (1, 10)])
  func nearestRank(fraction: Double, expected: Double) {
    #expect((1...10).map(Double.init).nearestRank(fraction) == expected)
  }

  @Test("the median, of numbers in any order")
  func median() {
    #expect([3.0, 1, 2].median == 2)
    #expect([4.0, 1, 3, 2].median == 2.5)
  }
}
