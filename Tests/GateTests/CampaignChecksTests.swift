import Profiles
import Testing
import Verdicts

@testable import Gate

@Suite("Checks of two campaigns")
struct CampaignChecksTests {
  @Test(
    "a requirement is judged by how many checks it fails",
    arguments: [
      (0, 3, GatePolicy.Change.newFailure, GateDecision.blocked), (1, 1, .stillFailing, .allowed),
      (1, 2, .stillFailing, .allowed), (1, 9, .newFailure, .blocked), (9, 1, .stillFailing, .allowed),
      (3, 0, .fixed, .allowed),
    ])
  func failures(before: Int, after: Int, kind: GatePolicy.Change, decision: GateDecision) throws {
    let report = try CampaignSamples.gate(CampaignSamples.checks(before), CampaignSamples.checks(after))
    #expect(report.kinds == [kind] && report.decision == decision)
    #expect(report.changes[0].change.requirement == "CS-A07" && report.pairs[0].requirementCount == 1)
  }

  @Test("a failure says in how many checks, with a seed and why")
  func words() throws {
    func text(_ before: Int, _ after: Int) throws -> String {
      let report = try CampaignSamples.gate(CampaignSamples.checks(before), CampaignSamples.checks(after))
      return report.changes[0].change.text
    }
    #expect(try text(0, 3) == "fails in 3 of 10 (seed 7): T_FCS: 150 us")
    #expect(try text(1, 9) == "fails in 9 of 10, before in 1 of 10 (seed 7): T_FCS: 150 us")
    #expect(try text(3, 0) == "passes in 10 of 10; before, fails in 3 of 10 (seed 7): T_FCS: 150 us")
  }

  @Test(
    "an inconclusive requirement leaves the result open",
    arguments: [
      (0, 2, [GatePolicy.Change.newlyInconclusive], GateDecision.cannotTell),
      (2, 2, [.stillInconclusive], .allowed), (2, 0, [.fixed], .allowed), (0, 0, [], .allowed),
    ])
  func inconclusive(before: Int, after: Int, kinds: [GatePolicy.Change], decision: GateDecision) throws {
    let report = try CampaignSamples.gate(
      CampaignSamples.checks(0, before), CampaignSamples.checks(0, after))
    #expect(report.kinds == kinds && report.decision == decision)
  }

  @Test("a recommendation warns at most")
  func levels() throws {
    let report = try CampaignSamples.gate(
      CampaignSamples.checks(0, level: .should), CampaignSamples.checks(10, level: .should))
    #expect(report.changes.map(\.action) == [.warn] && report.decision == .allowed)
  }

  @Test("a requirement that no longer applies blocks")
  func applicability() throws {
    var after = CampaignSamples.checks(0)
    after.counts = [.notApplicable: 10]
    after.rows[0].counts = after.counts
    let gone = try CampaignSamples.gate(CampaignSamples.checks(0), after)
    #expect(gone.kinds == [.newlyNotApplicable] && gone.decision == .blocked)
    #expect(try CampaignSamples.gate(after, CampaignSamples.checks(0)).kinds == [.appeared])
    #expect(try CampaignSamples.gate(after, after).kinds.isEmpty)
    var before = after
    before.counts = [.notApplicable: 1, .pass: 9]
    before.rows[0].counts = before.counts
    let grown = try CampaignSamples.gate(before, after)
    #expect(grown.kinds == [.newlyNotApplicable])
    #expect(grown.changes[0].change.text == "not applicable in 10 of 10, before in 1 of 10")
    #expect(try CampaignSamples.gate(before, before).kinds.isEmpty)
  }

  @Test("a failure has its own reason, not that of an inconclusive check")
  func reasons() throws {
    let report = try CampaignSamples.gate(CampaignSamples.checks(0), CampaignSamples.checks(2, 1))
    #expect(
      report.changes.map(\.change.text) == [
        "fails in 2 of 10 (seed 7): T_FCS: 150 us", "is inconclusive in 1 of 10",
      ])
  }

  @Test("another level is a changed limit")
  func level() throws {
    let report = try CampaignSamples.gate(
      CampaignSamples.checks(0), CampaignSamples.checks(0, level: .should))
    #expect(report.kinds == [.limitChanged])
    #expect(report.changes[0].change.text == "level must -> should")
  }

  @Test("beside a baseline of which no check ran, failures block as without one")
  func emptyBaseline() throws {
    let before = CampaignSamples.checks(0, of: 0)
    let report = try CampaignSamples.gate(before, CampaignSamples.checks(3))
    #expect(report.kinds == [.newFailure] && report.decision == .blocked)
    #expect(try CampaignSamples.gate(before, CampaignSamples.checks(0)).kinds.isEmpty)
  }

  @Test("a requirement that is gone blocks, a new one only if it fails")
  func requirements() throws {
    let (old, new) = (CampaignSamples.checks(0), CampaignSamples.checks(0, id: "CS-A08"))
    let changed = try CampaignSamples.gate(old, new)
    #expect(changed.kinds == [.disappeared, .appeared] && changed.decision == .blocked)
    let failing = try CampaignSamples.gate(old, CampaignSamples.checks(2, id: "CS-A08"))
    #expect(Set(failing.kinds) == [.disappeared, .newFailure])
  }

  @Test("the gate cannot tell of a partial candidate, and warns of a partial baseline")
  func partial() throws {
    let whole = CampaignSamples.campaign(checks: [CampaignSamples.checks(0)])
    let part = CampaignSamples.campaign(checks: [CampaignSamples.checks(0, of: 0)], missing: 10)
    let candidate = try CampaignSamples.gate([whole, part])
    #expect(candidate.kinds == [.newlyInconclusive] && candidate.decision == .cannotTell)
    #expect(candidate.changes[0].change.text == "the candidate is partial: 10 of 20 units missing")
    let baseline = try CampaignSamples.gate([part, whole])
    #expect(baseline.kinds == [.conditionsChanged] && baseline.decision == .allowed)
    #expect(try CampaignSamples.gate([part, part]).decision == .cannotTell)
  }

  @Test("other seeds and another distance are named")
  func conditions() throws {
    var after = CampaignSamples.checks(0)
    (after.seed, after.seedCount, after.distanceMetres) = (5, 20, 4.5)
    let report = try CampaignSamples.gate(CampaignSamples.checks(0), after)
    #expect(
      report.changes.map(\.change.text) == [
        "first seed 1 -> 5", "number of seeds 10 -> 20", "distance in metres 3 -> 4.5",
      ])
  }

  @Test(
    "without a baseline the candidate alone decides",
    arguments: [
      (CampaignSamples.checks(0), 0, GateDecision.allowed), (CampaignSamples.checks(1), 0, .blocked),
      (CampaignSamples.checks(0, 1), 0, .cannotTell), (CampaignSamples.checks(0), 1, .cannotTell),
    ])
  func first(checks: CampaignResults.Checks, missing: Int, decision: GateDecision) {
    let pairing = CampaignPairing(
      withoutBaseline: CampaignSamples.campaign(checks: [checks], missing: missing))
    let report = Gate(policy: GatePolicy(), toolBefore: nil, toolAfter: "reflector 1").report(pairing)
    #expect(report.decision == decision && report.baselineCount == 0)
    #expect(report.kinds.contains(.noBaseline))
  }
}
