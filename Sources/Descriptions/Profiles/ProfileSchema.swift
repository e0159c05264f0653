internal import Documents

/// The JSON Schemas of the files that users write; each the same text for each call.
public enum ProfileSchema {
  /// That of accessory profiles.
  public static var json: String { JSONSchemaWriter.text(AccessoryKeys.schema, title: "Accessory profile") }
  /// That of requirement sets that extend no other.
  public static var requirementsJSON: String {
    JSONSchemaWriter.text(RequirementSet.schema, title: "Requirement set")
  }
  /// That of waivers.
  public static var waiversJSON: String { JSONSchemaWriter.text(WaiverList.schema, title: "Waivers") }
  /// That of the policies of the gate.
  public static var gatePolicyJSON: String {
    JSONSchemaWriter.text(GatePolicy.schema, title: "Gate policy")
  }
  /// That of phones.
  public static var phoneJSON: String { JSONSchemaWriter.text(PhoneKeys.schema, title: "Phone") }
  /// That of environments.
  public static var environmentJSON: String {
    JSONSchemaWriter.text(EnvironmentKeys.schema, title: "Environment")
  }
  /// That of scenarios.
  public static var scenarioJSON: String { JSONSchemaWriter.text(ScenarioKeys.schema, title: "Scenario") }
  /// That of campaigns.
  public static var campaignJSON: String { JSONSchemaWriter.text(CampaignKeys.schema, title: "Campaign") }
}
