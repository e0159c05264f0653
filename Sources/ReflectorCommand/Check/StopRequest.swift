internal import Foundation

/// Whether the user has asked for an end. One is made at Control-C; a second ends the program at once.
final class StopRequest: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  /// Whether it is made.
  var isMade: Bool { lock.withLock { count > 0 } }

  /// Has it made by the signal that Control-C sends, and goes on when it is.
  func provoke() {
    kill(getpid(), SIGINT)
    while !isMade { usleep(1_000) }
  }

  /// Makes it.
  func make() {
    let isAgain = lock.withLock {
      count += 1
      return count > 1
    }
    guard isAgain else {
      StandardStream.error.write("reflector: ending after the cases that run now; once more to end at once\n")
      return
    }
    signal(SIGINT, SIG_DFL)
    raise(SIGINT)
  }
}
