internal import Gate
internal import Reports
internal import Verdicts

struct StoredReports {
  /// As the user named it.
  let path: String
  let octets: [UInt8]
  let content: ReportFile

  init(_ path: String) throws(BadInput) {
    self.path = path
    octets = try InputFile.octets(
      path, limit: ReportFile.maximumOctets,
      fix: "Give a report of fewer profiles, requirement sets or points.")
    do throws(ReportFileError) {
      content = try ReportFile(octets, file: path)
    } catch {
      throw BadInput(error)
    }
  }

  /// The program that made it, with its version.
  var tool: String {
    switch content {
    case .checks(_, let tool): "\(tool.name) \(tool.version)"
    case .campaign(let results): results.tool
    }
  }

  /// The reports of a check. Throws if the file is of a campaign.
  var checks: [CheckReport] {
    get throws(BadInput) {
      if case .checks(let reports, _) = content { return reports }
      throw refusal("a report of a campaign", "a report of 'reflector check --json'")
    }
  }

  /// The results of a campaign. Throws if the file is of a check.
  var campaign: CampaignResults {
    get throws(BadInput) {
      if case .campaign(let results) = content { return results }
      throw refusal("a report of a check", "a report of 'reflector campaign report --json'")
    }
  }

  var isCampaign: Bool { if case .campaign = content { true } else { false } }

  private func refusal(_ found: String, _ expected: String) -> BadInput {
    BadInput("found \(found) in \(path), expected \(expected).")
  }
}
