internal import Foundation

/// Runs pieces of work on several threads and hands their results out in their order; each is alone in its simulation, so
/// the number of threads changes no octet.
final class OrderedRunner<Outcome: Sendable>: @unchecked Sendable {
  /// How far the threads may run ahead of what was handed out, in pieces a thread.
  private static var lead: Int { 4 }

  private let piece: (Int) -> (@Sendable () -> Outcome)?
  private let threadCount: Int
  private let condition = NSCondition()
  private var begunCount = 0
  private var takenCount = 0
  private var ended: [Int: Outcome] = [:]
  private var hasAll = false
  private var isStopped = false

  /// Starts the threads.
  ///
  /// - Parameter piece: gives the piece with a number, counted from 0; nil after the last. It is called in the order of the
  ///   numbers and never at the same time as `changing`.
  init(jobs: Int, piece: @escaping (Int) -> (@Sendable () -> Outcome)?) {
    self.piece = piece
    threadCount = jobs
    for _ in 0..<threadCount { Thread { self.work() }.start() }
  }

  /// Begins no further piece.
  func stop() {
    condition.withLock { isStopped = true }
    condition.broadcast()
  }

  /// Changes what `piece` looks at.
  func changing(_ body: () -> Void) { condition.withLock(body) }

  /// Waits for the next result in order; nil after the last.
  func next() -> Outcome? {
    condition.lock()
    defer { condition.unlock() }
    while ended[takenCount] == nil {
      if hasAll, takenCount >= begunCount { return nil }
      condition.wait()
    }
    let outcome = ended.removeValue(forKey: takenCount)
    takenCount += 1
    condition.broadcast()
    return outcome
  }

  private func work() {
    while let (number, body) = begin() {
      let outcome = body()
      condition.withLock { ended[number] = outcome }
      condition.broadcast()
    }
  }

  /// The next piece to run; nil if none is left.
  private func begin() -> (number: Int, body: @Sendable () -> Outcome)? {
    condition.lock()
    defer { condition.unlock() }
    while !isStopped, !hasAll, begunCount >= takenCount + Self.lead * threadCount { condition.wait() }
    guard !isStopped, !hasAll else { return nil }
    guard let body = piece(begunCount) else {
      hasAll = true
      condition.broadcast()
      return nil
    }
    begunCount += 1
    return (begunCount - 1, body)
  }
}
