internal import ArgumentParser
internal import Profiles
internal import Reports

/// `reflector schema`
struct SchemaCommand: ParsableCommand {
  /// What there is a schema of.
  enum Document: String, ExpressibleByArgument, CaseIterable {
    case checkReport = "check-report"
    case analysis
    case gateReport = "gate-report"
    case gatePolicy = "gate-policy"
    case requirementSet = "requirement-set"
    case scenario
    case scenarioReport = "scenario-report"
    case waivers
  }

  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Write the JSON Schema of a report or of an input file.",
    discussion: """
        reflector schema check-report > check-report-1.json
        reflector schema waivers > waivers.schema.json

      'reflector profile schema' writes the schemas of accessory profiles and environments.
      """)

  @Argument(help: "The document.")
  var document: Document

  func run() throws {
    let text =
      switch document {
      case .checkReport: ReportSchema.check
      case .analysis: ReportSchema.analysis
      case .gateReport: ReportSchema.gate
      case .gatePolicy: ProfileSchema.gatePolicyJSON
      case .requirementSet: ProfileSchema.requirementsJSON
      case .scenario: ProfileSchema.scenarioJSON
      case .scenarioReport: ReportSchema.scenario
      case .waivers: ProfileSchema.waiversJSON
      }
    try StandardStream.output.writeOrThrow(text)
  }
}
