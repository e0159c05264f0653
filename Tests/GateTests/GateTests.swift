import Documents
import Profiles
import RadioModel
import SimulationKernel
import Testing
import Verdicts

@testable import Gate

@Suite("The gate")
struct GateTests {
  private func kinds(_ report: GateReport) -> [GatePolicy.Change] {
    report.pairs.flatMap(\.changes).map(\.change.kind)
  }

  @Test("the same report is allowed, and nothing changed")
  func same() throws {
    let report = try Samples.gate(Samples.result(), Samples.result())
    #expect(report.decision == .allowed && kinds(report).isEmpty)
    #expect(report.pairs[0].requirementCount == 1)
  }

  @Test(
    "each change of a verdict has its kind",
    arguments: [
      (.pass, .fail, .newFailure, GateDecision.blocked), (.notApplicable, .fail, .newFailure, .blocked),
      (.pass, .inconclusive, .newlyInconclusive, .cannotTell),
      (.pass, .notApplicable, .newlyNotApplicable, .blocked), (.fail, .pass, .fixed, .allowed),
      (.inconclusive, .pass, .fixed, .allowed), (.fail, .fail, .stillFailing, .allowed),
      (.inconclusive, .inconclusive, .stillInconclusive, .allowed),
      (.notApplicable, .pass, .appeared, .allowed),
    ] as [(Verdict, Verdict, GatePolicy.Change, GateDecision)])
  func verdicts(before: Verdict, after: Verdict, kind: GatePolicy.Change, decision: GateDecision) throws {
    let report = try Samples.gate(Samples.result("CS-A07", before), Samples.result("CS-A07", after))
    #expect(kinds(report) == [kind])
    #expect(report.decision == decision)
    #expect(report.pairs[0].changes[0].change.position?.line == 81)
  }

  @Test("a recommendation warns at most, and information is ignored")
  func levels() throws {
    for (level, action) in [(Requirement.Level.should, GatePolicy.Action.warn), (.info, .ignore)] {
      let report = try Samples.gate(
        Samples.result("CS-A07", level: level), Samples.result("CS-A07", .fail, level: level))
      #expect(report.pairs[0].changes.map(\.action) == [action])
      #expect(report.decision == .allowed)
    }
  }

  @Test(
    "a waived failure does not block, and blocks when its waiver ends",
    arguments: [
      (.pass, false, true, .newlyWaived, GateDecision.allowed),
      (.fail, false, true, .newlyWaived, .allowed), (.fail, true, true, .stillWaived, .allowed),
      (.fail, true, false, .waiverEnded, .blocked),
    ] as [(Verdict, Bool, Bool, GatePolicy.Change, GateDecision)])
  func waivers(
    before: Verdict, wasWaived: Bool, isWaived: Bool, kind: GatePolicy.Change, decision: GateDecision
  ) throws {
    let report = try Samples.gate(
      Samples.result("CS-A07", before, isWaived: wasWaived),
      Samples.result("CS-A07", .fail, isWaived: isWaived))
    #expect(kinds(report) == [kind] && report.decision == decision)
    #expect(report.pairs[0].changes[0].change.text.hasSuffix("waived until 2027-03-01: known") == isWaived)
  }

  @Test("of what an interrupted check did not run the gate cannot tell")
  func interrupted() throws {
    var after = Samples.report([Samples.result("CS-A07", .inconclusive)])
    after.isPartial = true
    let report = try Samples.gate([Samples.report()], [after])
    #expect(kinds(report) == [.newlyInconclusive, .conditionsChanged] && report.decision == .cannotTell)
    #expect(report.pairs[0].changes[1].change.text == "the check whole -> interrupted")
  }

  @Test("requirements that are gone block, new ones do not unless they fail")
  func requirements() throws {
    let two = [Samples.result(), Samples.result("CS-A08")]
    let gone = try Samples.gate([Samples.report(two)], [Samples.report([two[0]])])
    #expect(kinds(gone) == [.disappeared] && gone.decision == .blocked)
    let new = try Samples.gate([Samples.report([two[0]])], [Samples.report(two)])
    #expect(kinds(new) == [.appeared] && new.decision == .allowed)
    let failing = try Samples.gate(
      [Samples.report([two[0]])], [Samples.report([two[0], Samples.result("CS-A08", .fail)])])
    #expect(kinds(failing) == [.newFailure] && failing.decision == .blocked)
  }

  @Test("warnings that come and go are told apart")
  func warnings() throws {
    let report = try Samples.gate(
      Samples.result(warnings: ["a", "b"]), Samples.result(warnings: ["b", "c"]))
    #expect(Set(kinds(report)) == [.newWarning, .warningGone] && report.decision == .allowed)
  }

  @Test("a deterministic number blocks by the part of its margin that is gone")
  func margins() throws {
    for (value, actions) in [
      (1.21, [GatePolicy.Action.block]), (1.19, [.warn]), (1.1, [.warn]), (1.05, [.ignore]), (0.5, [.ignore]),
      (1, []),
    ] {
      let report = try Samples.gate(
        Samples.result(number: Samples.number(1)), Samples.result(number: Samples.number(value)))
      #expect(report.pairs[0].changes.map(\.action) == actions, "\(value)")
    }
  }

  @Test("a statistic changes only beyond what chance explains, whatever part of the margin it is")
  func noise() throws {
    let before = Samples.result(number: Samples.number(1, error: 0.3))
    let noise = try Samples.gate(before, Samples.result(number: Samples.number(1.6, error: 0.3)))
    #expect(kinds(noise).isEmpty)
    let change = try Samples.gate(before, Samples.result(number: Samples.number(1.9, error: 0.05)))
    #expect(kinds(change) == [.marginLost] && change.decision == .blocked)
    let sure = try Samples.gate(
      Samples.result(number: Samples.number(1, error: 0.01)),
      Samples.result(number: Samples.number(1.6, error: 0.01)))
    #expect(kinds(sure) == [.marginLost])
  }

