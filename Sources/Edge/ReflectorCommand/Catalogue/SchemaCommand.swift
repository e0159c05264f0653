internal import ArgumentParser
internal import Documents
internal import Profiles
internal import Reports

struct SchemaCommand: ParsableCommand {
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

    /// The page of the keys of a file that users write; nil for a report.
    var keys: KeysPage? {
      switch self {
      case .accessory: page(ProfileSchema.accessory, "accessory profiles", "profile.md")
      case .phone: page(ProfileSchema.phone, "phones", "phones.md")
      case .environment: page(ProfileSchema.environment, "environments", "environments.md")
      case .requirementSet: page(ProfileSchema.requirements, "requirement sets", "requirement-sets.md")
      case .scenario: page(ProfileSchema.scenario, "scenarios", "scenarios.md")
      case .campaign: page(ProfileSchema.campaign, "campaigns", "campaigns.md")
      case .waivers: page(ProfileSchema.waivers, "waivers", "requirement-sets.md")
      case .gatePolicy: page(ProfileSchema.gatePolicy, "gate policies", "gate.md")
      case .checkReport, .validation, .analysis, .range, .rangeComparison, .estimators, .frame, .list,
        .explanation, .gateReport, .scenarioReport, .campaignReport:
        nil
      }
    }

    private func page(_ schema: DocumentSchema, _ files: String, _ guide: String) -> KeysPage {
      KeysPage(schema, document: rawValue, of: files, explainedIn: guide)
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Write the JSON Schema of a report or of an input file, or the page of its keys.",
    discussion: """
        reflector schema accessory > accessory.schema.json
        reflector schema check-report > check-report-1.json
        reflector schema phone --markdown
      """)

  @Argument(help: "The document.")
  var document: Document

  @Flag(help: "Write the keys of an input file as a Markdown page.")
  var markdown = false

  func validate() throws {
    if markdown && document.keys == nil {
      throw ValidationError(
        "only input files have a page of keys; drop --markdown or '\(document.rawValue)'.")
    }
  }

  func run() throws {
    if markdown, let keys = document.keys { return try StandardStream.output.writeOrThrow(keys.text) }
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
