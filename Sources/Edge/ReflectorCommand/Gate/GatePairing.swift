internal import Gate
internal import Verdicts

/// What the gate compares: reports of checks, or of campaigns.
enum GatePairing {
  case checks(ReportPairing)
  case campaigns(CampaignPairing)

  /// Pairs baselines, the oldest first, with a candidate. Throws if they are not of one kind, or have nothing in common.
  init(_ baselines: [StoredReports], _ candidate: StoredReports) throws(BadInput) {
    if let other = baselines.first(where: { $0.isCampaign != candidate.isCampaign }) {
      let (check, campaign) = candidate.isCampaign ? (other, candidate) : (candidate, other)
      throw BadInput(
        "found a report of a check in \(check.path) and one of a campaign in \(campaign.path), expected reports of one"
          + " kind.")
    }
    self = try candidate.isCampaign ? Self.campaigns(baselines, candidate) : Self.checks(baselines, candidate)
  }

  private static func checks(
    _ baselines: [StoredReports], _ candidate: StoredReports
  ) throws(BadInput) -> Self {
    let reports = try candidate.checks
    let older = try baselines.map { stored throws(BadInput) in try stored.checks }
    guard let last = older.last else { return .checks(ReportPairing(withoutBaseline: reports)) }
    return .checks(
      try BadInput.of { () throws(GateRefusal) in
        try ReportPairing(history: older.dropLast(), baseline: last, candidate: reports)
      })
  }

  private static func campaigns(
    _ baselines: [StoredReports], _ candidate: StoredReports
  ) throws(BadInput) -> Self {
    let results = try candidate.campaign
    let older = try baselines.map { stored throws(BadInput) in try stored.campaign }
    guard let last = older.last else { return .campaigns(CampaignPairing(withoutBaseline: results)) }
    return .campaigns(
      try BadInput.of { () throws(GateRefusal) in
        try CampaignPairing(history: older.dropLast(), baseline: last, candidate: results)
      })
  }
}
