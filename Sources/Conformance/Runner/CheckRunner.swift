internal import AccessoryProfile
internal import Capture
internal import CoreTypes
internal import SimulationKernel

/// Runs the cases of a requirement set against one accessory.
///
/// Each case has a simulation of its own, whose seed and place in the capture depend on the run's seed and the
/// case alone; so a case run by itself does exactly what it did among all.
public struct CheckRunner {
  /// Virtual time between the starts of two cases in the capture.
  private static let caseSpacing = Picoseconds.seconds(2000)

  /// A case may serve several requirements, each with limits of its own.
  private struct CaseKey: Hashable {
    let requirement: String
    let testCase: String
  }

  private let request: CheckRequest
  private let iut: ImplementationUnderTest

  /// Takes what is to be checked, and what is on trial.
  public init(_ request: CheckRequest, iut: ImplementationUnderTest = .profile) {
    self.request = request
    self.iut = iut
  }

  /// Runs every case.
  ///
  /// - Parameter progress: called before each case and once at the end.
  public func run(progress: (CheckProgress) -> Void = { _ in }) -> CheckOutcome {
    let log = CaptureLog()
    let beds = TestBeds(request, iut, log: log)
    let chosen = request.requirements.requirements.filter {
      request.onlyIDs.isEmpty || request.onlyIDs.contains($0.id)
    }
    let planned = chosen.flatMap { requirement in requirement.cases.map { (requirement, $0) } }
      .sorted { position(of: $0.1) < position(of: $1.1) }
    var results: [CaseKey: CaseResult] = [:]
    for (doneCount, (requirement, id)) in planned.enumerated() {
      progress(CheckProgress(doneCount: doneCount, caseCount: planned.count, caseID: id))
      guard let testCase = TestCase.named(id) else { continue }
      results[CaseKey(requirement: requirement.id, testCase: id)] = run(testCase, requirement, beds, log)
    }
    progress(CheckProgress(doneCount: planned.count, caseCount: planned.count, caseID: nil))
    return CheckOutcome(report: report(chosen.map { judge($0, results) }), capture: log)
  }

  private func position(of id: String) -> Int {
    TestCase.all.firstIndex { $0.id == id } ?? TestCase.all.count
  }

  private func run(
    _ testCase: TestCase, _ requirement: Requirement, _ beds: TestBeds, _ log: CaptureLog
  ) -> CaseResult {
    var chance = RandomStreams(seed: request.seed).stream("case.\(testCase.id)")
    let nominal = Instant.start + Self.caseSpacing * position(of: testCase.id)
    // A case that outlasts its place, or serves twice, moves what comes after it.
    let start = log.lastTime.map { max(nominal, $0 + .seconds(1)) } ?? nominal
    var result = CaseResult(id: testCase.id, title: testCase.title, verdict: .pass)
    do throws(TesterStop) {
      let site = try beds.site(for: testCase, seed: chance.next(), start: start)
      let tester = Tester(request, requirement: requirement, site: site)
      result = carryOut(testCase, tester)
      if let absence = beds.end(site) { (result.verdict, result.reason) = (.inconclusive, absence) }
    } catch {
      result.take(error)
    }
    point(to: result, requirement, log)
    return result
  }

  /// What a case comes to with `tester`.
  func carryOut(_ testCase: TestCase, _ tester: Tester) -> CaseResult {
    var result = CaseResult(id: testCase.id, title: testCase.title, verdict: .pass)
    do throws(TesterStop) {
      try testCase.run(tester)
    } catch {
      result.take(error)
    }
    result.steps = tester.steps
    result.warnings = tester.warnings
    if let unmet = result.steps.first(where: { !$0.isMet }) {
      result.verdict = .fail
      result.reason = "\(unmet.name): \(unmet.measured), required: \(unmet.required)"
    }
    return result
  }

  /// Puts a comment on every frame that the case's steps name.
  private func point(to result: CaseResult, _ requirement: Requirement, _ log: CaptureLog) {
    for step in result.steps {
      let verdict = step.isMet ? "met" : "NOT MET"
      for frame in step.frames {
        log.comment(
          frame: frame,
          text: "\(requirement.id) \(result.id) \(verdict): \(step.name): \(step.measured)"
            + " (required: \(step.required))")
      }
    }
  }

  private func judge(_ requirement: Requirement, _ results: [CaseKey: CaseResult]) -> RequirementResult {
    let cases = requirement.cases.compactMap {
      results[CaseKey(requirement: requirement.id, testCase: $0)]
    }
    return RequirementResult(
      id: requirement.id, title: requirement.title, level: requirement.level, source: requirement.source,
      requirement: requirement.text, verdict: Verdict.combined(cases.map(\.verdict)), cases: cases,
      declared: request.isDescribed ? request.profile.declaration(nearest: requirement.declaredIn) : nil)
  }

  private func report(_ requirements: [RequirementResult]) -> CheckReport {
    let identity = request.profile.identity
    return CheckReport(
      accessory: [identity.vendor, identity.chipset].joined(separator: " "),
      iut: iut.name, profilePath: request.profilePath, profileDigest: request.profileDigest,
      requirementSet: request.requirements.id, phone: request.phone.id,
      environment: request.environment.id, seed: request.seed,
      distanceMetres: request.distanceMetres,
      interpretations: request.profile.interpretations.readings.map {
        CheckReport.Reading(field: $0.key, value: $0.value)
      },
      requirements: requirements, declarations: request.isDescribed ? request.profile.declarations : [],
      notices: request.profile.notices.map(\.text))
  }
}

extension CaseResult {
  /// Takes note of why the case ended early.
  fileprivate mutating func take(_ stop: TesterStop) {
    switch stop {
    case .inconclusive(let reason): (verdict, self.reason) = (.inconclusive, reason)
    case .notApplicable(let reason): (verdict, self.reason) = (.notApplicable, reason)
    case .failed: verdict = .fail
    }
  }
}
