package import Gate
package import Verdicts

/// A JSON file of reports that the gate compares.
package enum ReportFile: Sendable {
  /// What `reflector check` wrote, with the program that did.
  case checks([CheckReport], tool: ToolIdentity)
  /// What `reflector campaign report` wrote.
  case campaign(CampaignResults)

  /// The largest file that is read, in octets.
  package static let maximumOctets = 1 << 26

  /// Reads a file of this version or an older one. Throws the first thing that is wrong, with its place.
  package init(_ octets: [UInt8], file: String) throws(ReportFileError) {
    let root = JSONCursor(try JSONParser.node(octets, file: file), file: file)
    let schema = try root.value(of: "schema", fix: JSONCursor.fix)
    switch try schema.text {
    case CheckJSON.schemaName:
      let tool = try root["tool"]
      self = .checks(
        try root["reports"].filled(with: "report").map(CheckReportReader.report),
        tool: ToolIdentity(name: try tool["name"].name, version: try tool["version"].name))
    case CampaignJSON.schemaName: self = .campaign(try CampaignReportReader.results(root))
    default:
      throw schema.refusal("'\(CheckJSON.schemaName)' or '\(CampaignJSON.schemaName)'", JSONCursor.fix)
    }
  }
}
