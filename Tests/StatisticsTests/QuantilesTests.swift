import Statistics
import Testing

@Suite("Quantiles")
struct QuantileTests {
  @Test("the nearest rank", arguments: [(0.5, 5.0), (0.9, 9), (0.91, 10), (0, 1), (1, 10)])
  func nearestRank(fraction: Double, expected: Double) {
    #expect((1...10).map(Double.init).nearestRank(fraction) == expected)
  }

  @Test("is not one too high where the product is above a whole number by rounding", arguments: [0.07, 0.55])
  func rounding(fraction: Double) {
    #expect(fraction * 100 > (fraction * 100).rounded())
    #expect(NearestRank.of(fraction, among: 100) == Int((fraction * 100).rounded()))
  }

  @Test("the mean, of a part of numbers too")
  func mean() {
    #expect([3.0, 1, 2].mean == 2)
    #expect([9.0, 4, 1].dropFirst().mean == 2.5)
  }

  @Test("the median, of numbers in any order")
  func median() {
    #expect([3.0, 1, 2].median == 2)
    #expect([4.0, 1, 3, 2].median == 2.5)
  }
}

@Suite("Student's distribution")
struct StudentDistributionTests {
  @Test(
    "its bounds are those of the printed tables",
    arguments: [
      (0.95, 1.0, 12.706), (0.95, 2, 4.303), (0.95, 5, 2.571), (0.95, 30, 2.042), (0.95, 100, 1.984),
      (0.99, 2, 9.925), (0.99, 10, 3.169), (0.999, 1, 636.62), (0.9995, 4, 10.306), (0.5, 10, 0.700),
      (0.999, 20, 3.850), (0.95, 1e6, 1.960),
    ])
  func bounds(confidence: Double, degrees: Double, expected: Double) {
    let bound = StudentDistribution.bound(confidence: confidence, degrees: degrees)
    #expect(abs(bound - expected) < 0.001 * expected, "\(bound)")
  }

  @Test("its bounds fall between one degree of freedom and two", arguments: [0.5, 0.95, 0.999])
  func fewDegrees(confidence: Double) {
    let bounds = [1, 1.2, 1.5, 1.8, 2, 2.2].map {
      StudentDistribution.bound(confidence: confidence, degrees: $0)
    }
    #expect(bounds == bounds.sorted { $0 > $1 })
  }
}
