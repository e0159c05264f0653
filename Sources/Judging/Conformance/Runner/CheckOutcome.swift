public import Capture
public import ConformanceTester
public import Verdicts

/// What a check gave.
public struct CheckOutcome {
  /// The verdicts.
  public let report: CheckReport
  /// Every frame of every case, with comments where a verdict points.
  public let capture: CaptureLog

  public init(report: CheckReport, capture: CaptureLog) {
    self.report = report
    self.capture = capture
  }
}

/// How far a check is.
public struct CheckProgress: Sendable {
  /// Cases that are done.
  public let doneCount: Int
  /// Cases in all.
  public let caseCount: Int
  /// The case that begins now; nil after the last.
  public let `case`: CaseReference?

  /// Makes a report of progress.
  public init(doneCount: Int, caseCount: Int, case: CaseReference?) {
    self.doneCount = doneCount
    self.caseCount = caseCount
    self.case = `case`
  }
}
