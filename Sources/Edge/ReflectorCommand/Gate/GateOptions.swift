internal import AccessoryProfile
internal import ArgumentParser
internal import Gate
internal import Reports

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

/// The arguments of `reflector gate`.
struct GateOptions: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "The JSON report from before the change; of several, the oldest first, a trend is looked for.",
      valueName: "file"))
  var baseline: [String] = []

  @Option(
    help: ArgumentHelp(
      "A folder of reports in place of --baseline: compares with them, and adds the candidate if it is allowed.",
      valueName: "folder"))
  var history: String?

  @Option(help: ArgumentHelp("The JSON report from after it.", valueName: "file"))
  var candidate: String

  @Option(
    help: ArgumentHelp("What blocks and what warns; docs/gate.md has the usual policy.", valueName: "file"))
  var policy: String?

  @Option(help: "The mildest result that blocks: block, cannot-tell or warn.")
  var failOn = FailOn.block

  @Flag(
    help:
      "Judge recommendations as requirements, block each loss that chance does not explain, need a baseline."
  )
  var strict = false

  @Option(help: ArgumentHelp("The capture of the baseline, if not where its report says.", valueName: "file"))
  var baselineCapture: String?

  @Option(
    help: ArgumentHelp("The capture of the candidate, if not where its report says.", valueName: "file"))
  var candidateCapture: String?

  @Flag(help: "Compare no captures.")
  var noCapture = false

  @Option(help: ArgumentHelp("Write the changes as JSON; '-' is standard output.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write them as Markdown; '-' is standard output.", valueName: "file"))
  var markdown: String?

  @Option(help: ArgumentHelp("Write them as SARIF 2.1.0, with the lines of the profile.", valueName: "file"))
  var sarif: String?

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  /// Whether a report goes to standard output, and text for people to standard error.
  var takeStandardOutput: Bool { named.contains { $0.path == "-" } }

  private var named: [OutputFile.Named] {
    let all = [("--json", json), ("--markdown", markdown), ("--sarif", sarif)]
    return all.compactMap { option, path in path.map { (option, $0) } }
  }

  func validate() throws {
    if baseline.isEmpty == (history == nil) {
      throw ValidationError(
        baseline.isEmpty
          ? "found neither --baseline nor --history, expected one of them."
          : "found --baseline and --history, expected one of them.")
    }
    try OutputFile.validate(named)
    if sarif == "-" { throw ValidationError("found --sarif -, expected the name of a file.") }
    if noCapture, baselineCapture != nil || candidateCapture != nil {
      throw ValidationError("--no-capture and a capture contradict each other; drop one.")
    }
  }

  /// Throws if one of the files cannot be made.
  func checkOutputs() throws(BadInput) {
    for (option, path) in named where path != "-" { try OutputFile.checkFile(path, option: option) }
  }

  /// Writes what was asked for.
  func write(_ report: GateReport) throws(BadInput) {
    let tool = ReflectorTool.identity
    if let json { try OutputFile.writeOrPrint(GateJSON.text(report, tool: tool), at: json) }
    if let markdown { try OutputFile.writeOrPrint(GateMarkdown.text(report, tool: tool), at: markdown) }
    if let sarif { try OutputFile.write(GateSARIF.text(report, tool: tool), at: sarif) }
  }
}
