internal import ArgumentParser
internal import Reports

/// `reflector schema`
struct SchemaCommand: ParsableCommand {
  /// What there is a schema of.
  enum Document: String, ExpressibleByArgument, CaseIterable {
    case checkReport = "check-report"
  }

  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Write the JSON Schema of a report.",
    discussion: """
        reflector schema check-report > check-report-1.json

      'reflector profile schema' writes those of the files that you write yourself.
      """)

  @Argument(help: "The document.")
  var document: Document

  func run() throws {
    let text =
      switch document {
      case .checkReport: ReportSchema.check
      }
    try StandardStream.output.writeOrThrow(text)
  }
}
