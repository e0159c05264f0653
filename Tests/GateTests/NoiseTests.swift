import CoreTypes
import Profiles
import RadioModel
import SimulationKernel
import Testing
import Verdicts

@testable import Gate

@Suite("Noise that grows")
struct NoiseTests {
  private func kinds(_ report: GateReport) -> [GatePolicy.Change] {
    report.pairs.flatMap(\.changes).map(\.change.kind)
  }

  /// The mean of `count` values with a deviation, and how sure it is, as a test case works it out.
  private func mean(of deviation: Double, count: Int, _ stream: inout RandomStream) -> Quantity? {
    let values = (0..<count).map { _ in deviation * stream.nextGaussianPair().0 }
    let mean = values.reduce(0, +) / Double(count)
    let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)
    return Samples.number(mean, error: (square / Double(count)).squareRoot(), count: count)
  }

  /// How often of 200 the gate blocks a mean of 50 values whose noise grows by `factor`.
  private func blocked(_ factor: Double, seed: UInt64) throws -> Int {
    var stream = RandomStream(seed: seed)
    return try (0..<200).count { _ in
      let (before, after) = (mean(of: 0.1, count: 50, &stream), mean(of: 0.1 * factor, count: 50, &stream))
      return try Samples.gate([before, after]).decision == .blocked
    }
  }

  @Test("noise three times as high blocks though the mean keeps its margin, and noise as it was does not")
  func power() throws {
    #expect(try blocked(3, seed: 1) == 200)
    #expect(try blocked(2, seed: 2) >= 195)
    #expect(try blocked(1, seed: 3) == 0)
  }

  @Test(
    "a size of errors is noise itself, and warns before it blocks",
    arguments: [
      (0.13, GatePolicy.Action.warn, "noise from 1.25 times that of before warns"),
      (0.2, .block, "noise of 1.5 times that of before or more blocks"),
    ])
  func sizes(after: Double, action: GatePolicy.Action, reason: String) throws {
    let report = try Samples.gate([
      Samples.number(0.1, error: 0.002, count: 800, .atMost),
      Samples.number(after, error: 0.002, count: 800, .atMost),
    ])
    let noise = try #require(report.pairs[0].changes.first { $0.change.kind == .noiseGrown })
    #expect(noise.action == action && noise.reason == reason)
    #expect(abs(try #require(noise.change.noise).factor - 10 * after) < 1e-9)
  }

  @Test("noise far below the limit, or of few values, decides nothing")
  func negligible() throws {
    let small = try Samples.gate([
      Samples.number(0, limit: 200, error: 0.01, count: 50),
      Samples.number(0, limit: 200, error: 0.05, count: 50),
    ])
    #expect(kinds(small).isEmpty)
    let few = try Samples.gate([
      Samples.number(0, error: 0.01, count: 3), Samples.number(0, error: 0.05, count: 3),
    ])
    #expect(kinds(few).isEmpty)
  }

  @Test("noise that uses up the margin is told once, as a loss of margin")
  func once() throws {
    let report = try Samples.gate([
      Samples.number(0.1, limit: 0.3, error: 0.002, count: 800, .atMost),
      Samples.number(0.2, limit: 0.3, error: 0.002, count: 800, .atMost),
    ])
    #expect(kinds(report) == [.marginLost])
  }

  @Test("a number without a spread loses margin alone, as before")
  func without() throws {
    let report = try Samples.gate([Samples.number(0.1, .atMost), Samples.number(0.2, .atMost)])
    #expect(kinds(report) == [.marginLost])
  }

  @Test(
    "a quantile of few values hardly ever changes beyond what chance explains",
    arguments: [(12, 0.95), (40, 0.9)])
  func fewValues(count: Int, part: Double) throws {
    var random = RandomStream(seed: 3)
    func quantity() -> Quantity? {
      var values = Share()
      for _ in 0..<count { values.take(random.nextGaussianPair().0, limit: 10) }
      return Quantity(
        values.quantile(part), "ns", .atMost, 10, values.statistic(ofQuantile: part))
    }
    var changes = 0
    for _ in 0..<1000 {
      let (before, after) = (try #require(quantity()), try #require(quantity()))
      if NoiseChange(before, after, confidence: 0.999) != nil { changes += 1 }
      if MarginChange(before, after, confidence: 0.999) != nil { changes += 1 }
    }
    #expect(changes <= 4, "\(changes)")
  }
}
