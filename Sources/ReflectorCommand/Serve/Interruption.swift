internal import Dispatch
internal import Glibc

/// Has something done when the user or the system asks the program to end, in place of ending at once.
struct Interruption {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter action: called on a thread of its own, at every Control-C and request to terminate.
  init(_ action: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: action)
      source.resume()
      return source
    }
  }

  /// Gives the signals their usual meaning again.
  func cancel() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
