internal import ArgumentParser
internal import Capture
internal import CryptoToolbox
internal import Documents
internal import Profiles
internal import Reports
internal import Scenarios
internal import Verdicts

struct ScenarioCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenario",
    abstract: "Play scenarios of a phone app with accessories, and check their expectations.",
    usage: "reflector scenario <scenario> ... [<options>]",
    discussion: """
      A scenario describes a phone with an app, accessories with positions, a script of actions, and \
      expectations. With --capture, --steps or --encrypted it writes a capture for Wireshark. docs/scenarios.md \
      describes the files.

        reflector scenario two-thermometers
        reflector scenario walk-in-zones --csv zones.csv --seed 7
        reflector scenario Profiles/scenarios/*.yaml --junit results.xml

      Exit status: 0 all expectations are met, 1 an expectation is not met, 2 bad input, \
      70 a bug of ours.
      """)

  @OptionGroup var options: ScenarioOptions

  /// Carries the command out. All files are read before the first run.
  func status() throws -> ExitStatus {
    let parts = try options.requested.reportingRefusal(of: .scenario) {
      () throws(BadInput) in
      try ScenarioFiles.read(options.scenarios)
    }
    let place = options.captures.place()
    try place?.check(options.folders, count: parts.count, cure: "play one scenario")
    try options.requested.checkFiles()
    var names = place.map(CaptureNames.init)
    let captures = parts.map { part in (names?.next(for: part.scenario.file, set: nil)).map { $0 + ".pcapng" }
    }
    try options.requested.checkCaptures(captures.compactMap(\.self).flatMap(capturePaths))
    var reports: [ScenarioReport] = []
    let stream = options.requested.textStream
    let writer = ScenarioText(style: stream.style)
    for (part, capture) in zip(parts, captures) {
      let clock = ContinuousClock.now
      let log = CaptureLog(
        keepsSteps: options.captures.content.steps, isEncrypted: options.captures.content.encrypted)
      let run = ScenarioRun(part.scenario, part.cast, seed: options.seed, log: log)
      var report = run.report(path: part.scenario.file, digest: part.digest)
      let seconds = (ContinuousClock.now - clock) / .seconds(1)
      if let capture { try write(log, of: report, at: capture) }
      report.capturePath = capture
      if !options.quiet {
        if !reports.isEmpty { try stream.writeOrThrow("\n") }
        try stream.writeOrThrow(writer.text(report, seconds: stream.isTerminal ? seconds : nil))
      }
      reports.append(report)
    }
    try write(reports)
    if !options.quiet, reports.count > 1 { try stream.writeOrThrow("\n" + writer.overview(reports)) }
    return ExitStatus(Verdict.combined(reports.map(\.verdict)))
  }

  private func capturePaths(_ path: String) -> [String] {
    [path] + (options.captures.content.encrypted ? [KeyFile.path(beside: path)] : [])
  }

  private func write(_ log: CaptureLog, of report: ScenarioReport, at path: String) throws(BadInput) {
    try BadInput.of { () throws(CaptureError) in
      try PcapngWriter(
        application: ReflectorTool.signature,
        comments: [
          "scenario \(report.path), sha256 \(report.digest)",
          "phone \(report.phone), environment \(report.environment), seed \(report.seed)",
        ]
      ).writeFile(log, at: path)
      if log.isEncrypted { try KeyFile.writeFile(log, at: KeyFile.path(beside: path)) }
    }
  }

  private func write(_ reports: [ScenarioReport]) throws(BadInput) {
    let tool = ReflectorTool.identity
    try options.requested.write { format in
      switch format {
      case .json: ScenarioJSON.text(reports, tool: tool)
      case .junit: ScenarioJUnit.text(reports, tool: tool)
      case .csv: ScenarioCSV.text(reports)
      case .sarif, .markdown, .tap, .html, .sqlite: nil
      }
    }
  }
}

struct ScenarioOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Scenarios: paths, or names of shipped ones.", valueName: "scenario"),
    completion: .names(.scenarios))
  var scenarios: [String]

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The seed of all random numbers; the same seed gives the same octets.", valueName: "n")
  )
  var seed = PlaceOptions.defaultSeed

  @OptionGroup var captures: CapturePlaceOptions

  @Option(help: ArgumentHelp("Write the JSON report; '-' writes to standard output.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write JUnit XML.", valueName: "file"))
  var junit: String?

  @Option(
    help: ArgumentHelp("Write CSV with one line per event; '-' writes to standard output.", valueName: "file")
  )
  var csv: String?

  @OptionGroup var folders: FolderOptions

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  var requested: RequestedReports {
    RequestedReports([(.json, json), (.junit, junit), (.csv, csv)], folders)
      .beside(captures.place()?.madeFolder)
  }

  func validate() throws { try requested.validate() }
}

extension Scenario.Library {
  /// Takes the shipped files.
  init(_ shipped: DataLibrary) {
    self.init(
      phones: shipped.files(in: .phones), environments: shipped.files(in: .environments),
      accessories: shipped.files(in: .accessories))
  }
}

/// Reads scenarios and the files that they name.
enum ScenarioFiles {
  /// A scenario with the contents of its files.
  struct Part {
    let scenario: Scenario
    let cast: Scenario.Cast
    /// SHA-256 of the scenario and the file that it extends, hex.
    let digest: String
  }

  /// Reads all scenarios. Throws all errors of all files.
  static func read(_ names: [String]) throws(BadInput) -> [Part] {
    let files = DataLibrary()
    let library = Scenario.Library(files)
    var reader = DocumentReader()
    var parts: [Part] = []
    for name in names {
      let path = try files.path(name, in: .scenarios)
      guard let scenario = reader.read(path, Scenario.read) else { continue }
      let digest = ContentDigest.sha256(reader.octets)
      let cast = reader.read(path) { (_, load) throws(DocumentErrors) in
        try scenario.cast(from: library, load: load)
      }
      if let cast { parts.append(Part(scenario: scenario, cast: cast, digest: digest)) }
    }
    if !reader.errors.isEmpty { throw BadInput(reader.errors) }
    return parts
  }
}
