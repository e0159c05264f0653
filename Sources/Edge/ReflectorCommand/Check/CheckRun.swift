internal import Capture
internal import Conformance
internal import ConformanceTester
internal import Dissection
internal import Foundation
internal import PacketTap
internal import Pages
internal import Profiles
internal import Reports
internal import Verdicts

/// One accessory against one requirement set, and where its capture goes.
struct CheckRun: Sendable {
  var request: CheckRequest
  /// What else is to be done when a case begins.
  var onCase: (@Sendable (CaseReference, StopRequest) -> Void)?
  /// Its place among the runs of the command.
  var index = 0
  /// Reads the accessory with other values, to find those behind a failure; nil if none are searched for.
  var suspectReading: SuspectSearch.Reading?
  /// Notices besides those of the run.
  var notices: [String] = []
  /// Without an ending; nil if no capture is kept.
  var captureBase: String?
  /// Writes a classic pcap too; nil if none is asked for.
  var pcap: PcapWriter?
  /// Whether the evidence of the verdicts is looked up in the capture.
  var isExplained = false
  /// Writes the packets for people; nil if nobody watches.
  var trace: TraceText?
  /// Repeats the run, but for the requirements to check.
  var replay: ReplayCommand

  struct Result: Sendable {
    var report: CheckReport
    /// What the capture shows of the frames behind the verdicts.
    var evidence = CaptureEvidence.none
  }

  /// The files in which its capture goes.
  var capturePaths: [String] {
    guard let captureBase else { return [] }
    let path = captureBase + ".pcapng"
    return [path] + (request.isEncrypted ? [KeyFile.path(beside: path)] : [])
      + (pcap != nil ? [captureBase + ".pcap"] : [])
  }

  /// Runs the cases and writes the capture.
  func result(
    _ progress: (CheckProgress) -> Void, iut: ImplementationUnderTest = .profile, until stop: StopRequest
  ) throws(CaptureError) -> Result {
    let partial = captureBase.map {
      PartialCapture(beside: $0 + ".pcapng", writer(replay: replay.text(only: request.onlyIDs)))
    }
    defer { partial?.discard() }
    var trace = trace.map { CheckTrace($0, of: request) }
    let outcome = CheckRunner(request, iut: iut).run(
      progress: { step in
        CrashRetry.enter(iut.isVirtual ? step.case.map { CrashedCase(run: index, reference: $0) } : nil)
        progress(step)
        if let reference = step.case { onCase?(reference, stop) }
      }, while: { !stop.isMade },
      keep: { reference, log in
        Self.keep(log, in: partial)
        trace?.print(reference, from: log)
      })
    var report = outcome.report
    report.replay = replay.text(only: only(report))
    report.notices += notices
    if let suspectReading, !report.isPartial, report.requirements.contains(where: { $0.standing == .fail }) {
      SuspectSearch(request, reading: suspectReading, while: { !stop.isMade }).annotate(&report)
    }
    let evidence =
      isExplained
      ? CaptureEvidence(outcome.capture, frames: CheckPage.frames(of: report)) : CaptureEvidence.none
    guard let captureBase, outcome.capture.count > 0 || !report.isPartial else {
      report.capturePath = nil
      return Result(report: report, evidence: evidence)
    }
    let path = captureBase + ".pcapng"
    report.capturePath = path
    try writer(replay: report.replay).writeFile(outcome.capture, at: path)
    if outcome.capture.isEncrypted {
      try KeyFile.writeFile(outcome.capture, at: KeyFile.path(beside: path))
    }
    try pcap?.writeFile(outcome.capture, at: captureBase + ".pcap")
    return Result(report: report, evidence: evidence)
  }

  private static func keep(_ log: CaptureLog, in partial: PartialCapture?) {
    do throws(CaptureError) {
      try partial?.keep(log)
    } catch {
      // The capture itself meets the same trouble at the end, and says so.
      return
    }
  }

  /// What to repeat: what went wrong, else what was asked for.
  private func only(_ report: CheckReport) -> [String] {
    let wrong = report.requirements.filter { result in
      result.level == .must && [.fail, .inconclusive].contains(result.standing)
    }
    return wrong.isEmpty ? request.onlyIDs : wrong.map(\.id)
  }

  private func writer(replay: String) -> PcapngWriter {
    let identity = request.profile.identity
    return PcapngWriter(
      application: ReflectorTool.signature,
      comments: [
        "accessory \(identity.vendor) \(identity.chipset)",
        "profile \(request.profilePath), sha256 \(request.profileDigest)",
        "requirements \(request.requirements.id), phone \(request.phone.id), environment \(request.environment.id)",
        "distance \(request.distanceMetres) m, seed \(request.seed)", "replay \(replay)",
      ])
  }
}

/// Carries out runs, several at a time; each is alone in its task, so their number changes no octet.
struct CheckRuns {
  private typealias Ended = (index: Int, result: Swift.Result<CheckRun.Result, CaptureError>)

  let runs: [CheckRun]
  let jobs: Int
  let progress: CheckProgressLine
  let stop: StopRequest

  /// The results in the order of the runs. After a failure no further run begins.
  func results() async throws(BadInput) -> [CheckRun.Result] {
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
    var results: [CheckRun.Result] = []
    for one in ended {
      switch one.result {
      case .success(let result): results.append(result)
      case .failure(let error): throw BadInput(error)
      }
    }
    return results
  }

  private static func carryOut(
    _ run: CheckRun, _ progress: CheckProgressLine, _ stop: StopRequest
  ) -> Result<CheckRun.Result, CaptureError> {
    do throws(CaptureError) {
      return .success(try run.result(progress.update, until: stop))
    } catch {
      return .failure(error)
    }
  }
}

/// The progress of a check. Runs that go on at the same time share its line.
final class CheckProgressLine: @unchecked Sendable {
  private let lock = NSLock()
  private let runCount: Int
  private let line: ProgressLine
  /// Whether each case has a line of its own, since no terminal shows one line in place of another.
  private let isListed: Bool
  private let start = ContinuousClock.now
  private var finishedRuns = 0

  /// A line for so many runs, which shows nothing unless asked to.
  init(runCount: Int, isShown: Bool, isListed: Bool = false) {
    self.runCount = runCount
    self.isListed = isListed
    line = ProgressLine(isShown: isShown)
  }

  /// Shows the case that begins; the end of a run counts.
  func update(_ progress: CheckProgress) {
    lock.withLock {
      if progress.case == nil { finishedRuns += 1 }
      if isListed, let reference = progress.case {
        let seconds = (ContinuousClock.now - start).components.seconds
        return StandardError.write(
          "\(seconds) s: set \(finishedRuns + 1) of \(runCount), case \(progress.doneCount + 1) of"
            + " \(progress.caseCount): \(reference.caseID)\n")
      }
      let now =
        progress.case.map { ", case \(progress.doneCount + 1) of \(progress.caseCount): \($0.caseID)" } ?? ""
      line.show("\(finishedRuns) of \(runCount) accessories checked\(now)")
    }
  }

  /// Takes the line away.
  func clear() { lock.withLock { line.clear() } }
}
