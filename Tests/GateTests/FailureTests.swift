import Documents
import Profiles
import Testing
import Verdicts

@testable import Gate

@Suite("Failures and their numbers")
struct FailureTests {
  private static func result(
    _ verdict: Verdict, _ value: Double, limit: Double = 2, isWaived: Bool = false, error: Double? = nil
  ) -> RequirementResult {
    Samples.result(
      "CS-A03", verdict, isWaived: isWaived, number: Samples.number(value, limit: limit, error: error))
  }

  @Test("a new failure is one change, which a waiver or a rule allows")
  func newFailure() throws {
    let before = Self.result(.pass, 1, error: 0.01)
    let failing = Self.result(.fail, 5, error: 0.5)
    let blocked = try Samples.gate(before, failing)
    #expect(blocked.kinds == [.newFailure] && blocked.decision == .blocked)
    #expect(blocked.changes[0].change.numbers.map(\.value) == [1, 5])
    let fixed = try Samples.gate(failing, before)
    #expect(fixed.kinds.contains(.fixed))
    #expect(fixed.changes.first { $0.change.kind == .fixed }?.change.numbers.map(\.value) == [5, 1])

    let waived = try Samples.gate(before, Self.result(.fail, 5, isWaived: true, error: 0.5))
    #expect(waived.kinds == [.newlyWaived] && waived.decision == .allowed)

    var policy = GatePolicy()
    policy.rules = [
      GatePolicy.Rule(
        changes: [.newFailure], requirements: ["CS-A03"], levels: [], leastMarginLoss: nil, action: .warn,
        reason: "known", position: SourcePosition(file: "p.yaml", line: 4))
    ]
    let ruled = try Samples.gate(before, failing, policy)
    #expect(ruled.kinds == [.newFailure] && ruled.decision == .allowed)
  }

  @Test("a limit that changed is reported beside the failure that it makes")
  func limit() throws {
    let report = try Samples.gate(Self.result(.pass, 1.5), Self.result(.fail, 1.5, limit: 1))
    #expect(Set(report.kinds) == [.newFailure, .limitChanged])
  }

  @Test("a failure that grows is a loss of margin, and a warning at most while it is waived")
  func growing() throws {
    let report = try Samples.gate(Self.result(.fail, 3), Self.result(.fail, 5))
    #expect(report.kinds == [.marginLost, .stillFailing] && report.decision == .blocked)

    var strict = GatePolicy()
    strict.isStrict = true
    for policy in [GatePolicy(), strict] {
      let waived = try Samples.gate(
        Self.result(.fail, 3, isWaived: true), Self.result(.fail, 5, isWaived: true), policy)
      #expect(waived.kinds == [.marginLost, .stillWaived] && waived.decision == .allowed)
      #expect(waived.changes[0].action == .warn)
      #expect(waived.changes[0].reason == "a number of a waived failure warns at most")
    }

    let ended = try Samples.gate(Self.result(.fail, 3, isWaived: true), Self.result(.fail, 5))
    #expect(ended.changes.map(\.action) == [.block, .block])
  }

  @Test("a rule blocks the loss of a waived failure, if it is written")
  func ruleOverWaiver() throws {
    var policy = GatePolicy()
    policy.rules = [
      GatePolicy.Rule(
        changes: [.marginLost], requirements: [], levels: [], leastMarginLoss: nil, action: .block,
        reason: "no worse", position: SourcePosition(file: "p.yaml", line: 4))
    ]
    let report = try Samples.gate(
      Self.result(.fail, 3, isWaived: true), Self.result(.fail, 5, isWaived: true), policy)
    #expect(report.decision == .blocked)
  }

  @Test(
    "the verdict of a requirement is compared though no case shows the change",
    arguments: [
      (.fail, .newFailure, GateDecision.blocked), (.inconclusive, .newlyInconclusive, .cannotTell),
    ] as [(Verdict, GatePolicy.Change, GateDecision)])
  func requirement(verdict: Verdict, kind: GatePolicy.Change, decision: GateDecision) throws {
    var (before, after) = (Samples.result(), Samples.result())
    (before.cases, after.cases) = ([], [])
    after.verdict = verdict
    let report = try Samples.gate(before, after)
    #expect(report.kinds == [kind] && report.decision == decision)
    #expect(try Samples.gate(after, after).kinds.isEmpty)
  }

  @Test("a test case that is new and inconclusive leaves the result open")
  func newCase() throws {
    var after = Samples.result()
    after.verdict = .inconclusive
    after.cases.append(CaseResult(id: "CS/TIM/BV-03", title: "New", verdict: .inconclusive))
    let report = try Samples.gate(Samples.result(), after)
    #expect(report.kinds == [.newlyInconclusive] && report.decision == .cannotTell)
  }

  @Test("numbers of one name are compared in their order")
  func order() throws {
    func result(_ values: [Double]) -> RequirementResult {
      var result = Samples.result(number: Samples.number(1))
      result.cases[0].steps = values.flatMap { value in
        Samples.result(number: Samples.number(value)).cases[0].steps
      }
      return result
    }
    let report = try Samples.gate(result([0.5, 1]), result([0.5, 1.5]))
    #expect(report.kinds == [.marginLost] && report.changes[0].change.margin?.before.value == 1)
    #expect(try Samples.gate(result([0.5, 1]), result([0.5])).kinds == [.measurementGone])
  }
}
