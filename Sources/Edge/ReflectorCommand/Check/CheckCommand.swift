internal import ArgumentParser
internal import Capture
internal import ConformanceTester
internal import CryptoToolbox
internal import Pages
internal import Reports
internal import Verdicts

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check accessories against the requirements of a phone platform.",
    discussion: """
      Prints one line per requirement: the required and the measured values, and the \
      frames of the evidence. --capture writes a capture for Wireshark.

        reflector check accessory.yaml
        reflector check accessory.yaml --only 'CS-A0*' --capture Captures
        reflector check profiles/*.yaml --junit results.xml --sarif results.sarif
        reflector check accessory.yaml --quiet --markdown -
        reflector check accessory.yaml --requirements all --html report.html
        reflector check accessory.yaml --platform-matrix
        reflector check accessory.yaml --under-test host:tcp:127.0.0.1:9001
        reflector check --under-test controller:serial:/dev/ttyACM0,1000000

      Control-C ends the check after the running test cases. The reports have the results \
      so far, marked partial.

      Exit status: 0 all pass, 1 a requirement failed, 2 bad input, 3 inconclusive, \
      70 a bug of ours.
      """)

  @OptionGroup var options: CheckOptions

  /// Carries the command out. Everything is read and found right before anything runs.
  func status() async throws -> ExitStatus {
    let plan = try options.requested.reportingRefusal(of: .check) {
      () throws(BadInput) in
      try CheckPlan(options)
    }
    let runs = plan.runs
    try checkOutputs(of: runs)
    if options.trouble.isRetry, let place = options.capturePlace {
      AtomicFile.removeLeftovers(in: place.folder)
    }
    let isTerminal = StandardStream.error.isTerminal
    let progress = CheckProgressLine(
      runCount: runs.count, isShown: isTerminal && !options.quiet,
      isListed: options.attached.iut != nil && !isTerminal && !options.quiet)
    let stop = StopRequest("ending after the running cases")
    let interruption = Interruption(stop.make)
    defer { interruption.cancel() }
    let results = try await results(of: runs, progress, until: stop)
    var reports = results.map(\.report)
    if options.selection.isWhole, options.attached.iut?.kind != .controller {
      reports.noteIdleDeclarations { report in
        runs.first { $0.request.profilePath == report.profilePath }?.request.profile
      }
    }
    let review = plan.waivers.map { $0.review(&reports) }
    try write(reports, review) {
      let files = plan.sources.map { file in
        CheckPage.SourceFile(
          path: file.path, digest: ContentDigest.sha256(file.octets),
          text: String(decoding: file.octets, as: UTF8.self))
      }
      return CheckPage(reports, evidence: results.map(\.evidence), files: files, waivers: review)
    }
    return ExitStatus(Verdict.combined(reports.map(\.outcome)))
  }

  /// Real firmware is one thing, and takes the runs one after another.
  private func results(
    of runs: [CheckRun], _ progress: CheckProgressLine, until stop: StopRequest
  ) async throws -> [CheckRun.Result] {
    guard let attached = options.attached.iut else {
      return try await CheckRuns(runs: runs, jobs: options.runsAtATime, progress: progress, stop: stop)
        .results()
    }
    let attachment = try Attachment(attached, options.attached, isQuiet: options.quiet)
    defer { progress.clear() }
    return try BadInput.of { () throws(CaptureError) in
      var results: [CheckRun.Result] = []
      for run in runs { results.append(try run.result(progress.update, iut: attachment.iut, until: stop)) }
      return results
    }
  }

  private func checkOutputs(of runs: [CheckRun]) throws {
    try options.capturePlace?.check(
      options.outputs.folders, count: runs.count, cure: "check one profile against one requirement set")
    try options.requested.checkFiles()
    try options.requested.checkCaptures(runs.flatMap(\.capturePaths))
  }

  private func write(
    _ reports: [CheckReport], _ review: WaiverReview?, page: () -> CheckPage
  ) throws {
    try options.outputs.write(
      reports, page: page, waivers: review, showsPlatforms: options.platformMatrix)
    guard !options.quiet else { return }
    let stream = options.requested.textStream
    let writer = CheckText(style: stream.style)
    if options.platformMatrix {
      let matrix = PlatformMatrix(reports).text(width: stream.style.width)
      let parts = [matrix] + (review.map { [writer.text($0)] } ?? [])
      return try stream.writeOrThrow(parts.joined(separator: "\n"))
    }
    let tables = reports.flatMap { report in
      [writer.text(report)] + (options.plot ? [writer.margins(report)] : [])
    }
    let parts = (tables + [review.map(writer.text) ?? "", writer.overview(reports)]).filter { !$0.isEmpty }
    try stream.writeOrThrow(parts.joined(separator: "\n"))
  }
}
