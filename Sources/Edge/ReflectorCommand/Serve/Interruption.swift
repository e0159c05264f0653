internal import Dispatch
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
