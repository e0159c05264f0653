package import Capture
internal import ConformanceCases
package import ConformanceTester
internal import CoreTypes
internal import Documents
internal import Profiles
internal import SimulationKernel
internal import Verdicts

/// Runs the cases of a requirement set against one accessory.
///
/// Each case has a simulation of its own that begins at time 0, and whose seed depends on the run's seed and the case
/// alone; so a case gives the same result alone, in another order and among all cases.
package struct CheckRunner {
  /// Virtual time between the starts of two cases in the capture.
  private static let caseSpacing = Picoseconds.seconds(2000)

  let request: CheckRequest
  let iut: ImplementationUnderTest
  private let unseen: UnseenParts

  /// Takes what is to be checked, and what is under test.
  package init(_ request: CheckRequest, iut: ImplementationUnderTest = .profile) {
    self.request = request
    self.iut = iut
    unseen = UnseenParts(request.profile, iut)
  }

  /// Runs every case.
  ///
  /// - Parameters:
  ///   - progress: called before each case and once at the end.
  ///   - goesOn: called before each case; if it returns false, the rest is not run and the report is partial.
  ///   - keep: called after each case with it and all frames so far, whose remarks are complete.
  package func run(
    progress: (CheckProgress) -> Void = { _ in }, while goesOn: () -> Bool = { true },
    keep: (CaseReference, CaptureLog) -> Void = { _, _ in }
  ) -> CheckOutcome {
    run(inOrder: { $0 }, while: goesOn, progress: progress, keep: keep)
  }

  /// Runs every case in another order than the catalogue's; the order must not change any verdict.
  func run(
    inOrder order: ([PlannedCase]) -> [PlannedCase], while goesOn: () -> Bool = { true },
    progress: (CheckProgress) -> Void = { _ in }, keep: (CaseReference, CaptureLog) -> Void = { _, _ in }
  ) -> CheckOutcome {
    let log = CaptureLog(
      keepsSteps: request.keepsSteps, isEncrypted: request.isEncrypted,
      notesSubeventStarts: request.notesSubeventStarts)
    let beds = TestBeds(request, iut, log: log)
    let chosen = request.requirements.requirements.filter {
      request.onlyIDs.isEmpty || request.onlyIDs.contains($0.id)
    }
    let planned = order(
      chosen.flatMap { requirement in requirement.cases.map { PlannedCase(requirement: requirement, id: $0) }
      }
      .sorted { position(of: $0.id) < position(of: $1.id) })
    var results: [CaseReference: CaseResult] = [:]
    var exercised: Set<Exercise> = []
    var isPartial = false
    for (doneCount, one) in planned.enumerated() {
      guard let testCase = TestCase.named(one.id) else { continue }
      isPartial = isPartial || !goesOn()
      if isPartial {
        results[one.reference] = testCase.inconclusive("not run: the check was interrupted")
        continue
      }
      progress(CheckProgress(doneCount: doneCount, caseCount: planned.count, case: one.reference))
      results[one.reference] = run(testCase, one.requirement, beds, log, &exercised)
      keep(one.reference, log)
    }
    progress(CheckProgress(doneCount: planned.count, caseCount: planned.count, case: nil))
    Consequences(requirements: chosen).withdraw(in: &results)
    let causes = CauseReferences(request.requirements, results)
    for (reference, result) in results { results[reference] = causes.explained(result, in: reference) }
    var report = report(chosen.map { judge($0, results) })
    report.isPartial = isPartial
    report.exercised = exercised
    report.requiresSources = request.requiresSources
    report.requirementSetVersion = request.requirements.version
    report.requirementSetLastSeen = request.requirements.lastSeen?.description
    report.notices += request.requirements.drops.map {
      "\($0.position): \(request.requirements.id) drops \($0.id): \($0.reason)"
    }
    if let notice = request.profile.faultNotice { report.notices.append(notice) }
    if case .host = iut {
      report.notices.append(
        "the controller below the attached host is the tester's own: requirements on its features, times and radio"
          + " are not applicable to the host")
    }
    return CheckOutcome(report: report, capture: log)
  }

  /// A case of a requirement.
  struct PlannedCase {
    let requirement: Requirement
    let id: String

    var reference: CaseReference { CaseReference(requirementID: requirement.id, caseID: id) }
  }

  private func position(of id: String) -> Int {
    TestCase.all.firstIndex { $0.id == id } ?? TestCase.all.count
  }

  private func run(
    _ testCase: TestCase, _ requirement: Requirement, _ beds: TestBeds, _ log: CaptureLog,
    _ exercised: inout Set<Exercise>
  ) -> CaseResult {
    let reference = CaseReference(requirementID: requirement.id, caseID: testCase.id)
    if request.crashed.contains(reference) {
      return testCase.inconclusive("the tester crashed in this case: a bug of the tester; please report it")
    }
    var chance = RandomStreams(seed: request.seed).stream("case.\(testCase.id)")
    if beds.areSeparate { log.offset = offset(of: testCase, in: log) }
    var result = CaseResult(id: testCase.id, title: testCase.title, verdict: .pass)
    do throws(TesterStop) {
      if let absence = unclaimed(by: testCase) { throw .notApplicable(absence) }
      if let reason = unseen.reason(before: testCase, of: requirement) { throw .inconclusive(reason) }
      let site = try beds.site(for: testCase, seed: chance.next())
      request.onCase?(testCase.id, site)
      let tester = Tester(
        request, requirement: requirement, site: site, isProvoking: testCase.isOfInvalidBehaviour)
      let start = site.simulation.now
      result = carryOut(testCase, tester)
      result.seconds = (site.simulation.now - start).inSeconds
      exercised.formUnion(site.recorder.exercised)
      withdrawWhatThePlaceDid(&result, testCase, requirement)
      unseen.withdraw(&result, of: requirement)
      let left = site.simulation.budget
      let budget = testCase.budget.divided(by: request.budgetShare)
      if left.isSpent { (result.verdict, result.reason) = (.inconclusive, budget.reason(left)) }
      if let absence = beds.end(site) { (result.verdict, result.reason) = (.inconclusive, absence) }
    } catch {
      result.take(error)
    }
    point(to: &result, requirement, log)
    return result
  }

  /// The time offset of a case in the capture: a case that exceeds its time slot, or runs twice, delays the cases after
  /// it.
  private func offset(of testCase: TestCase, in log: CaptureLog) -> Picoseconds {
    let nominal = Instant.start + Self.caseSpacing * position(of: testCase.id)
    return (log.lastTime.map { max(nominal, $0 + .seconds(1)) } ?? nominal) - .start
  }

  /// Why the case needs something that the accessory does not claim; nil if it claims all, or without a profile.
  private func unclaimed(by testCase: TestCase) -> String? {
    guard request.isDescribed else { return nil }
    let missing = testCase.appliesTo.first { !unseen.hides($0) && !$0.holds(in: request.profile) }
    return missing?.absence(in: request.profile)
  }

  /// The result of a case with `tester`.
  func carryOut(_ testCase: TestCase, _ tester: Tester) -> CaseResult {
    var result = CaseResult(id: testCase.id, title: testCase.title, verdict: .pass)
    do throws(TesterStop) {
      try testCase.run(tester)
    } catch {
      result.take(error)
    }
    result.steps = tester.steps
    result.warnings = tester.warnings
    if let unmet = result.steps.first(where: { $0.finding == .unmet }) {
      result.verdict = .fail
      result.reason = "\(unmet.name): \(unmet.measured), required: \(unmet.required)"
    } else if result.verdict == .pass, let open = result.steps.first(where: { $0.doubt != nil }) {
      result.verdict = .inconclusive
      result.reason = open.doubt.map { "\(open.name): \(open.measured), \($0)" }
    }
    return result
  }

  /// Puts a comment on every frame that the case's steps name, and sets the interfaces of each step.
  private func point(to result: inout CaseResult, _ requirement: Requirement, _ log: CaptureLog) {
    for index in result.steps.indices {
      let step = result.steps[index]
      result.steps[index].interfaces = step.frames.map { log.interface(ofFrame: $0) }
      let verdict = step.isMet ? "met" : step.doubt == nil ? "NOT MET" : "OPEN"
      for frame in step.frames {
        log.comment(
          frame: frame,
          text: "\(requirement.id) \(result.id) \(verdict): \(step.name): \(step.measured)"
            + " (required: \(step.required))")
      }
    }
  }

  private func judge(_ requirement: Requirement, _ results: [CaseReference: CaseResult]) -> RequirementResult
  {
    let cases = requirement.cases.compactMap {
      results[CaseReference(requirementID: requirement.id, caseID: $0)]
    }
    var result = RequirementResult(
      id: requirement.id, title: requirement.title, level: requirement.level, source: requirement.source,
      requirement: requirement.text, verdict: Verdict.combined(cases.map(\.verdict)), cases: cases,
      declared: request.isDescribed ? request.profile.declaration(nearest: requirement.declaredIn) : nil)
    result.subject = requirement.subject
    return result
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

extension TestCase {
  /// The result of a case that was not carried out.
  fileprivate func inconclusive(_ reason: String) -> CaseResult {
    CaseResult(id: id, title: title, verdict: .inconclusive, reason: reason)
  }
}

extension CaseResult {
  /// Records why the case ended early.
  fileprivate mutating func take(_ stop: TesterStop) {
    switch stop {
    case .inconclusive(let reason, let basis):
      (verdict, self.reason, self.basis) = (.inconclusive, reason, basis?.caseIDs ?? [])
    case .notApplicable(let reason, let basis):
      (verdict, self.reason, self.basis) = (.notApplicable, reason, basis?.caseIDs ?? [])
    case .failed: verdict = .fail
    }
  }
}

extension CheckRunner {
  /// Withdraws a failure that the environment caused: repeated with the same seed in line of sight, the case does not
  /// fail.
  private func withdrawWhatThePlaceDid(
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
    let reason = "an effect of the environment \(place.id): the case does not fail in line of sight"
    for index in result.steps.indices where result.steps[index].finding == .unmet {
      result.steps[index] = result.steps[index].leftOpen(because: reason)
    }
    result.verdict = .inconclusive
    result.reason = (result.reason.map { "\($0); " } ?? "") + reason
  }
}
