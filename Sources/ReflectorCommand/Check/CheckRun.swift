internal import AccessoryProfile
internal import Capture
internal import Conformance

/// One accessory against one requirement set, and where its capture goes.
struct CheckRun: Sendable {
  var request: CheckRequest
  /// Where a test has the check interrupted.
  var interruptedCases: [String] = []
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
    let outcome = CheckRunner(request, iut: iut).run(
      progress: { step in
        CrashRetry.enter(iut.isVirtual ? step.case.map { CrashedCase(run: index, reference: $0) } : nil)
        progress(step)
        if let id = step.case?.caseID, interruptedCases.contains(id) { stop.provoke() }
      }, while: { !stop.isMade })
    var report = outcome.report
    report.replay = replay + only(report)
    guard let captureBase, outcome.capture.count > 0 || !report.isPartial else {
      report.capturePath = nil
      return report
    }
    let path = captureBase + ".pcapng"
    report.capturePath = path
    try writer(report).writeFile(outcome.capture, at: path)
    if writesPcap { try PcapWriter.writeFile(outcome.capture, at: captureBase + ".pcap") }
    return report
  }

  /// What to repeat: what went wrong, else what was asked for.
  private func only(_ report: CheckReport) -> String {
    let wrong = report.requirements.filter { result in
      result.level == .must && [.fail, .inconclusive].contains(result.standing)
    }
    let ids = wrong.isEmpty ? request.onlyIDs : wrong.map(\.id)
    return ids.isEmpty ? "" : " --only " + ids.joined(separator: ",")
  }

  private func writer(_ report: CheckReport) -> PcapngWriter {
    PcapngWriter(
      application: ReflectorTool.signature,
      comments: [
        "accessory \(report.accessory)", "profile \(report.profilePath), sha256 \(report.profileDigest)",
        "requirements \(report.requirementSet), phone \(report.phone), environment \(report.environment)",
        "distance \(report.distanceMetres) m, seed \(report.seed)", "replay \(report.replay)",
      ])
  }
}
