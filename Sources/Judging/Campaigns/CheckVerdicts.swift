public import Capture
internal import Conformance
internal import ConformanceTester
internal import RangeStudy
public import Verdicts

/// The verdicts of a check, without steps and captures.
public struct CheckVerdicts: Sendable, Equatable {
  /// The verdict on one requirement.
  public struct Row: Sendable, Equatable {
    public var requirement: String
    public var verdict: Verdict
    /// Why it did not pass; nil for a pass.
    public var reason: String?

    public init(requirement: String, verdict: Verdict, reason: String?) {
      self.requirement = requirement
      self.verdict = verdict
      self.reason = reason
    }
  }

  /// The verdict of the whole check.
  public var verdict: Verdict
  /// In the order of the requirement set.
  public var rows: [Row]

  public init(verdict: Verdict, rows: [Row]) {
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
  public func result() -> UnitResult {
    switch self {
    case .chunk(let chunk): .ranged(ChunkTally(chunk.run()))
    case .check(let request): .checked(CheckVerdicts(CheckRunner(request).run().report))
    }
  }

  /// The same, with every packet and frame.
  public func recordedResult() -> (UnitResult, CaptureLog) {
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
