internal import Foundation
internal import Synchronization

/// The thread of the main queue, which runs the work of all queues whose target is the main queue.
///
/// A run on this thread must not wait for such a queue: the wait would never end.
enum MainThread {
  /// Set on the main queue, so that work of the queues whose target it is finds it.
  private static let mark = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()
  /// What is known of a queue: whether the main thread serves it.
  private static let isServed = DispatchSpecificKey<Bool>()
  /// How long a queue may be busy where only time tells it from one that the main thread serves.
  private static let timeout = DispatchTimeInterval.seconds(5)

  /// Whether this is the main thread, or a thread that runs work of the main queue.
  static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mark) != nil }

  /// Whether a queue is the main queue, which `DispatchQueue.main` makes another object of at each call.
  static func isMain(_ queue: DispatchQueue) -> Bool { queue.getSpecific(key: mark) != nil }

  /// Runs what waits in the main queue, and what that leaves there for some turns.
  static func drain(turns: Int) {
    guard Thread.isMainThread else { return }
    for _ in 0..<turns { _ = RunLoop.main.run(mode: .default, before: .distantPast) }
  }

  /// Whether the main thread, which is this one, serves a queue other than the main one.
  ///
  /// A queue shows its target only to its own work. If the main thread serves the queue, a piece of its work is done
  /// before work that is put into the main queue later. In a call from the main queue neither can be done: there a queue
  /// that does nothing for `timeout` ends the process with a message.
  static func serves(_ queue: DispatchQueue) -> Bool {
    if let known = queue.getSpecific(key: isServed) { return known }
    let (isDone, isDrained) = (DispatchSemaphore(value: 0), Flag())
    let answer = Flag()
    queue.async(flags: .barrier) {
      if DispatchQueue.getSpecific(key: mark) != nil { answer.set() }
      isDone.signal()
    }
    DispatchQueue.main.async { isDrained.set() }
    drain(turns: 2)
    if !isDrained.isSet { require(isDone.wait(timeout: .now() + timeout) == .success, queue) }
    queue.setSpecific(key: isServed, value: answer.isSet)
    return answer.isSet
  }

  /// Runs a call on a queue that this thread serves.
  static func run(_ call: @escaping () -> Void, on queue: DispatchQueue) {
    let isDone = Flag()
    nonisolated(unsafe) let call = call
    queue.async(flags: .barrier) {
      call()
      isDone.set()
    }
    drain(turns: 2)
    require(isDone.isSet, queue)
  }

  private static func require(_ isDone: Bool, _ queue: DispatchQueue) {
    if isDone { return }
    // What a precondition says is lost where the app is built with optimisation.
    let message =
      "found the queue '\(queue.label)' of a manager waiting for the main queue, in whose work the world runs; expected "
      + "a run outside of that work, or a manager without a queue of its own\n"
    FileHandle.standardError.write(Data(message.utf8))
    preconditionFailure("the queue of a manager cannot work while the world runs")
  }

  private final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }

    func set() { value.withLock { $0 = true } }
  }
}
