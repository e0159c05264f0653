internal import AccessoryProfile
internal import ArgumentParser
internal import Reports

/// `reflector schema`
struct SchemaCommand: ParsableCommand {
  /// What there is a schema of.
  enum Document: String, ExpressibleByArgument, CaseIterable {
    case checkReport = "check-report"
    case gateReport = "gate-report"
    case gatePolicy = "gate-policy"
  }

  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Write the JSON Schema of a report, or of the policies of the gate.",
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
      case .gateReport: ReportSchema.gate
      case .gatePolicy: ProfileSchema.gatePolicyJSON
      }
    try StandardStream.output.writeOrThrow(text)
  }
}
