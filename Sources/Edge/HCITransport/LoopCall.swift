internal import Dispatch

/// A call that another thread makes while this one waits for its result.
///
/// Only one thread at a time touches it: the waiting one sleeps until the other has let go of the body.
final class LoopCall<Result>: @unchecked Sendable {
  private var body: (() -> Result)?
  private var result: Result?
  private let end = DispatchSemaphore(value: 0)

  init(_ body: @escaping () -> Result) { self.body = body }

  /// Makes the call.
  func make() {
    result = body?()
    body = nil
    end.signal()
  }

  /// Waits for the call and gives its result.
  func wait() -> Result {
    end.wait()
    guard let result else { preconditionFailure("the call is made once") }
    return result
  }
}
