internal import AccessoryProfile
internal import Capture
internal import Conformance
internal import ConformanceTester
internal import PacketTap
internal import Verdicts

/// One accessory against one requirement set, and where its capture goes.
struct CheckRun: Sendable {
  var request: CheckRequest
  /// Where a test has the check interrupted, or killed.
  var signals: [PlantedSignal] = []
  /// Its place among the runs of the command.
  var index = 0
  /// Without an ending; nil if no capture is kept.
  var captureBase: String?
  /// Whether a classic pcap is written too.
  var writesPcap: Bool
  /// Repeats the run, but for the requirements to check.
  var replay: String

  /// Runs the cases and writes the capture.
  func report(
    _ progress: (CheckProgress) -> Void, iut: ImplementationUnderTest = .profile, until stop: StopRequest
  ) throws(CaptureError) -> CheckReport {
    let partial = captureBase.map {
      PartialCapture(beside: $0 + ".pcapng", writer(replay: replay + only(request.onlyIDs)))
    }
    defer { partial?.discard() }
    let outcome = CheckRunner(request, iut: iut).run(
      progress: { step in
        CrashRetry.enter(iut.isVirtual ? step.case.map { CrashedCase(run: index, reference: $0) } : nil)
        progress(step)
        for signal in signals where signal.caseID == step.case?.caseID { signal.raise(stop) }
      }, while: { !stop.isMade }, keep: { log in Self.keep(log, in: partial) })
    var report = outcome.report
    report.replay = replay + only(report)
    guard let captureBase, outcome.capture.count > 0 || !report.isPartial else {
      report.capturePath = nil
      return report
    }
    let path = captureBase + ".pcapng"
    report.capturePath = path
    try writer(replay: report.replay).writeFile(outcome.capture, at: path)
    if outcome.capture.isEncrypted {
      try KeyFile.writeFile(outcome.capture, at: KeyFile.path(beside: path))
    }
    if writesPcap { try PcapWriter.writeFile(outcome.capture, at: captureBase + ".pcap") }
    return report
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
  private func only(_ report: CheckReport) -> String {
    let wrong = report.requirements.filter { result in
      result.level == .must && [.fail, .inconclusive].contains(result.standing)
    }
    return only(wrong.isEmpty ? request.onlyIDs : wrong.map(\.id))
  }

  private func only(_ ids: [String]) -> String {
    ids.isEmpty ? "" : " --only " + ids.joined(separator: ",")
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
