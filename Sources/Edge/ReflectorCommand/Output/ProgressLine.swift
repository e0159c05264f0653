internal import Foundation
internal import Reports

/// One line on a terminal that says how far a run is.
struct ProgressLine: Sendable {
  private let isShown: Bool

  /// A line that shows nothing unless asked to.
  init(isShown: Bool) { self.isShown = isShown }

  /// Shows `text` in place of what stood there.
  func show(_ text: String) {
    guard isShown else { return }
    // A line that wraps could not be taken away again.
    let line = DisplayText.truncated(text, to: StandardStream.error.style.width - 1)
    StandardStream.error.write("\r\u{1B}[K" + line)
  }

  /// Takes the line away.
  func clear() {
    if isShown { StandardStream.error.write("\r\u{1B}[K") }
  }
}
