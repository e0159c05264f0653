internal import Analysis
internal import ArgumentParser
internal import Capture
internal import CoreTypes
internal import Documents
internal import Glibc
internal import Notation
internal import ProfileImport
internal import Profiles
internal import Reports

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Create a profile of the accessory in a recording.",
    usage: "reflector import <file> ... --out <profile> [<options>]",
    discussion: """
      Values that the recording shows are written with their frames. Radio parameters are fitted to the \
      procedures. All other values are listed as unknown; verdicts that rest on them are inconclusive.

        reflector import phone.btsnoop -o accessory.yaml
        reflector import initiator.log reflector.log -o a.yaml --true-distance 2
        reflector import capture.pcapng -o accessory.yaml --peer C0:FF:EE:00:00:01

      Exit status: 0 written, 2 bad input, 70 a bug of ours.
      """)

  private static let listedAccessories = 10

  @OptionGroup var options: ImportOptions

  func run() throws {
    let analyzer = try RecordingFiles.analyzer(options.recordings, estimators: RecordingSurvey.estimators)
    if options.out != "-" {
      if !options.force, access(options.out, F_OK) == 0 {
        throw BadInput(
          "\(options.out) exists already; choose another name, or replace it with --force")
      }
      try options.folders.checkFile(options.out, option: "--out")
    }
    let accessory = try chosen(try accessories(analyzer), analyzer.notKept)
    let outcome = try outcome(of: accessory)
    try OutputFile.writeOrPrint(outcome.text, at: options.out)
    guard !options.quiet else { return }
    let stream = options.out == "-" ? StandardStream.error : .output
    let text = ImportText(style: stream.style).text(
      outcome, accessory: accessory.summary, recordings: analyzer.recordings, path: options.out)
    try stream.writeOrThrow(text)
  }

  private func accessories(_ analyzer: RecordingAnalyzer) throws(BadInput) -> [SeenAccessory] {
    let progress = ProgressLine(isShown: StandardStream.error.isTerminal && !options.quiet)
    defer { progress.clear() }
    var survey = RecordingSurvey(trueDistanceMetres: options.trueDistance)
    try BadInput.of { () throws(CaptureError) in
      while let procedure = try analyzer.nextProcedure() {
        survey.add(procedure)
        if analyzer.procedureCount % 1000 == 0 {
          progress.show("\(DecimalText.grouped(analyzer.procedureCount)) procedures")
        }
      }
    }
    return survey.accessories(of: analyzer)
  }

  /// The accessory that the user means: the only one, the one named, or the only one with Channel Sounding.
  private func chosen(
    _ accessories: [SeenAccessory], _ notKept: NotKeptCounts
  ) throws(BadInput) -> SeenAccessory {
    let list = Self.list(accessories, notKept)
    guard !accessories.isEmpty else {
      throw BadInput(
        "found no accessory in \(options.recordings.joined(separator: ", ")), expected connections, advertising or "
          + "the log of a sample; 'reflector analyze' shows what is in a recording")
    }
    if let peer = options.peer {
      let named = accessories.filter { $0.address?.description == peer.uppercased() }
      guard let first = named.first else {
        throw BadInput("found no accessory \(peer), expected one of\n\(list)")
      }
      return first
    }
    let ranging = accessories.filter(\.hasChannelSounding)
    if accessories.count == 1 { return accessories[0] }
    if ranging.count == 1 { return ranging[0] }
    throw BadInput(
      "found \(accessories.count) accessories, expected one, or --peer with the address of one:\n\(list)"
    )
  }

  /// A line each, those with Channel Sounding first, and how many more there are.
  private static func list(_ accessories: [SeenAccessory], _ notKept: NotKeptCounts) -> String {
    let ordered = accessories.filter(\.hasChannelSounding) + accessories.filter { !$0.hasChannelSounding }
    var lines = ordered.prefix(listedAccessories).map { "  \($0.summary)" }
    let left = ordered.count - lines.count
    if left > 0 {
      lines.append("  and \(DecimalText.grouped(left)) more: 'reflector analyze --json' lists them")
    }
    lines += notKept.texts.map { "  not kept: \($0)" }
    return lines.joined(separator: "\n")
  }

  private func outcome(of accessory: SeenAccessory) throws(BadInput) -> ProfileImporter.Outcome {
    var facts = ProfileImporter.Options()
    facts.vendor = options.vendor
    facts.chipset = options.chipset
    facts.assumed = options.assume
    do throws(DocumentErrors) {
      return try ProfileImporter.profile(of: accessory, options: facts, file: options.out)
    } catch {
      if options.vendor != nil || options.chipset != nil {
        throw BadInput(
          "found an invalid --vendor or --chipset, expected 1 to 400 octets of plain text")
      }
      preconditionFailure("a profile that was made cannot be read: \(error)")
    }
  }
}

struct ImportOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Recordings: pcap, pcapng, btsnoop, PacketLogger, a log of the waves firmware, or a log or an API trace of "
        + "Silicon Labs; '-' is standard input.",
      valueName: "file"))
  var recordings: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The profile to write; '-' is standard output.", valueName: "profile"))
  var out: String

  @Option(
    help: ArgumentHelp(
      "The address of the accessory, as C0:FF:EE:00:00:01, if the recording has several.",
      valueName: "address"))
  var peer: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The true distance in metres, 0.1 to 149, to fit delays.", valueName: "metres"))
  var trueDistance: Double?

  @Option(
    help: ArgumentHelp(
      "Accept defaults as facts: 'conduct', keys and sections, separated by commas, or 'all'.",
      valueName: "parts"),
    transform: ImportOptions.parts)
  var assume: [String] = []

  @Option(help: "The vendor of the chipset, if the recording does not show it.")
  var vendor: String?

  @Option(help: "The chipset, if the recording does not show it.")
  var chipset: String?

  @OptionGroup var folders: FolderOptions

  @Flag(help: "Replace the profile if it exists.")
  var force = false

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  private static func parts(_ text: String) throws -> [String] {
    let legal = ProfileImporter.assumable
    return try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard legal.contains(String(part)) else {
        throw ValidationError(
          "found '\(part)', expected 'conduct', 'all', or the dotted path of a key or section, as "
            + "security.persistent_keys.")
      }
      return String(part)
    }
  }

  func validate() throws {
    if out.isEmpty { throw ValidationError("found an empty name for --out, expected one.") }
    guard recordings.count <= RecordingFiles.maximum else {
      throw ValidationError(
        "found \(recordings.count) recordings, expected at most \(RecordingFiles.maximum).")
    }
    if let trueDistance, !(0.1...149).contains(trueDistance) {
      throw ValidationError("found --true-distance \(trueDistance), expected 0.1 to 149 metres.")
    }
  }
}
