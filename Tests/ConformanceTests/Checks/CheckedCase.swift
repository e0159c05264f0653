import Capture
import ConformanceCases
import Profiles
import SimulationKernel
import Verdicts

@testable import Conformance
@testable import ConformanceTester

/// A case of a set with a control, which can be given a mistake.
struct CheckedCase: Sendable {
  let testCase: TestCase
  let requirement: Requirement
  /// The control.
  let profile: String
  private let request: CheckRequest

  private init(_ testCase: TestCase, _ requirement: Requirement, _ profile: String, _ request: CheckRequest) {
    (self.testCase, self.requirement, self.profile, self.request) = (testCase, requirement, profile, request)
  }

  /// The cases of a set that apply to a control, in the order of the set; each once.
  static func all(of matrix: RequirementMatrix, profile: String) throws -> [CheckedCase] {
    var request = try matrix.request(profile, seed: 1)
    matrix.claims(&request.profile)
    var known: Set<String> = []
    return request.requirements.requirements.flatMap { requirement in
      requirement.cases.compactMap(TestCase.named)
        .filter { $0.appliesTo.allSatisfy { $0.holds(in: request.profile) } && known.insert($0.id).inserted }
        .map { CheckedCase($0, requirement, profile, request) }
    }
  }

  /// What came of a run.
  struct Outcome {
    /// The checks that the case came to, and whether each was met whenever it was made.
    var isMet: [Check: Bool] = [:]
    /// The first check that was not met, which gives the case its verdict.
    var decisive: Check?

    /// The checks that were not met.
    var violated: Set<Check> { Set(isMet.filter { !$0.value }.keys) }
  }

  /// Carries the case out with the seed that a check with seed 1 gives it.
  ///
  /// - Parameter decider: the mistake of the accessory; nil for none.
  func outcome(_ decider: CheckDecider? = nil, watch: WireWatch? = nil) -> Outcome {
    var chance = RandomStreams(seed: request.seed).stream("case.\(testCase.id)")
    var request = request
    if case .fault(let fault) = decider { request.profile.faults = [fault] }
    let plant = decider?.planter()
    let site = TestSite(request, needs: testCase.needs, seed: chance.next(), log: CaptureLog()) {
      controller in
      plant?(controller)
      watch?.watch(controller)
    }
    defer { site.close() }
    site.simulation.budget = testCase.budget.ofRun
    let tester = Tester(
      request, requirement: requirement, site: site, isProvoking: testCase.isOfInvalidBehaviour)
    let result = CheckRunner(request).carryOut(testCase, tester)
    var outcome = Outcome()
    // What a run beyond its budget shows is nobody's mistake but the tester's.
    guard !site.simulation.budget.isSpent else { return outcome }
    for step in result.steps {
      outcome.isMet[Check(step, of: testCase.id), default: true] =
        outcome.isMet[Check(step, of: testCase.id), default: true] && step.finding != .unmet
    }
    outcome.decisive = result.steps.first { $0.finding == .unmet }.map { Check($0, of: testCase.id) }
    return outcome
  }
}
