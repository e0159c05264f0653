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
    case campaignStatus = "campaign-status"
    case campaignRun = "campaign-run"
    case campaignMerge = "campaign-merge"
    case campaignReplay = "campaign-replay"

    /// Its JSON Schema, and the page of the keys of a file that users write.
    var content: (schema: String, keys: KeysPage?) {
      switch self {
      case .accessory: file(ProfileSchema.json, ProfileSchema.accessory, "accessory profiles", "profile.md")
      case .phone: file(ProfileSchema.phoneJSON, ProfileSchema.phone, "phones", "phones.md")
      case .environment:
        file(ProfileSchema.environmentJSON, ProfileSchema.environment, "environments", "environments.md")
      case .requirementSet:
        file(
          ProfileSchema.requirementsJSON, ProfileSchema.requirements, "requirement sets",
          "requirement-sets.md")
      case .scenario: file(ProfileSchema.scenarioJSON, ProfileSchema.scenario, "scenarios", "scenarios.md")
      case .campaign: file(ProfileSchema.campaignJSON, ProfileSchema.campaign, "campaigns", "campaigns.md")
      case .waivers: file(ProfileSchema.waiversJSON, ProfileSchema.waivers, "waivers", "requirement-sets.md")
      case .gatePolicy:
        file(ProfileSchema.gatePolicyJSON, ProfileSchema.gatePolicy, "gate policies", "gate.md")
      case .checkReport: (ReportSchema.check, nil)
      case .validation: (ReportSchema.validation, nil)
      case .analysis: (ReportSchema.analysis, nil)
      case .range: (ReportSchema.range, nil)
      case .rangeComparison: (ReportSchema.rangeComparison, nil)
      case .estimators: (ReportSchema.estimators, nil)
      case .frame: (ReportSchema.frames, nil)
      case .list: (ReportSchema.list, nil)
      case .explanation: (ReportSchema.explanation, nil)
      case .gateReport: (ReportSchema.gate, nil)
      case .scenarioReport: (ReportSchema.scenario, nil)
      case .campaignReport: (ReportSchema.campaign, nil)
      case .campaignStatus: (ReportSchema.campaignStatus, nil)
      case .campaignRun: (ReportSchema.campaignRun, nil)
      case .campaignMerge: (ReportSchema.campaignMerge, nil)
      case .campaignReplay: (ReportSchema.campaignReplay, nil)
      }
    }

    private func file(
      _ json: String, _ schema: DocumentSchema, _ files: String, _ guide: String
    ) -> (schema: String, keys: KeysPage?) {
      (json, KeysPage(schema, document: rawValue, of: files, explainedIn: guide))
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
    if markdown && document.content.keys == nil {
      throw ValidationError(
        "only input files have a page of keys; drop --markdown or '\(document.rawValue)'.")
    }
  }

  func run() throws {
    let content = document.content
    let page = markdown ? content.keys?.text : nil
    try StandardStream.output.writeOrThrow(page ?? content.schema)
  }
}
