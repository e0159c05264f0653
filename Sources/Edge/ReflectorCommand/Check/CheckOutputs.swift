internal import ArgumentParser
internal import Notation
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
      "With --sarif: the page that explains a requirement, with {set} and {id} in the places of their ids.",
      valueName: "address"),
    transform: Self.address)
  var helpURI: HelpAddress?

  @Option(
    help: ArgumentHelp(
      "Write a Markdown summary for a CI job or a pull request; '-' writes to standard output.",
      valueName: "file"))
  var markdown: String?

  @Option(help: ArgumentHelp("Write TAP version 13; '-' writes to standard output.", valueName: "file"))
  var tap: String?

  @Option(
    help: ArgumentHelp(
      "Write a page with the evidence of each verdict, in one file for a browser; over 2 MB, each report has a "
        + "page in a folder beside it.", valueName: "file"))
  var html: String?

  @OptionGroup var folders: FolderOptions

  var requested: RequestedReports {
    RequestedReports(
      [
        (.json, json), (.junit, junit), (.sarif, sarif), (.markdown, markdown), (.tap, tap), (.html, html),
      ], folders)
  }

  func validate() throws {
    try requested.validate()
    if helpURI != nil, sarif == nil { throw ValidationError("found --help-uri without --sarif; give both.") }
  }

  private static func address(_ text: String) throws -> HelpAddress {
    guard let address = HelpAddress(text) else {
      throw ValidationError(
        "found '\(DisplayText.line(text))', expected an address as https://example.com/{set}/#{id}.")
    }
    return address
  }

  /// Writes what was asked for; `waivers` is nil if there were none.
  func write(
    _ reports: [CheckReport], page: () -> CheckPage, waivers: WaiverReview?, showsPlatforms: Bool
  ) throws(BadInput) {
    let tool = ReflectorTool.identity
    try requested.write { format throws(BadInput) in
      switch format {
      case .json: return CheckJSON.text(reports, tool: tool, waivers: waivers, showsPlatforms: showsPlatforms)
      case .junit: return CheckJUnit.text(reports, tool: tool)
      case .sarif: return CheckSARIF.text(reports, tool: tool, help: helpURI)
      case .markdown:
        return CheckMarkdown.text(reports, tool: tool, waivers: waivers, showsPlatforms: showsPlatforms)
      case .tap: return CheckTAP.text(reports)
      case .html: return try html(page(), tool)
      case .csv, .sqlite: return nil
      }
    }
  }

  /// The page that `--html` names; what is too much for it is written into a folder beside it.
  private func html(_ page: CheckPage, _ tool: ToolIdentity) throws(BadInput) -> String? {
    guard let html else { return nil }
    let beside = PageParts(of: html)
    let pages = page.pages(tool: tool, name: beside.name, folder: beside.folder)
    try beside.write(pages.parts)
    return pages.html
  }
}
