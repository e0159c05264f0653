internal import Conformance
internal import ConformanceTester
internal import Foundation

/// The progress of a check. Runs that go on at the same time share its line.
final class CheckProgressLine: @unchecked Sendable {
  private let lock = NSLock()
  private let runCount: Int
  private let line: ProgressLine
  /// Whether each case has a line of its own, since no terminal shows one line in place of another.
  private let isListed: Bool
  private let start = ContinuousClock.now
  private var finishedRuns = 0

  /// A line for so many runs, which shows nothing unless asked to.
  init(runCount: Int, isShown: Bool, isListed: Bool = false) {
    self.runCount = runCount
    self.isListed = isListed
    line = ProgressLine(isShown: isShown)
  }

  /// Shows the case that begins; the end of a run counts.
  func update(_ progress: CheckProgress) {
    lock.withLock {
      if progress.case == nil { finishedRuns += 1 }
      if isListed, let reference = progress.case {
        let seconds = (ContinuousClock.now - start).components.seconds
        return StandardStream.error.write(
          "\(seconds) s: set \(finishedRuns + 1) of \(runCount), case \(progress.doneCount + 1) of"
            + " \(progress.caseCount): \(reference.caseID)\n")
      }
      let now =
        progress.case.map { ", case \(progress.doneCount + 1) of \(progress.caseCount): \($0.caseID)" } ?? ""
      line.show("\(finishedRuns) of \(runCount) accessories checked\(now)")
    }
  }

  /// Takes the line away.
  func clear() { lock.withLock { line.clear() } }
}
