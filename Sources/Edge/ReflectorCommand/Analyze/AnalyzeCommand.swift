internal import Analysis
internal import ArgumentParser
internal import Capture
internal import ProfileImport
internal import Reports
internal import Verdicts

/// `reflector analyze`
struct AnalyzeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Read recordings of real hardware: connections, procedures, distances.",
    discussion: """
      Several recordings are read together: the two ends of a procedure find each other, whatever files \
      they are in.

        reflector analyze phone.btsnoop
        reflector analyze initiator.log reflector.log --estimator ml,music
        reflector analyze capture.pcapng --csv tones.csv --json -
        reflector analyze capture.pcapng --filter 'connection == 1 and distance > 5'

      With --requirements it also says what the recording settles of requirement sets: what the accessory \
      declares, and what it was seen to do. All else is the business of 'reflector check'.

        reflector analyze capture.pcapng --requirements apple-ios27-cs

      Exit status: 0 read, 1 a requirement failed, 2 bad input, or damage under --strict, 70 a bug of ours.
      """)

  @OptionGroup var options: AnalyzeOptions

  /// Carries the command out. All recordings are opened before anything is written.
  func status() throws -> ExitStatus {
    guard !options.listFields else {
      try StandardStream.output.writeOrThrow(AnalysisFilters.fields)
      return .pass
    }
    let filters = try AnalysisFilters(options.filter)
    let judge =
      options.requirements.isEmpty ? nil : try RecordingVerdicts(NameList.items(options.requirements))
    let analyzer = try analyzer(filters)
    for (option, path) in options.outputs where path != "-" { try OutputFile.checkFile(path, option: option) }
    let report = try run(analyzer, judge)
    if let failure = filters.failure { throw BadInput("--filter: \(failure)") }
    let stream = options.takesStandardOutput ? StandardStream.error : .output
    if !options.quiet { try stream.writeOrThrow(AnalysisText(style: stream.style).text(report)) }
    guard options.strict, let damage = AnalysisText.damage(report) else {
      return report.verdicts.contains { $0.verdict == .fail } ? .fail : .pass
    }
    StandardStream.error.write(damage + "\n")
    return .badInput
  }

  private func analyzer(_ filters: AnalysisFilters) throws(BadInput) -> RecordingAnalyzer {
    var recordings: [RecordingAnalyzer.Recording] = []
    for path in options.recordings {
      recordings.append(
        .init(
          try RecordingFiles.reader(path), name: RecordingFiles.name(path), accepts: filters.frames))
      try filters.check(recordings[recordings.count - 1], path)
    }
    return RecordingAnalyzer(recordings, estimators: options.estimator, filter: filters.procedures)
  }

  /// Reads everything, each procedure written as it comes.
  private func run(
    _ analyzer: RecordingAnalyzer, _ judge: RecordingVerdicts?
  ) throws(BadInput) -> AnalysisReport {
    do throws(CaptureError) {
      return try OutputFile.stream(to: options.json) { writeJSON throws(CaptureError) in
        try OutputFile.stream(to: options.csv) { writeCSV throws(CaptureError) in
          try run(analyzer, judge, writeJSON, writeCSV)
        }
      }
    } catch {
      throw BadInput(error)
    }
  }

  private func run(
    _ analyzer: RecordingAnalyzer, _ judge: RecordingVerdicts?,
    _ writeJSON: (String) throws(CaptureError) -> Void,
    _ writeCSV: (String) throws(CaptureError) -> Void
  ) throws(CaptureError) -> AnalysisReport {
    let progress = ProgressLine(isShown: StandardStream.error.isTerminal && !options.quiet)
    defer { progress.clear() }
    var json = AnalysisJSON()
    var tally = AnalysisTally(estimators: options.estimator)
    var first: [ProcedureAnalysis] = []
    var survey = RecordingSurvey()
    if options.json != nil { try writeJSON(json.opening(tool: ReflectorTool.identity)) }
    if options.csv != nil { try writeCSV(AnalysisCSV.heading) }
    while let procedure = try analyzer.nextProcedure() {
      tally.add(procedure)
      if judge != nil { survey.add(procedure) }
      if first.count < options.procedures { first.append(procedure) }
      if options.json != nil { try writeJSON(json.item(procedure)) }
      if options.csv != nil { try writeCSV(AnalysisCSV.lines(procedure)) }
      if tally.procedureCount % 1000 == 0 { progress.show(Self.progress(analyzer, tally)) }
    }
    var report = AnalysisReport(
      recordings: analyzer.recordings, connections: analyzer.connections,
      advertisers: analyzer.advertisers, tally: tally, firstProcedures: first,
      leftOutCount: options.filter.isEmpty ? nil : analyzer.leftOutCount)
    if let judge { report.verdicts = judge.judge(survey.accessories(of: analyzer)) }
    if options.json != nil { try writeJSON(json.closing(report)) }
    return report
  }

  private static func progress(_ analyzer: RecordingAnalyzer, _ tally: AnalysisTally) -> String {
    let octets = analyzer.recordings.reduce(0) { $0 + $1.octetCount }
    return
      "\(DecimalText.grouped(octets / 1_000_000)) MB, \(DecimalText.grouped(tally.procedureCount)) procedures"
  }
}
