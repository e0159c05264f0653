internal import Notation
internal import RangeStudy
internal import Reports

/// Runs the chunks of a study and hands them out in their order.
enum StudyRunner {
  /// Runs a study and hands out each chunk in its order, until `goesOn` returns false.
  static func run<Failure: Error>(
    _ study: StudyPlan, jobs: Int, showsProgress: Bool, while goesOn: () -> Bool = { true },
    each: (ChunkOutcome) throws(Failure) -> Void
  ) throws(Failure) {
    let progress = ProgressLine(isShown: StandardStream.error.isTerminal && showsProgress)
    let total = DecimalText.grouped(study.points.count * study.procedureCount)
    let chunks = study.chunks
    let runner = OrderedRunner<ChunkOutcome>(jobs: min(jobs, chunks.count)) { number in
      guard number < chunks.count else { return nil }
      let chunk = chunks[number]
      return { chunk.run() }
    }
    var doneCount = 0
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
}
