import Testing
import Verdicts

@Suite("A step is one statement")
struct ExpectationTests {
  @Test("what is required, what was measured, the margin and the outcome come from the statement")
  func number() throws {
    let step = Step("T_FCS on the air", 101.5, .within(100, 2, "us"), frames: [3])
    #expect(step.required == "100 us within 2 us" && step.measured == "101.5 us" && step.margin == "0.5 us")
    let quantity = try #require(step.quantity)
    #expect(quantity.value == 1.5 && quantity.comparison == .within && quantity.limit == 2)
    #expect(step.isMet && step.frames == [3])
    #expect(!Step("T_FCS on the air", 97.5, .within(100, 2, "us")).isMet)
  }

  @Test("a number on its limit is as required, unless it has to be above it")
  func limits() {
    #expect(Step("a", 3, .atMost(3, "s")).isMet && !Step("a", 4, .atMost(3, "s")).isMet)
    #expect(Step("a", 3, .atLeast(3, "s")).isMet && !Step("a", 2, .atLeast(3, "s")).isMet)
    #expect(!Step("a", 3, .above(3, "s")).isMet && Step("a", 3.5, .above(3, "s")).isMet)
    #expect(Step("a", 29, .exactly(29, "octets")).isMet && !Step("a", 28, .exactly(29, "octets")).isMet)
  }

  @Test("a small limit is not rounded to nothing")
  func smallLimits() {
    #expect(Step("a", 3, .atMost(0.00002, "s")).required == "2e-05 s at most")
    #expect(Step("a", 3, .within(7, 0.00001, "m")).required == "7 m within 1e-05 m")
    #expect(Step("a", 3, .within(7, 0, "m")).required == "7 m within 0 m")
  }

  @Test("a number in a range is held against the nearer end")
  func range() throws {
    func quantity(_ value: Int) throws -> Quantity {
      try #require(Step("a", value, .between(2, 6, "s")).quantity)
    }
    #expect(try quantity(3).limit == 2 && quantity(5).limit == 6)
    #expect(try quantity(7).margin == -1 && quantity(1).margin == -1)
  }

  @Test("of several numbers the worst decides")
  func samples() throws {
    let step = Step("a", Samples([99.0, 102.5, 100], of: "steps"), .within(100, 2, "us"))
    #expect(step.measured == "99 to 102.5 us in 3 steps" && !step.isMet && step.margin == "-0.5 us")
    #expect(Step("a", Samples([100], of: "steps"), .within(100, 2, "us")).measured == "100 us in 1 steps")
  }

  @Test("where nothing was measured, nothing is as required")
  func nothing() {
    let step = Step("a", Samples([Double](), of: "steps"), .within(100, 2, "us"))
    #expect(step.measured == "no steps" && step.finding == .unmet && step.quantity == nil)
    let missing: Double? = nil
    #expect(Step("a", missing, .atMost(5, "m")).finding == .unmet)
    #expect(Step("a", Double.nan, .atMost(5, "m")).finding == .unmet)
    #expect(Step("a", Proportion(0, of: 0), .atLeast(part: 0)).finding == .unmet)
    #expect(Step("a", Proportion(0, of: 0), .all("right")).finding == .unmet)
  }

  @Test("an estimate whose standard error is over a third of its limit is never a pass")
  func vague() {
    func finding(_ value: Double, _ error: Double) -> Finding {
      let estimate = Estimate(value, .init(standardError: error, count: 5))
      return Step("a", estimate, .atMost(0.3, "rad")).finding
    }
    #expect(finding(0.1, 0.09) == .met)
    let reason = "the standard error of 0.11 rad is over a third of the limit of 0.3 rad"
    #expect(finding(0.1, 0.11) == .uncertain(reason))
    #expect(finding(0.4, 0.11) == .uncertain(reason), "beyond the limit by less than chance explains")
    #expect(finding(0.6, 0.11) == .unmet)
    #expect(finding(0.4, 0.09) == .unmet)
  }

  @Test("of a range the half counts as the limit, of a tolerance the tolerance")
  func vagueRange() {
    let estimate = Estimate(100.0, .init(standardError: 0.7, count: 5))
    #expect(Step("a", estimate, .within(100, 2, "us")).doubt != nil)
    #expect(Step("a", estimate, .between(98, 102, "us")).doubt != nil)
    #expect(Step("a", estimate, .between(95, 105, "us")).finding == .met)
  }

  @Test("a proportion has the standard error of one, and all of them are counted")
  func proportions() throws {
    let part = Step("a", Proportion(95, of: 100), .atLeast(part: 0.9))
    #expect(part.required == "90 % or more" && part.measured == "95 of 100" && part.isMet)
    #expect(try #require(part.quantity).statistic != nil)
    let few = [3, 4].map { Step("a", Proportion($0, of: 4), .atLeast(part: 0.9)).isMet }
    #expect(few == [false, true], "3 of 4 are 75 %")
    let all = Step("a", Proportion(4, of: 4), .all("every step"))
    #expect(all.isMet && all.required == "every step" && all.quantity?.statistic == nil)
    #expect(!Step("a", Proportion(3, of: 4), .all("every step")).isMet)
  }

  @Test("a proportion below the required part is not met, one at it is")
  func wholeThings() throws {
    for (part, met, count) in [(0.9, 195, 216), (0.95, 48, 50), (0.9, 9, 10), (0.07, 7, 100), (0.9, 2, 2)] {
      let least = Step("a", Proportion(met, of: count), .atLeast(part: part))
      let below = Step("a", Proportion(met - 1, of: count), .atLeast(part: part))
      #expect(least.isMet && !below.isMet, "\(met) of \(count)")
      #expect(try #require(least.quantity).limit == (part * 100).rounded(), "the limit is the required part")
    }
    let exact = Step("a", Proportion(9, of: 10), .atLeast(part: 0.9))
    #expect(exact.margin == "at the limit")
    #expect(Step("a", Proportion(1, of: 1), .atLeast(part: 0.9999999)).required == "99.99999 % or more")
  }

  @Test("values are compared as they are written")
  func values() {
    #expect(Step("a", "one", .equals("two")).required == "two")
    #expect(
      Step("a", 5 as Int?, .equals(5)).measured == "5"
        && Step("a", nil as Int?, .equals(5)).measured == "none")
    #expect(Step("a", 3, .oneOf([1, 3])).isMet && Step("a", 3, .oneOf([1, 2])).required == "1 or 2")
    #expect(Step("a", [80, 150], .contains(100) { "\($0) us" }).measured == "80 us, 150 us")
    #expect(Step("a", [Int](), .none()).isMet && Step("a", [7], .none()).measured == "1")
    #expect(Step("a", false, .holds("accepted", else: "refused")).measured == "refused")
    #expect(Step("a", 1 as Int?, .present("sent", else: "not sent")).measured == "sent")
    #expect(Step("a", "overlap" as String?, .absent("legal values")).measured == "overlap")
    #expect(!Step("a", "timeout", .inPlaceOf("an answer")).isMet && Step("a", "any", .reported()).isMet)
  }
}
