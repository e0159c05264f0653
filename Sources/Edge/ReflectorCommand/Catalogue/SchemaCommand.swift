internal import ArgumentParser
internal import Profiles
internal import Reports

/// `reflector schema`
struct SchemaCommand: ParsableCommand {
  /// What there is a schema of.
  enum Document: String, ExpressibleByArgument, CaseIterable {
    case accessory, phone, environment
    case requirementSet = "requirement-set"
    case scenario, campaign, waivers
    case gatePolicy = "gate-policy"
    case checkReport = "check-report"
    case validation, analysis, range
    case rangeComparison = "range-comparison"
    case estimators, frame, list, explanation
    case gateReport = "gate-report"
    case scenarioReport = "scenario-report"
    case campaignReport = "campaign-report"
  }

  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Write the JSON Schema of a report or of an input file.",
    discussion: """
        reflector schema accessory > accessory.schema.json
        reflector schema check-report > check-report-1.json
      """)

  @Argument(help: "The document.")
  var document: Document

  func run() throws {
    let text =
      switch document {
      case .accessory: ProfileSchema.json
      case .phone: ProfileSchema.phoneJSON
      case .environment: ProfileSchema.environmentJSON
      case .requirementSet: ProfileSchema.requirementsJSON
      case .scenario: ProfileSchema.scenarioJSON
      case .campaign: ProfileSchema.campaignJSON
      case .waivers: ProfileSchema.waiversJSON
      case .gatePolicy: ProfileSchema.gatePolicyJSON
      case .checkReport: ReportSchema.check
      case .validation: ReportSchema.validation
      case .analysis: ReportSchema.analysis
      case .range: ReportSchema.range
      case .rangeComparison: ReportSchema.rangeComparison
      case .estimators: ReportSchema.estimators
      case .frame: ReportSchema.frames
      case .list: ReportSchema.list
      case .explanation: ReportSchema.explanation
      case .gateReport: ReportSchema.gate
      case .scenarioReport: ReportSchema.scenario
      case .campaignReport: ReportSchema.campaign
      }
    try StandardStream.output.writeOrThrow(text)
  }
}
