internal import Conformance
internal import Foundation
internal import Reports

/// One line on a terminal that says how far a check is. Runs that go on at the same time share it.
final class ProgressLine: @unchecked Sendable {
  private let lock = NSLock()
  private let runCount: Int
  private let isShown: Bool
  private var finishedRuns = 0

  /// A line for so many runs, which shows nothing unless asked to.
  init(runCount: Int, isShown: Bool) {
    self.runCount = runCount
    self.isShown = isShown
  }

  /// Shows the case that begins; the end of a run counts.
  func update(_ progress: CheckProgress) {
    guard isShown else { return }
    lock.withLock {
      if progress.caseID == nil { finishedRuns += 1 }
      let now =
        progress.caseID.map { ", case \(progress.doneCount + 1) of \(progress.caseCount): \($0)" } ?? ""
      // A line that wraps could not be taken away again.
      let text = DisplayText.truncated(
        "\(finishedRuns) of \(runCount) accessories checked\(now)", to: StandardStream.error.style.width - 1)
      StandardStream.error.write("\r\u{1B}[K" + text)
    }
  }

  /// Takes the line away.
  func clear() {
    guard isShown else { return }
    lock.withLock { StandardStream.error.write("\r\u{1B}[K") }
  }
}