  @Test("forty numbers that differ by chance alone seldom call a change, and as often as the confidence says")
  func manyNumbers() throws {
    var stream = RandomStream(seed: 11)
    let trials = 400
    func report() -> CheckReport {
      Samples.report(
        (0..<40).map { index in
          let number = Samples.number(1 + 0.1 * stream.nextGaussianPair().0, error: 0.1, count: 60)
          return Samples.result("CS-A\(index)", number: number)
        })
    }
    var alarms = 0
    for _ in 0..<trials {
      let gate = try Samples.gate([report()], [report()])
      if !gate.pairs[0].changes.isEmpty { alarms += 1 }
    }
    // 5 % of 400 is 20, with a standard deviation of 4.4.
    #expect((7...34).contains(alarms), "\(alarms)")
  }

  @Test("an error that changes its sign has the same margin and is no loss")
  func sign() throws {
    let report = try Samples.gate(
      Samples.result(number: Samples.number(1)), Samples.result(number: Samples.number(-1)))
    #expect(kinds(report).isEmpty)
  }

  @Test("another limit is a change of its own, and margins are compared under the new one")
  func limits() throws {
    let report = try Samples.gate(
      Samples.result(number: Samples.number(1, limit: 2)),
      Samples.result(number: Samples.number(1, limit: 1.5)))
    #expect(kinds(report) == [.limitChanged])
  }

  @Test("a number that is no longer measured is missed")
  func gone() throws {
    let report = try Samples.gate(Samples.result(number: Samples.number(1)), Samples.result())
    #expect(kinds(report) == [.measurementGone])
  }

  @Test("items of a list that the profile no longer declares are named at its line")
  func capabilities() throws {
    let report = try Samples.gate(
      [Samples.report()], [Samples.report(declarations: [Samples.tFCS(["60", "150", "80"])])])
    let changes = report.pairs[0].changes
    #expect(changes.map(\.change.kind) == [.capabilityRemoved, .capabilityAdded])
    #expect(changes[0].change.text == "channel_sounding.t_fcs_us: no 100")
    #expect(changes[0].change.position?.line == 81 && changes[0].action == .warn)
  }

  @Test(
    "fitted values have changed only where one lies outside the interval of the other",
    arguments: [(0.03, 0.02...0.05, false), (0.03, 0.02...0.035, true), (0.06, 0.02...0.07, true)])
  func fitted(value: Double, interval: ClosedRange<Double>, isChange: Bool) throws {
    func report(_ value: Double, _ interval: ClosedRange<Double>?) -> CheckReport {
      var declared = DeclaredValue(
        path: "radio.phase_noise_rad", text: "\(value)", position: SourcePosition(file: "a.yaml"),
        source: .cited(name: "FIT-1", citation: ""))
      declared.interval = interval
      return Samples.report(declarations: [declared])
    }
    let before = report(0.04, 0.01...0.05)
    let changes = try Samples.gate([before], [report(value, interval)]).pairs[0].changes
    #expect(changes.map(\.change.kind) == (isChange ? [.capabilityChanged] : []))
    let unknown = try Samples.gate([before], [report(value, nil)]).pairs[0].changes
    #expect(unknown.map(\.change.kind) == [.capabilityChanged])
  }

  @Test("another seed is named")
  func conditions() throws {
    let report = try Samples.gate([Samples.report()], [Samples.report(seed: 2)])
    #expect(kinds(report) == [.conditionsChanged])
    #expect(report.pairs[0].changes[0].change.text == "seed 1 -> 2")
  }

  @Test("reports are paired by profile, then by accessory; what is left over is told")
  func pairing() throws {
    let moved = try Samples.gate([Samples.report()], [Samples.report(profile: "b.yaml")])
    #expect(moved.pairs.count == 1 && moved.decision == .allowed)
    let gone = try Samples.gate([Samples.report(), Samples.report(profile: "b.yaml")], [Samples.report()])
    #expect(kinds(gone) == [.accessoryDisappeared] && gone.decision == .blocked)
    #expect(throws: GateRefusal.self) {
      try Samples.gate([Samples.report()], [Samples.report(set: "other")])
    }
  }

  @Test("the first rule that fits decides")
  func rules() throws {
    var policy = GatePolicy()
    func rule(_ requirements: [String], _ action: GatePolicy.Action, loss: Double? = nil) -> GatePolicy.Rule {
      GatePolicy.Rule(
        changes: [], requirements: requirements, levels: [], leastMarginLoss: loss, action: action,
        reason: "known", position: SourcePosition(file: "p.yaml", line: 4))
    }
    policy.rules = [rule(["CS-B*"], .block), rule(["CS-A*"], .warn), rule([], .block)]
    let failing = Samples.result("CS-A07", .fail)
    let report = try Samples.gate(Samples.result(), failing, policy)
    #expect(report.decision == .allowed)
    #expect(report.pairs[0].changes[0].reason == "rule at line 4: known")
    policy.rules = [rule([], .ignore, loss: 0.1)]
    #expect(try Samples.gate(Samples.result(), failing, policy).decision == .blocked)
    let lost = try Samples.gate(
      Samples.result(number: Samples.number(1)), Samples.result(number: Samples.number(1.9)), policy)
    #expect(lost.decision == .allowed)
  }
}
