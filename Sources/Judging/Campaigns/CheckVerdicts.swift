package import Capture
internal import Conformance
internal import ConformanceTester
internal import RangeStudy
package import Verdicts

/// The verdicts of a check, without steps and captures.
package struct CheckVerdicts: Sendable, Equatable {
  /// The verdict on one requirement.
  package struct Row: Sendable, Equatable {
    package var requirement: String
    package var verdict: Verdict
    /// Why it did not pass; nil for a pass.
    package var reason: String?

    package init(requirement: String, verdict: Verdict, reason: String?) {
      self.requirement = requirement
      self.verdict = verdict
      self.reason = reason
    }
  }

  /// The verdict of the whole check.
  package var verdict: Verdict
  /// In the order of the requirement set.
  package var rows: [Row]

  package init(verdict: Verdict, rows: [Row]) {
    self.verdict = verdict
    self.rows = rows
  }

  init(_ report: CheckReport) {
    verdict = report.verdict
    rows = report.requirements.map { result in
      let reason = result.cases.first { $0.verdict == result.verdict }?.reason
      return Row(
        requirement: result.id, verdict: result.verdict, reason: result.verdict == .pass ? nil : reason)
    }
  }
}

extension CampaignUnits.Unit {
  /// Runs the unit. The same unit always has the same result.
  package func result() -> UnitResult {
    switch self {
    case .chunk(let chunk): .ranged(ChunkTally(chunk.run()))
    case .check(let request): .checked(CheckVerdicts(CheckRunner(request).run().report))
    }
  }

  /// Whether all of it is one run, which a capture can have; a phone that walks begins anew with each walk.
  package var isRecordable: Bool {
    switch self {
    case .chunk(let chunk): !chunk.walks
    case .check: true
    }
  }

  /// The same, with every packet and frame of what is recordable.
  package func recordedResult() -> (UnitResult, CaptureLog) {
    switch self {
    case .chunk(let chunk):
      let log = CaptureLog()
      return (.ranged(ChunkTally(chunk.run(recordingTo: log))), log)
    case .check(let request):
      let outcome = CheckRunner(request).run()
      return (.checked(CheckVerdicts(outcome.report)), outcome.capture)
    }
  }
}
