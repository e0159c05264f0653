internal import Foundation
internal import Notation
internal import RangeStudy
internal import Reports

/// Runs the chunks of a study on several threads and hands them out in their order; each is alone in its
/// simulation, so the number of threads changes no octet.
final class StudyRunner: @unchecked Sendable {
  /// How far the threads may run ahead of what was handed out, in chunks a thread.
  private static let lead = 4

  private let chunks: [StudyChunk]
  private let threadCount: Int
  private let condition = NSCondition()
  private var begunCount = 0
  private var takenCount = 0
  private var ended: [Int: ChunkOutcome] = [:]
  private var isStopped = false

  /// Runs a study and hands out each chunk in its order.
  ///
  /// - Parameters:
  ///   - showsProgress: whether a terminal shows how far it is.
  ///   - goesOn: asked before each chunk; if it returns false, the rest is left out.
  static func run<Failure: Error>(
    _ study: StudyPlan, jobs: Int, showsProgress: Bool, while goesOn: () -> Bool = { true },
    each: (ChunkOutcome) throws(Failure) -> Void
  ) throws(Failure) {
    let progress = ProgressLine(isShown: StandardStream.error.isTerminal && showsProgress)
    let total = DecimalText.grouped(study.points.count * study.procedureCount)
    let runner = StudyRunner(study.chunks, jobs: jobs)
    var doneCount = 0
    runner.start()
    defer {
      runner.stop()
      progress.clear()
    }
    while goesOn(), let chunk = runner.next() {
      try each(chunk)
      doneCount += chunk.procedureCount
      progress.show("\(DecimalText.grouped(doneCount)) of \(total) procedures")
    }
  }

  /// Prepares to run `chunks` on `jobs` threads.
  private init(_ chunks: [StudyChunk], jobs: Int) {
    self.chunks = chunks
    threadCount = min(jobs, chunks.count)
  }

  /// Starts the threads.
  private func start() {
    for _ in 0..<threadCount { Thread { self.work() }.start() }
  }

  /// Begins no further chunk.
  private func stop() {
    condition.withLock { isStopped = true }
    condition.broadcast()
  }

  /// Waits for the next chunk in order; nil after the last.
  private func next() -> ChunkOutcome? {
    condition.lock()
    defer { condition.unlock() }
    guard takenCount < chunks.count else { return nil }
    while ended[takenCount] == nil { condition.wait() }
    let outcome = ended.removeValue(forKey: takenCount)
    takenCount += 1
    condition.broadcast()
    return outcome
  }

  private func work() {
    while let index = begin() {
      let outcome = chunks[index].run()
      condition.withLock { ended[index] = outcome }
      condition.broadcast()
    }
  }

  /// The next chunk to run; nil if none is left.
  private func begin() -> Int? {
    condition.lock()
    defer { condition.unlock() }
    while !isStopped, begunCount < chunks.count, begunCount >= takenCount + Self.lead * threadCount {
      condition.wait()
    }
    guard !isStopped, begunCount < chunks.count else { return nil }
    begunCount += 1
    return begunCount - 1
  }
}
