internal import AccessoryProfile
internal import Capture
internal import ConformanceCases
internal import ConformanceTester
internal import SimulationKernel
internal import Verdicts

extension CheckRunner {
  /// Takes a failure back that the environment brought about: the case is carried out once more with the same seed
  /// and nothing but free sight between the devices, and does not fail there.
  func withdrawWhatThePlaceDid(
    _ result: inout CaseResult, _ testCase: TestCase, _ requirement: Requirement
  ) {
    let place = request.environment
    guard result.verdict == .fail, iut.isVirtual, testCase.needs.contains(.air), place.inFreeSight != place
    else { return }
    var free = request
    free.environment = place.inFreeSight
    var chance = RandomStreams(seed: request.seed).stream("case.\(testCase.id)")
    let beds = TestBeds(free, iut, log: CaptureLog())
    do throws(TesterStop) {
      let site = try beds.site(for: testCase, seed: chance.next())
      let again = carryOut(testCase, Tester(free, requirement: requirement, site: site))
      _ = beds.end(site)
      guard again.verdict != .fail else { return }
    } catch {
      return
    }
    let reason = "the environment \(place.id) did that: in free sight it is not so"
    for index in result.steps.indices where result.steps[index].finding == .unmet {
      result.steps[index] = result.steps[index].leftOpen(because: reason)
    }
    result.verdict = .inconclusive
    result.reason = (result.reason.map { "\($0); " } ?? "") + reason
  }
}
