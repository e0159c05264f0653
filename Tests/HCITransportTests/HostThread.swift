import Foundation
import Synchronization

/// Hosts of a test on a thread of their own, for as long as the test's thread is in a run.
final class HostThread<Value: Sendable>: Sendable {
  private let outcome = Mutex<Result<Value, any Error>?>(nil)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts to do `work`.
  init(_ work: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread { [self] in
      let result = Result(catching: work)
      outcome.withLock { $0 = result }
      ended.signal()
    }
  }

  /// What the work came to, once it is done; to be called once.
  func value() throws -> Value? {
    ended.wait()
    return try outcome.withLock { try $0?.get() }
  }
}
