internal import ArgumentParser
internal import Gate
internal import Pages
internal import Profiles
internal import Reports
internal import Verdicts

struct GateCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Compare a report with an older one, and decide whether the change is allowed.",
    discussion: """
      Compares verdicts, margins, declared values, and the captures frame by frame. A \
      number counts as changed only if chance does not explain the difference. Reports are \
      those of 'reflector check --json', or all those of 'reflector campaign report --json': \
      of campaigns the gate compares errors, availability and the shares of failed checks.

        reflector gate --baseline main.json --candidate branch.json
        reflector gate --baseline 1.0.json 1.1.json main.json --candidate branch.json
        reflector gate --history history --candidate branch.json --policy gate.yaml

      With an empty --history, the gate compares nothing: the candidate alone decides, and the \
      report says so.

      Exit status: 0 allowed, 1 blocked, 2 bad input, 3 cannot tell, 70 a bug of ours.
      """)

  @OptionGroup var options: GateOptions

  /// Carries the command out. Everything is read and found right before anything is written.
  func status() throws -> ExitStatus {
    let history = try options.history.map { path throws(BadInput) in try ReportHistory(path) }
    for (option, path) in options.requested.files where history?.holds(path) ?? false {
      throw BadInput(
        "cannot write \(path): the history keeps its reports under such names; name another file with \(option)"
      )
    }
    let input = try options.requested.reportingRefusal(of: .gate) {
      () throws(BadInput) -> Input in
      try self.input(history)
    }
    try options.requested.checkFiles()
    if let folder = options.history {
      try options.folders.checkFolder(folder, option: "--history")
    }
    let report = try report(input)
    try options.write(report)
    if !options.quiet {
      let stream = options.requested.textStream
      try stream.writeOrThrow(GateText(style: stream.style).text(report))
    }
    // Last, so that a gate that ends with an error leaves the history as it was. A first report is kept whatever it
    // says: what fails in it is then known, and no longer new.
    if report.decision == .allowed || input.baselines.isEmpty { try history?.add(input.candidate.octets) }
    switch report.decision {
    case .allowed: return .pass
    case .blocked: return .fail
    case .cannotTell: return .inconclusive
    }
  }

  /// What is read before anything is compared.
  private struct Input {
    var policy: GatePolicy
    var baselines: [StoredReports]
    var candidate: StoredReports
    var pairing: GatePairing
  }

  private func input(_ history: ReportHistory?) throws(BadInput) -> Input {
    let policy = try policy()
    let baselines = try (history?.paths ?? options.baseline).map { path throws(BadInput) in
      try StoredReports(path)
    }
    let candidate = try StoredReports(options.candidate)
    return Input(
      policy: policy, baselines: baselines, candidate: candidate,
      pairing: try GatePairing(baselines, candidate))
  }

  private func policy() throws(BadInput) -> GatePolicy {
    var policy = GatePolicy()
    if let path = options.policy {
      var reader = DocumentReader()
      guard let read = reader.read(path, GatePolicy.read) else { throw BadInput(reader.errors) }
      policy = read
    }
    policy.isStrict = options.strict
    return policy
  }

  private func report(_ input: Input) throws(BadInput) -> GateReport {
    let gate = Gate(
      policy: input.policy, toolBefore: input.baselines.last?.tool, toolAfter: input.candidate.tool,
      failsOn: options.failOn.action)
    switch input.pairing {
    case .checks(let pairing):
      let captures = try GateCaptures(
        options, input.baselines.last, input.candidate, pairCount: pairing.pairs.count)
      return try gate.report(pairing) { pair throws(BadInput) in try captures.compare(pair) }
    case .campaigns(let pairing):
      if let option = options.captureOption {
        throw BadInput("found \(option) with reports of campaigns, which keep no captures; drop it")
      }
      return gate.report(pairing)
    }
  }
}

/// The mildest action of a policy that blocks.
enum FailOn: String, ExpressibleByArgument, CaseIterable {
  case block
  case cannotTell = "cannot-tell"
  case warn

  /// The same in a policy.
  var action: GatePolicy.Action {
    switch self {
    case .block: .block
    case .cannotTell: .cannotTell
    case .warn: .warn
    }
  }
}

struct GateOptions: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "The JSON report from before the change. Give several, oldest first, to detect a trend.",
      valueName: "file"))
  var baseline: [String] = []

  @Option(
    help: ArgumentHelp(
      "A folder of reports in place of --baseline. An allowed candidate is added to the folder.",
      valueName: "folder"))
  var history: String?

  @Option(help: ArgumentHelp("The JSON report from after the change.", valueName: "file"))
  var candidate: String

  @Option(
    help: ArgumentHelp(
      "The gate policy: which changes block and which warn; docs/gate.md has the default.", valueName: "file")
  )
  var policy: String?

  @Option(help: "The least severe result that blocks: block, cannot-tell or warn.")
  var failOn = FailOn.block

  @Flag(
    help:
      "Treat recommendations as requirements, block every significant loss, require a baseline."
  )
  var strict = false

  @Option(
    help: ArgumentHelp("The capture of the baseline (default: the path in its report).", valueName: "file"))
  var baselineCapture: String?

  @Option(
    help: ArgumentHelp("The capture of the candidate (default: the path in its report).", valueName: "file"))
  var candidateCapture: String?

  @Flag(help: "Do not compare captures.")
  var noCapture = false

  @Option(help: ArgumentHelp("Write the changes as JSON; '-' writes to standard output.", valueName: "file"))
  var json: String?

  @Option(
    help: ArgumentHelp("Write the changes as Markdown; '-' writes to standard output.", valueName: "file"))
  var markdown: String?

  @Option(
    help: ArgumentHelp("Write the changes as SARIF 2.1.0, with the lines of the profile.", valueName: "file"))
  var sarif: String?

  @Option(help: ArgumentHelp("Write the changes as a page, in one file for a browser.", valueName: "file"))
  var html: String?

  @OptionGroup var folders: FolderOptions

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  var captureOption: String? {
    baselineCapture != nil ? "--baseline-capture" : candidateCapture != nil ? "--candidate-capture" : nil
  }

  var requested: RequestedReports {
    RequestedReports(
      [(.json, json), (.markdown, markdown), (.sarif, sarif), (.html, html)], folders)
  }

  func validate() throws {
    if baseline.isEmpty == (history == nil) {
      throw ValidationError(
        baseline.isEmpty
          ? "found neither --baseline nor --history, expected one of them."
          : "found --baseline and --history, expected one of them.")
    }
    try requested.validate()
    if noCapture, captureOption != nil {
      throw ValidationError("--no-capture and a capture contradict each other; drop one.")
    }
  }

  func write(_ report: GateReport) throws(BadInput) {
    let tool = ReflectorTool.identity
    try requested.write { format in
      switch format {
      case .json: GateJSON.text(report, tool: tool)
      case .markdown: GateMarkdown.text(report, tool: tool)
      case .sarif: GateSARIF.text(report, tool: tool)
      case .html: GatePage(report).html(tool: tool)
      case .csv, .junit, .tap, .sqlite: nil
      }
    }
  }
}
