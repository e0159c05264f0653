import CoreTypes
import Profiles
import RadioModel
import SimulationKernel
import Testing
import Verdicts

@testable import Gate

@Suite("Drift over several baselines")
struct DriftTests {
  private func drifts(_ report: GateReport) -> [JudgedChange] {
    report.pairs.flatMap(\.changes).filter { $0.change.kind == .drift }
  }

  @Test("steps that each pass alone add up to a loss that blocks")
  func steps() throws {
    let values = [1, 1.04, 1.08, 1.12, 1.16, 1.2, 1.24]
    for (before, after) in zip(values, values.dropFirst()) {
      #expect(try Samples.gate([Samples.number(before), Samples.number(after)]).decision == .allowed)
    }
    let report = try Samples.gate(values.map { Samples.number($0) })
    #expect(report.decision == .blocked && report.baselineCount == 6)
    let drift = try #require(drifts(report).first)
    #expect(drift.action == .block)
    #expect(drift.change.text.hasSuffix("1 -> 1.24 us, margin 1 -> 0.76 us over 7 reports"))
    #expect(abs(try #require(drift.change.margin).lostFraction - 0.24) < 1e-9)
  }

  @Test("a drift that has only begun warns, one away from the limit is none")
  func directions() throws {
    let begun = try Samples.gate([1, 1.05, 1.1, 1.15].map { Samples.number($0) })
    #expect(drifts(begun).map(\.action) == [.warn] && begun.decision == .allowed)
    #expect(drifts(try Samples.gate([1.2, 1.1, 1, 0.9].map { Samples.number($0) })).isEmpty)
  }

  @Test("what stays, what goes to and fro, and what two reports alone show are no drift")
  func steady() throws {
    #expect(drifts(try Samples.gate([0.1, 0.1, 0.1, 0.1].map { Samples.number($0) })).isEmpty)
    #expect(drifts(try Samples.gate([1, 1.3, 1, 1.3, 1].map { Samples.number($0) })).isEmpty)
    #expect(drifts(try Samples.gate([1, 1.1].map { Samples.number($0) })).isEmpty)
  }

  @Test("statistics that differ by chance alone seldom drift, and those that go one way are found")
  func chance() throws {
    var stream = RandomStream(seed: 5)
    func series(_ slope: Double) -> [Quantity?] {
      (0..<8).map { index in
        let value = 1 + slope * Double(index) + 0.05 * stream.nextGaussianPair().0
        return Samples.number(value, error: 0.05, count: 60)
      }
    }
    var alarms = 0
    for _ in 0..<200 where !drifts(try Samples.gate(series(0))).isEmpty { alarms += 1 }
    // 5 % over four tests of which two are of drift: 5 of 200 are expected at most.
    #expect(alarms <= 12, "\(alarms)")
    for _ in 0..<50 { #expect(try !drifts(Samples.gate(series(0.06))).isEmpty) }
  }

  @Test("noise that grows from version to version is a drift of its own")
  func noise() throws {
    let numbers = (0..<8).map { index in
      Samples.number(0, error: 0.01 * (1 + 0.1 * Double(index)), count: 200)
    }
    let report = try Samples.gate(numbers)
    let drift = try #require(drifts(report).first)
    let factor = try #require(drift.change.noise).factor
    #expect(drift.action == .block && (1.6...1.8).contains(factor))
    #expect(drift.change.text.contains("times as high over 8 reports"))
  }

  @Test("reports of other accessories, sets and limits in the history do not stand in the way")
  func strangers() throws {
    let other = Samples.report(profile: "b.yaml", set: "other")
    let now = { (value: Double) in
      [Samples.report([Samples.result(number: Samples.number(value))])]
    }
    let report = try Samples.gate(now(1.1), now(1.15), history: [now(1), [other], now(1.05)])
    #expect(drifts(report).map(\.action) == [.warn] && report.baselineCount == 3)
  }
}
