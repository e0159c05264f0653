import Testing
import Verdicts

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
}
