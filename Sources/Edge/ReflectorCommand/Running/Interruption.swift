internal import Dispatch
internal import Foundation
internal import Glibc

/// Has something done when the user or the system asks the program to end, in place of ending at once.
struct Interruption {
  private let sources: [any DispatchSourceSignal]
  private let numbers: [Int32]

  /// Returns when the signals are being listened for; one that comes before ends the program.
  ///
  /// - Parameter action: called on a thread of its own, at every Control-C, request to terminate and hang-up of the
  ///   terminal; a hang-up that `nohup` has the program ignore stays ignored.
  init(_ action: @escaping @Sendable () -> Void) {
    numbers = [SIGINT, SIGTERM] + (Self.isIgnored(SIGHUP) ? [] : [SIGHUP])
    let isListening = DispatchSemaphore(value: 0)
    sources = numbers.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: action)
      source.setRegistrationHandler { isListening.signal() }
      source.resume()
      isListening.wait()
      return source
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Gives the signals their usual meaning again.
  func cancel() {
    for source in sources { source.cancel() }
    for number in numbers { signal(number, SIG_DFL) }
  }
}

/// Whether the user has asked for an end. One is made at Control-C; a second ends the program at once.
final class StopRequest: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  private let sentence: String

  /// - Parameter sentence: what happens when it is made, for people.
  init(_ sentence: String) { self.sentence = sentence }

  var isMade: Bool { lock.withLock { count > 0 } }

  /// Has it made by the signal that Control-C sends, and goes on when it is.
  func provoke() {
    let before = lock.withLock { count }
    kill(getpid(), SIGINT)
    while lock.withLock({ count == before }) { usleep(1_000) }
  }

  func make() {
    let isAgain = lock.withLock {
      count += 1
      return count > 1
    }
    guard isAgain else {
      ProgressLine(isShown: StandardStream.error.isTerminal).clear()
      StandardError.write(
        "reflector: \(sentence); press Control-C again to end at once\n")
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
