public import Documents

/// The schemas of the files that users write, and their JSON Schemas; each the same text for each call.
public enum ProfileSchema {
  /// That of accessory profiles.
  public static var accessory: DocumentSchema { AccessoryKeys.schema }
  /// That of requirement sets.
  public static var requirements: DocumentSchema { RequirementSet.schema }
  /// That of waivers.
  public static var waivers: DocumentSchema { WaiverList.schema }
  /// That of the policies of the gate.
  public static var gatePolicy: DocumentSchema { GatePolicy.schema }
  /// That of phones.
  public static var phone: DocumentSchema { PhoneKeys.schema }
  /// That of environments.
  public static var environment: DocumentSchema { EnvironmentKeys.schema }
  /// That of scenarios.
  public static var scenario: DocumentSchema { ScenarioKeys.schema }
  /// That of campaigns.
  public static var campaign: DocumentSchema { CampaignKeys.schema }

  /// That of accessory profiles.
  public static var json: String { JSONSchemaWriter.text(accessory, title: "Accessory profile") }
  /// That of requirement sets that extend no other.
  public static var requirementsJSON: String {
    JSONSchemaWriter.text(requirements, title: "Requirement set")
  }
  /// That of waivers.
  public static var waiversJSON: String { JSONSchemaWriter.text(waivers, title: "Waivers") }
  /// That of the policies of the gate.
  public static var gatePolicyJSON: String { JSONSchemaWriter.text(gatePolicy, title: "Gate policy") }
  /// That of phones.
  public static var phoneJSON: String { JSONSchemaWriter.text(phone, title: "Phone") }
  /// That of environments.
  public static var environmentJSON: String { JSONSchemaWriter.text(environment, title: "Environment") }
  /// That of scenarios.
  public static var scenarioJSON: String { JSONSchemaWriter.text(scenario, title: "Scenario") }
  /// That of campaigns.
  public static var campaignJSON: String { JSONSchemaWriter.text(campaign, title: "Campaign") }
}
