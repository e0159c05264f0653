import Testing
import Verdicts

@testable import ConformanceTester

@Suite("How sure what is measured is")
struct StatisticsTests {
  @Test("the standard errors are those of the textbook")
  func standardErrors() throws {
    let spread = try #require(Spread([1, 2, 3, 4]))
    #expect(abs((spread.meanStatistic?.standardError ?? 0) - 0.645497) < 1e-6)
    #expect(abs((spread.deviationStatistic?.standardError ?? 0) - 0.456435) < 1e-6)
    let part = try #require(Proportion(100, of: 100).estimates.first)
    #expect(part.value == 100)
    #expect(abs((part.statistic?.standardError ?? 0) - 1.346) < 1e-3)
    let slope = Quantity.Statistic.slope(left: 8, square: 16, count: 10)
    #expect(slope?.standardError == 0.25)
  }

  private func share(_ values: some Sequence<Double>) -> Share {
    var share = Share()
    for value in values { share.take(value, limit: 1000) }
    return share
  }

  @Test("how sure a quantile is follows the values beside it, or a normal distribution if that says less")
  func quantiles() throws {
    let even = share((1...400).map(Double.init))
    #expect(even.quantile(0.9) == 360)
    #expect(abs(try #require(even.statistic(ofQuantile: 0.9)).standardError - 13.9) < 0.1)
    #expect(even.statistic(ofQuantile: 1) == nil)
    let parted = share((1...400).map { $0 <= 360 ? Double($0) : 900 })
    #expect(try #require(parted.statistic(ofQuantile: 0.9)).standardError > 270)
  }
}
