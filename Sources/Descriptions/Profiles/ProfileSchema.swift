public import Documents

/// The schemas of the files that users write, and their JSON Schemas; each the same text for each call.
public enum ProfileSchema {
  public static var accessory: DocumentSchema { AccessoryKeys.schema }
  public static var requirements: DocumentSchema { RequirementSet.schema }
  public static var waivers: DocumentSchema { WaiverList.schema }
  public static var gatePolicy: DocumentSchema { GatePolicy.schema }
  public static var phone: DocumentSchema { PhoneKeys.schema }
  public static var environment: DocumentSchema { EnvironmentKeys.schema }
  public static var scenario: DocumentSchema { ScenarioKeys.schema }
  public static var campaign: DocumentSchema { CampaignKeys.schema }

  public static var json: String { JSONSchemaWriter.text(accessory, title: "Accessory profile") }
  /// That of requirement sets that extend no other.
  public static var requirementsJSON: String {
    JSONSchemaWriter.text(requirements, title: "Requirement set")
  }
  public static var waiversJSON: String { JSONSchemaWriter.text(waivers, title: "Waivers") }
  public static var gatePolicyJSON: String { JSONSchemaWriter.text(gatePolicy, title: "Gate policy") }
  public static var phoneJSON: String { JSONSchemaWriter.text(phone, title: "Phone") }
  public static var environmentJSON: String { JSONSchemaWriter.text(environment, title: "Environment") }
  public static var scenarioJSON: String { JSONSchemaWriter.text(scenario, title: "Scenario") }
  public static var campaignJSON: String { JSONSchemaWriter.text(campaign, title: "Campaign") }
}
