internal import Capture
internal import Verdicts

/// Carries out runs, several at a time; each is alone in its task, so their number changes no octet.
struct CheckRuns {
  private typealias Ended = (index: Int, result: Result<CheckReport, CaptureError>)

  private let runs: [CheckRun]
  private let jobs: Int
  private let progress: CheckProgressLine
  private let stop: StopRequest

  init(_ runs: [CheckRun], jobs: Int, progress: CheckProgressLine, until stop: StopRequest) {
    self.runs = runs
    self.jobs = jobs
    self.progress = progress
    self.stop = stop
  }

  /// The reports in the order of the runs. After a failure no further run begins.
  func reports() async throws(BadInput) -> [CheckReport] {
    let ended = await withTaskGroup(of: Ended.self) { group in
      var ended: [Ended] = []
      var next = 0
      func begin() {
        guard next < runs.count else { return }
        let (index, run, progress, stop) = (next, runs[next], progress, stop)
        group.addTask { (index, Self.carryOut(run, progress, stop)) }
        next += 1
      }
      for _ in 0..<jobs { begin() }
      while let one = await group.next() {
        ended.append(one)
        if case .success = one.result { begin() } else { next = runs.count }
      }
      return ended.sorted { $0.index < $1.index }
    }
    progress.clear()
    var reports: [CheckReport] = []
    for one in ended {
      switch one.result {
      case .success(let report): reports.append(report)
      case .failure(let error): throw BadInput(error)
      }
    }
    return reports
  }

  private static func carryOut(
    _ run: CheckRun, _ progress: CheckProgressLine, _ stop: StopRequest
  ) -> Result<CheckReport, CaptureError> {
    do throws(CaptureError) {
      return .success(try run.report(progress.update, until: stop))
    } catch {
      return .failure(error)
    }
  }
}
