internal import Analysis
internal import ArgumentParser
internal import Capture
internal import Notation
internal import Pages
internal import ProfileImport
internal import Ranging
internal import Reports
internal import Verdicts

struct AnalyzeCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Analyze recordings of real hardware: connections, procedures, distances.",
    usage: "reflector analyze <file> ... [<options>]",
    discussion: """
      Recordings are analyzed together: the initiator and the reflector of a procedure can be in different \
      files.

        reflector analyze phone.btsnoop
        reflector analyze initiator.log reflector.log --estimator ml,music
        reflector analyze capture.pcapng --csv tones.csv --json -
        reflector analyze capture.pcapng --html capture.html
        reflector analyze capture.pcapng --filter 'connection == 1 and distance > 5'

      With --requirements, the recording is also judged against requirement sets: what the accessory declares, \
      and how it behaved. 'reflector check' judges all other requirements.

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
    try options.requested.checkFiles()
    var curves = AnalysisCurves(estimators: options.estimator)
    let report = try run(analyzer, judge) { if options.html != nil { curves.add($0) } }
    if let failure = filters.failure { throw BadInput("--filter: \(failure)") }
    try options.requested.write { format in
      format == .html ? AnalysisPage(report, curves: curves).html(tool: ReflectorTool.identity) : nil
    }
    let stream = options.requested.textStream
    if !options.quiet { try stream.writeOrThrow(AnalysisText(style: stream.style).text(report)) }
    if judge != nil, report.verdicts.isEmpty, !options.quiet {
      StandardError.write(
        "nothing judged: the recordings do not show which device is the accessory; record the connection from "
          + "its start\n")
    }
    guard options.strict, let damage = AnalysisText.damage(report) else {
      return report.verdicts.contains { $0.verdict == .fail } ? .fail : .pass
    }
    StandardError.write(damage + "\n")
    return .badInput
  }

  private func analyzer(_ filters: AnalysisFilters) throws(BadInput) -> RecordingAnalyzer {
    let recordings = try RecordingFiles.recordings(options.recordings, accepts: filters.frames)
    for (recording, path) in zip(recordings, options.recordings) { try filters.check(recording, path) }
    return RecordingAnalyzer(recordings, estimators: options.estimator, filter: filters.procedures)
  }

  /// Reads everything, each procedure written as it comes.
  private func run(
    _ analyzer: RecordingAnalyzer, _ judge: RecordingVerdicts?, each: (ProcedureAnalysis) -> Void
  ) throws(BadInput) -> AnalysisReport {
    try BadInput.of { () throws(CaptureError) in
      try OutputFile.stream(to: options.json) { writeJSON throws(CaptureError) in
        try OutputFile.stream(to: options.csv) { writeCSV throws(CaptureError) in
          try run(analyzer, judge, each, writeJSON, writeCSV)
        }
      }
    }
  }

  private func run(
    _ analyzer: RecordingAnalyzer, _ judge: RecordingVerdicts?, _ each: (ProcedureAnalysis) -> Void,
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
      each(procedure)
      if judge != nil { survey.add(procedure) }
      if first.count < options.procedures { first.append(procedure) }
      if options.json != nil { try writeJSON(json.item(procedure)) }
      if options.csv != nil { try writeCSV(AnalysisCSV.lines(procedure)) }
      if tally.procedureCount % 1000 == 0 { progress.show(Self.progress(analyzer, tally)) }
    }
    var report = AnalysisReport(
      analyzer, tally: tally, firstProcedures: first,
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

struct AnalyzeOptions: ParsableArguments {
  private static let maximumFiles = 16

  @Argument(
    help: ArgumentHelp(
      "Recordings: pcap, pcapng, btsnoop, PacketLogger, a log of the waves firmware, or a log or an API trace of "
        + "Silicon Labs; '-' is standard input.",
      valueName: "file"))
  var recordings: [String] = []

  @Option(
    help: ArgumentHelp(
      "Distance estimators: \(AnalyzeOptions.names), separated by commas, or all.", valueName: "kinds"
    ),
    transform: AnalyzeOptions.estimators)
  var estimator = RangingEstimatorKind.allCases

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum number of procedures in the table.", valueName: "n"))
  var procedures = 20

  @Option(
    help: ArgumentHelp(
      "Report only procedures that match a condition, as 'counter in 10..20 and ending == complete'; or, with "
        + "'bpf:' before a BPF expression, read only packets that match. Repeatable.",
      valueName: "expression"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp(
      "Judge the recording against these requirement sets: names or paths, separated by commas or repeated; "
        + "'all' selects every shipped set.", valueName: "set"))
  var requirements: [String] = []

  @Option(
    help: ArgumentHelp("Write all procedures as JSON; '-' writes to standard output.", valueName: "file"))
  var json: String?

  @Option(
    help: ArgumentHelp("Write CSV with one line per tone; '-' writes to standard output.", valueName: "file"))
  var csv: String?

  @Option(help: ArgumentHelp("Write a page with plots, in one file for a browser.", valueName: "file"))
  var html: String?

  @Flag(help: "List the fields of --filter, and exit.")
  var listFields = false

  @Flag(help: "Exit with status 2 if any part of a recording could not be read.")
  var strict = false

  @OptionGroup var folders: FolderOptions

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  var requested: RequestedReports {
    RequestedReports([(.json, json), (.csv, csv), (.html, html)], folders)
  }

  private static var names: String { RangingEstimatorKind.allCases.map(\.rawValue).joined(separator: ", ") }

  private static func estimators(_ text: String) throws -> [RangingEstimatorKind] {
    if text == "all" { return RangingEstimatorKind.allCases }
    return try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      guard let kind = RangingEstimatorKind(rawValue: String(name)) else {
        throw ValidationError("found '\(name)', expected some of \(names), separated by commas, or all.")
      }
      return kind
    }
  }

  func validate() throws {
    guard !recordings.isEmpty || listFields else {
      throw ValidationError("found no recording, expected at least one.")
    }
    guard recordings.count <= Self.maximumFiles else {
      throw ValidationError("found \(recordings.count) recordings, expected at most \(Self.maximumFiles).")
    }
    guard procedures >= 0 else {
      throw ValidationError("found --procedures \(procedures), expected 0 or more.")
    }
    try requested.validate()
  }
}
