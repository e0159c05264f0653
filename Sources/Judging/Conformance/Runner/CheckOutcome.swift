package import Capture
package import ConformanceTester
package import Verdicts

/// The result of a check.
package struct CheckOutcome {
  /// The verdicts.
  package let report: CheckReport
  /// Every frame of every case, with comments on the frames that verdicts refer to.
  package let capture: CaptureLog

  package init(report: CheckReport, capture: CaptureLog) {
    self.report = report
    self.capture = capture
  }
}

/// The progress of a check.
package struct CheckProgress: Sendable {
  /// Cases that are done.
  package let doneCount: Int
  /// Cases in all.
  package let caseCount: Int
  /// The case that begins now; nil after the last.
  package let `case`: CaseReference?

  package init(doneCount: Int, caseCount: Int, case: CaseReference?) {
    self.doneCount = doneCount
    self.caseCount = caseCount
    self.case = `case`
  }
}
