internal import ArgumentParser
internal import ProfileImport

/// The arguments of `reflector import`.
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
  var output: String

  @Option(
    help: ArgumentHelp(
      "Which accessory, where there are several: its address as C0:FF:EE:00:00:01.", valueName: "address"))
  var peer: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The true distance in metres, 0.1 to 149; delays are fitted with it.", valueName: "metres"))
  var trueDistance: Double?

  @Option(
    help: ArgumentHelp(
      "Take defaults for the truth: 'conduct', keys and sections, joined by commas, or 'all'.",
      valueName: "parts"),
    transform: ImportOptions.parts)
  var assume: [String] = []

  @Option(help: "The maker of the chipset, where the recording does not tell.")
  var vendor: String?

  @Option(help: "The chipset, where the recording does not tell.")
  var chipset: String?

  @Flag(help: "Replace the profile if it exists.")
  var force = false

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
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
    if output.isEmpty { throw ValidationError("found an empty name for --output, expected one.") }
    guard recordings.count <= RecordingFiles.maximum else {
      throw ValidationError(
        "found \(recordings.count) recordings, expected at most \(RecordingFiles.maximum).")
    }
    if let trueDistance, !(0.1...149).contains(trueDistance) {
      throw ValidationError("found --true-distance \(trueDistance), expected 0.1 to 149 metres.")
    }
  }
}
