import Testing

@testable import Conformance

@Suite("The number behind a step")
struct QuantityTests {
  @Test("the margin is positive on the good side of the limit")
  func margins() throws {
    func margin(_ value: Double, _ comparison: Quantity.Comparison) throws -> Double {
      try #require(Quantity(value, "us", comparison, 5)).margin
    }
    #expect(try margin(3, .atMost) == 2 && margin(7, .atMost) == -2)
    #expect(try margin(3, .atLeast) == -2 && margin(7, .atLeast) == 2)
    #expect(try margin(-3, .within) == 2 && margin(-7, .within) == -2)
    #expect(try margin(5, .equal) == 0 && margin(7, .equal) == -2)
  }

  @Test("what is not finite is no number, and one value tells nothing of its spread")
  func finite() throws {
    #expect(Quantity(.infinity, "us", .atMost, 5) == nil)
    #expect(Quantity(1, "us", .atMost, .nan) == nil)
    let alone = try #require(Quantity(1, "us", .atMost, 5, .init(standardError: 1, count: 1)))
    #expect(alone.statistic == nil)
  }

  @Test("a step takes its margin from the number, and a text in its place wins")
  func text() throws {
    let number = try #require(Quantity(1.5, "us", .atMost, 5))
    let step = Step(name: "a", required: "b", measured: "c", quantity: number, isMet: true)
    #expect(step.margin == "3.5 us")
    let told = Step(name: "a", required: "b", measured: "c", margin: "much", quantity: number, isMet: true)
    #expect(told.margin == "much")
  }

  @Test("the standard errors are those of the textbook")
  func standardErrors() throws {
    let spread = try #require(Spread([1, 2, 3, 4]))
    #expect(abs((spread.meanStatistic?.standardError ?? 0) - 0.645497) < 1e-6)
    #expect(abs((spread.deviationStatistic?.standardError ?? 0) - 0.456435) < 1e-6)
    let part = try #require(Quantity.part(100, of: 100, atLeast: 0.9))
    #expect(part.value == 100 && part.margin == 10)
    #expect(abs((part.statistic?.standardError ?? 0) - 1.346) < 1e-3)
    let slope = Quantity.Statistic.slope(left: 8, square: 16, count: 10)
    #expect(slope?.standardError == 0.25)
  }

  @Test("how sure a quantile is follows the values beside it, and the greatest tells nothing")
  func quantiles() {
    var share = Share()
    for value in 1...400 { share.take(Double(value), limit: 1000) }
    #expect(share.quantile(0.9) == 360)
    #expect(share.statistic(ofQuantile: 0.9)?.standardError == 6)
    #expect(share.statistic(ofQuantile: 1) == nil)
  }
}
