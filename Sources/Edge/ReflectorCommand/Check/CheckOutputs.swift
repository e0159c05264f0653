internal import ArgumentParser
internal import Pages
internal import Reports
internal import Verdicts

/// The arguments of `reflector check` that name reports for programs, one option a report.
struct CheckOutputs: ParsableArguments {
  @Option(help: ArgumentHelp("Write the JSON report; '-' writes to standard output.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write JUnit XML.", valueName: "file"))
  var junit: String?

  @Option(help: ArgumentHelp("Write SARIF 2.1.0, with the lines of the profile.", valueName: "file"))
  var sarif: String?

  @Option(
    help: ArgumentHelp(
      "Write a Markdown summary for a CI job or a pull request; '-' writes to standard output.",
      valueName: "file"))
  var markdown: String?

  @Option(help: ArgumentHelp("Write TAP version 14; '-' writes to standard output.", valueName: "file"))
  var tap: String?

  @Option(
    help: ArgumentHelp(
      "Write a page with the evidence of each verdict, in one file for a browser.", valueName: "file"))
  var html: String?

  /// The reports that were asked for.
  var requested: RequestedReports {
    RequestedReports([
      (.json, json), (.junit, junit), (.sarif, sarif), (.markdown, markdown), (.tap, tap),
      (.html, html),
    ])
  }

  func validate() throws { try requested.validate() }

  /// Writes what was asked for.
  ///
  /// - Parameters:
  ///   - page: what `--html` writes.
  ///   - waivers: what became of the waivers; nil if there were none.
  ///   - showsPlatforms: whether the JSON report and the summary arrange the accessories by platform, too.
  func write(
    _ reports: [CheckReport], page: () -> CheckPage, waivers: WaiverReview?, showsPlatforms: Bool
  ) throws(BadInput) {
    let tool = ReflectorTool.identity
    try requested.write { format in
      switch format {
      case .json: CheckJSON.text(reports, tool: tool, waivers: waivers, showsPlatforms: showsPlatforms)
      case .junit: CheckJUnit.text(reports, tool: tool)
      case .sarif: CheckSARIF.text(reports, tool: tool)
      case .markdown:
        CheckMarkdown.text(reports, tool: tool, waivers: waivers, showsPlatforms: showsPlatforms)
      case .tap: CheckTAP.text(reports)
      case .html: page().html(tool: tool)
      case .csv: nil
      }
    }
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
