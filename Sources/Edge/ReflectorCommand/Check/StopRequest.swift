internal import Foundation

/// Whether the user has asked for an end. One is made at Control-C; a second ends the program at once.
final class StopRequest: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  /// Whether it is made.
  var isMade: Bool { lock.withLock { count > 0 } }

  /// Has it made by the signal that Control-C sends, and goes on when it is.
  func provoke() {
    let before = lock.withLock { count }
    kill(getpid(), SIGINT)
    while lock.withLock({ count == before }) { usleep(1_000) }
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
    // Dispatch blocks the signals that it listens for on its own threads, of which this is one.
    var interrupt = sigset_t()
    sigemptyset(&interrupt)
    sigaddset(&interrupt, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &interrupt, nil)
    raise(SIGINT)
  }
}
