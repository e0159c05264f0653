internal import ArgumentParser
internal import Reports
internal import Verdicts

/// The arguments of `reflector check` that name reports for programs, one option a report.
struct CheckOutputs: ParsableArguments {
  @Option(help: ArgumentHelp("Write the JSON report; '-' is standard output.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write JUnit XML.", valueName: "file"))
  var junit: String?

  @Option(help: ArgumentHelp("Write SARIF 2.1.0, with the lines of the profile.", valueName: "file"))
  var sarif: String?

  @Option(
    help: ArgumentHelp(
      "Write a Markdown summary for a job or a pull request; '-' is standard output.", valueName: "file"))
  var markdown: String?

  @Option(help: ArgumentHelp("Write TAP version 14; '-' is standard output.", valueName: "file"))
  var tap: String?

  /// Whether a report goes to standard output, and text for people to standard error.
  var takeStandardOutput: Bool { named.contains { $0.path == "-" } }

  func validate() throws {
    try OutputFile.validate(named)
    for option in ["--junit", "--sarif"] where named.contains(where: { $0 == (option, "-") }) {
      throw ValidationError("found \(option) -, expected the name of a file.")
    }
  }

  /// Throws if one of the files cannot be made.
  func check() throws(BadInput) {
    for (option, path) in named where path != "-" { try OutputFile.checkFile(path, option: option) }
  }

  /// Writes what was asked for.
  ///
  /// - Parameters:
  ///   - waivers: what became of the waivers; nil if there were none.
  ///   - showsPlatforms: whether the JSON report and the summary arrange the accessories by platform, too.
  func write(
    _ reports: [CheckReport], waivers: WaiverReview?, showsPlatforms: Bool
  ) throws(BadInput) {
    let tool = ReflectorTool.identity
    if let json {
      let text = CheckJSON.text(reports, tool: tool, waivers: waivers, showsPlatforms: showsPlatforms)
      try OutputFile.writeOrPrint(text, at: json)
    }
    if let junit { try OutputFile.write(CheckJUnit.text(reports, tool: tool), at: junit) }
    if let sarif { try OutputFile.write(CheckSARIF.text(reports, tool: tool), at: sarif) }
    if let markdown {
      let text = CheckMarkdown.text(reports, tool: tool, waivers: waivers, showsPlatforms: showsPlatforms)
      try OutputFile.writeOrPrint(text, at: markdown)
    }
    if let tap { try OutputFile.writeOrPrint(CheckTAP.text(reports), at: tap) }
  }

  private var named: [OutputFile.Named] {
    let all = [
      ("--json", json), ("--junit", junit), ("--sarif", sarif), ("--markdown", markdown), ("--tap", tap),
    ]
    return all.compactMap { option, path in path.map { (option, $0) } }
  }
}

/// Gives each run a capture of its own, named by its profile.
struct CaptureNames {
  private let folder: String
  private var given: Set<String> = []

  init(folder: String) {
    self.folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// The path without an ending. `set` tells apart the runs of one profile.
  mutating func next(for profile: String, set: String?) -> String {
    let stem = DataLibrary.stem(profile)
    let name = (stem.isEmpty ? "accessory" : stem) + (set.map { ".\($0)" } ?? "")
    var unique = name
    var number = 1
    while !given.insert(unique).inserted {
      number += 1
      unique = "\(name)-\(number)"
    }
    return "\(folder)/\(unique)"
  }
}
