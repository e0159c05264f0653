internal import Conformance
internal import ConformanceTester
internal import Foundation

/// The progress of a check. Runs that go on at the same time share its line.
final class CheckProgressLine: @unchecked Sendable {
  private let lock = NSLock()
  private let runCount: Int
  private let line: ProgressLine
  private var finishedRuns = 0

  /// A line for so many runs, which shows nothing unless asked to.
  init(runCount: Int, isShown: Bool) {
    self.runCount = runCount
    line = ProgressLine(isShown: isShown)
  }

  /// Shows the case that begins; the end of a run counts.
  func update(_ progress: CheckProgress) {
    lock.withLock {
      if progress.case == nil { finishedRuns += 1 }
      let now =
        progress.case.map { ", case \(progress.doneCount + 1) of \(progress.caseCount): \($0.caseID)" } ?? ""
      line.show("\(finishedRuns) of \(runCount) accessories checked\(now)")
    }
  }

  /// Takes the line away.
  func clear() { lock.withLock { line.clear() } }
}
