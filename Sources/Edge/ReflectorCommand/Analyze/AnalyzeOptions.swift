internal import ArgumentParser
internal import Ranging

/// The arguments of `reflector analyze`.
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
      "How distances are made: some of \(AnalyzeOptions.names), joined by commas, or all.", valueName: "kinds"
    ),
    transform: AnalyzeOptions.estimators)
  var estimator = RangingEstimatorKind.allCases

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many procedures the table shows.", valueName: "n"))
  var procedures = 20

  @Option(
    help: ArgumentHelp(
      "Tell of procedures alone that meet a condition, as 'counter in 10..20 and ending == complete'; or with "
        + "'bpf:' before a BPF expression, read packets alone that meet that. May be given again.",
      valueName: "expression"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp(
      "Say what the recording settles of these requirement sets, by name or path, joined by commas or given again; "
        + "'all' is every shipped one.", valueName: "set"))
  var requirements: [String] = []

  @Option(help: ArgumentHelp("Write all procedures as JSON; '-' is standard output.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write one line a tone; '-' is standard output.", valueName: "file"))
  var csv: String?

  @Flag(help: "Say what --filter can ask for, and end.")
  var listFields = false

  @Flag(help: "End with status 2 if anything in a recording could not be read.")
  var strict = false

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  /// Whether a report goes to standard output, and text for people to standard error.
  var takesStandardOutput: Bool { json == "-" || csv == "-" }

  /// The reports that were asked for.
  var outputs: [OutputFile.Named] {
    [("--json", json), ("--csv", csv)].compactMap { option, path in path.map { (option, $0) } }
  }

  private static var names: String { RangingEstimatorKind.allCases.map(\.rawValue).joined(separator: ", ") }

  private static func estimators(_ text: String) throws -> [RangingEstimatorKind] {
    if text == "all" { return RangingEstimatorKind.allCases }
    return try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      guard let kind = RangingEstimatorKind(rawValue: String(name)) else {
        throw ValidationError("found '\(name)', expected some of \(names), joined by commas, or all.")
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
    try OutputFile.validate(outputs)
  }
}
