import Profiles
import Testing
import Verdicts

@testable import Gate

@Suite("How strict the gate is")
struct StrictnessTests {
  private static let strict: GatePolicy = {
    var policy = GatePolicy()
    policy.isStrict = true
    return policy
  }()

  @Test("--fail-on warn blocks what is usually a warning")
  func failOn() throws {
    let (before, after) = ([Samples.report()], [Samples.report(seed: 2)])
    #expect(try Samples.gate(before, after).decision == .allowed)
    let report = try Samples.gate(before, after, failsOn: .warn)
    #expect(report.decision == .blocked && report.failsOn == .warn)
    #expect(try Samples.gate(before, before, failsOn: .warn).decision == .allowed)
  }

  @Test("--fail-on cannot-tell blocks what cannot be told")
  func cannotTell() throws {
    let before = [Samples.report()]
    let after = [Samples.report([Samples.result("CS-A07", .inconclusive)])]
    #expect(try Samples.gate(before, after).decision == .cannotTell)
    #expect(try Samples.gate(before, after, failsOn: .cannotTell).decision == .blocked)
  }

  @Test("--strict judges recommendations as requirements, and any loss beyond chance in full")
  func strict() throws {
    let should = try Samples.gate(
      Samples.result(level: .should), Samples.result("CS-A07", .fail, level: .should), Self.strict)
    #expect(should.decision == .blocked)
    let loss = try Samples.gate([Samples.number(1), Samples.number(1.01)], Self.strict)
    #expect(loss.decision == .blocked)
    #expect(loss.pairs[0].changes[0].reason == "a loss beyond chance blocks, with --strict")
    let noise = try Samples.gate(
      [Samples.number(1, error: 0.3), Samples.number(1.2, error: 0.3)], Self.strict)
    #expect(noise.decision == .allowed)
  }

  @Test(
    "without a baseline the candidate alone decides, and that is told",
    arguments: [
      (Verdict.pass, GateDecision.allowed), (.fail, .blocked), (.inconclusive, .cannotTell),
      (.notApplicable, .allowed),
    ])
  func first(verdict: Verdict, decision: GateDecision) throws {
    let report = Samples.gate(first: [Samples.report([Samples.result("CS-A07", verdict)])])
    #expect(report.decision == decision && report.baselineCount == 0)
    let told = report.pairs[0].changes.first { $0.change.kind == .noBaseline }
    #expect(told?.change.text == "nothing was compared; the candidate alone decides")
    #expect(Samples.gate(first: [Samples.report()], Self.strict).decision == .blocked)
  }

  @Test("of an accessory that is new and inconclusive the gate cannot tell")
  func newcomer() throws {
    let new = Samples.report([Samples.result("CS-A07", .inconclusive)], profile: "b.yaml")
    let report = try Samples.gate([Samples.report()], [Samples.report(), new])
    #expect(report.decision == .cannotTell)
  }
}
