public import Capture
public import ConformanceTester
public import Verdicts

/// The result of a check.
public struct CheckOutcome {
  /// The verdicts.
  public let report: CheckReport
  /// Every frame of every case, with comments on the frames that verdicts refer to.
  public let capture: CaptureLog

  public init(report: CheckReport, capture: CaptureLog) {
    self.report = report
    self.capture = capture
  }
}

/// The progress of a check.
public struct CheckProgress: Sendable {
  /// Cases that are done.
  public let doneCount: Int
  /// Cases in all.
  public let caseCount: Int
  /// The case that begins now; nil after the last.
  public let `case`: CaseReference?

  public init(doneCount: Int, caseCount: Int, case: CaseReference?) {
    self.doneCount = doneCount
    self.caseCount = caseCount
    self.case = `case`
  }
}
