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

  @Test("a number that a report has beside another outcome did not decide")
  func contradiction() throws {
    func step(_ value: Double, _ finding: Finding) -> Step {
      Step(
        recorded: "a", required: "b", measured: "c", quantity: Quantity(value, "us", .atMost, 5),
        finding: finding)
    }
    #expect(step(1.5, .met).margin == "3.5 us" && step(1.5, .unmet).quantity == nil)
    #expect(step(7, .unmet).margin == "-2 us" && step(7, .met).quantity == nil)
    #expect(step(1.5, .uncertain("why")).margin == "3.5 us")
  }

  @Test("a margin of nothing is at the limit, whatever the unit, and a number without a unit has none")
  func marginText() {
    func margin(_ value: Double, _ unit: String) -> String? {
      Step("a", value, .atLeast(5, unit)).margin
    }
    #expect(margin(5, "procedures") == "at the limit" && margin(5, "") == "at the limit")
    #expect(margin(7, "procedures") == "2 procedures" && margin(7, "") == "2")
  }
}
