internal import ArgumentParser
internal import Capture
internal import Conformance
internal import Reports

/// `reflector check`
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check accessories against what a phone platform asks.",
    discussion: """
      Prints one line a requirement with what was asked, what was measured and the \
      frames that show it, and writes a capture for Wireshark.

        reflector check accessory.yaml
        reflector check accessory.yaml --only CS-A07 --seed 7 --pcap
        reflector check Profiles/accessories/*.yaml --junit results.xml --sarif results.sarif
        reflector check accessory.yaml --quiet --markdown -
        reflector check accessory.yaml --iut host:tcp:127.0.0.1:9001
        reflector check --iut controller:serial:/dev/ttyACM0,1000000

      Exit status: 0 all pass, 1 a requirement failed, 2 bad input, 3 inconclusive, \
      70 a bug of ours.
      """)

  @OptionGroup var options: CheckOptions

  /// Carries the command out. Everything is read and found right before anything runs.
  func status() async throws -> ExitStatus {
    let runs = try CheckPlan(options).runs
    try checkOutputs()
    let progress = CheckProgressLine(
      runCount: runs.count, isShown: StandardStream.error.isTerminal && !options.quiet)
    let reports = try await reports(of: runs, progress)
    try write(reports)
    return ExitStatus(Verdict.combined(reports.map(\.verdict)))
  }

  /// Real firmware is one thing, and takes the runs one after another.
  private func reports(of runs: [CheckRun], _ progress: CheckProgressLine) async throws -> [CheckReport] {
    guard let attached = options.attached.iut else {
      return try await CheckRuns(runs, jobs: options.jobCount, progress: progress).reports()
    }
    let attachment = try Attachment(attached, options.attached, isQuiet: options.quiet)
    defer { progress.clear() }
    do throws(CaptureError) {
      var reports: [CheckReport] = []
      for run in runs { reports.append(try run.report(progress.update, iut: attachment.iut)) }
      return reports
    } catch {
      throw BadInput(error)
    }
  }

  private func checkOutputs() throws {
    if !options.noCapture { try OutputFile.checkFolder(options.captures, option: "--captures") }
    try options.outputs.check()
  }

  private func write(_ reports: [CheckReport]) throws {
    try options.outputs.write(reports)
    guard !options.quiet else { return }
    let stream = options.outputs.takeStandardOutput ? StandardStream.error : .output
    let writer = CheckText(style: stream.style)
    let parts = (reports.map(writer.text) + [writer.overview(reports)]).filter { !$0.isEmpty }
    try stream.writeOrThrow(parts.joined(separator: "\n"))
  }
}
