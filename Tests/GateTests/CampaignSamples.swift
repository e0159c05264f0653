import Profiles
import Statistics
import Verdicts

@testable import Gate

/// Campaigns with one study or one group of checks, to be changed.
enum CampaignSamples {
  static func place(
    _ profile: String = "a.yaml", digest: String = "abc", environment: String = "line-of-sight"
  ) -> CampaignResults.Place {
    CampaignResults.Place(
      accessory: "Example EX1", profilePath: profile, profileDigest: digest, phone: "iphone-ios27",
      environment: environment)
  }

  /// A point with normally distributed errors around zero, whose mean squared error has the standard error that follows.
  static func point(
    _ rmse: Double?, at distance: Double = 3, knobs: [Double] = [], of count: Int = 1000,
    found estimateCount: Int? = nil
  ) -> CampaignResults.Point {
    let found = estimateCount ?? count
    let square = rmse.flatMap { rmse in
      let mean = rmse * rmse
      return MeanSquare(
        RunningMoments(count: found, mean: mean, squares: 2 * mean * mean * Double(found - 1)))
    }
    return CampaignResults.Point(
      distanceMetres: distance, knobValues: knobs, procedureCount: count, estimateCount: found,
      rmseMetres: rmse, rmseInterval: square?.rootInterval, p90Metres: rmse.map { 1.645 * $0 })
  }

  static func study(
    _ points: [CampaignResults.Point], _ place: CampaignResults.Place = place(), estimator: String = "mmse",
    filter: String = "none", sweeps: [CampaignResults.Sweep] = []
  ) -> CampaignResults.Study {
    CampaignResults.Study(
      place, estimator: estimator, filter: filter, seed: 1, procedureCount: 1000, sweeps: sweeps,
      p90Metres: points.first?.p90Metres, points: points)
  }

  /// Checks of one requirement, of which so many fail and so many are inconclusive.
  static func checks(
    _ failCount: Int, _ unclearCount: Int = 0, of count: Int = 10, level: Requirement.Level = .must,
    id: String = "CS-A07"
  ) -> CampaignResults.Checks {
    let counts = [
      Verdict.pass: count - failCount - unclearCount, .fail: failCount, .inconclusive: unclearCount,
    ].filter { $0.value > 0 }
    let row = CampaignResults.Row(
      requirement: id, level: level, counts: counts,
      reason: failCount + unclearCount > 0 ? .init("T_FCS: 150 us", seed: 7) : nil)
    return CampaignResults.Checks(
      place(), requirementSet: "apple-ios27-cs", distanceMetres: 3, seed: 1, seedCount: 10, counts: counts,
      rows: count == 0 ? [] : [row])
  }

  static func campaign(
    _ studies: [CampaignResults.Study] = [], checks: [CampaignResults.Checks] = [], missing: Int = 0,
    edition: Int = 1, tool: String = "reflector 1"
  ) -> CampaignResults {
    CampaignResults(
      id: "sample", edition: edition, tool: tool, unitCount: 20, missingCount: missing, studies: studies,
      checks: checks)
  }

  /// With one point, of which there is one RMSE for each campaign in its order.
  static func series(_ values: [Double], of count: Int = 1000) -> [CampaignResults] {
    values.map { campaign([study([point($0, of: count)])]) }
  }

  /// The last against the one before, with the others as the history.
  static func gate(_ campaigns: [CampaignResults], _ policy: GatePolicy = GatePolicy()) throws -> GateReport {
    let (before, after) = (campaigns[campaigns.count - 2], campaigns[campaigns.count - 1])
    let pairing = try CampaignPairing(
      history: campaigns.dropLast(2), baseline: before, candidate: after)
    return Gate(policy: policy, toolBefore: before.tool, toolAfter: after.tool).report(pairing)
  }

  static func gate(_ before: CampaignResults.Study, _ after: CampaignResults.Study) throws -> GateReport {
    try gate([campaign([before]), campaign([after])])
  }

  static func gate(_ before: CampaignResults.Point, _ after: CampaignResults.Point) throws -> GateReport {
    try gate(study([before]), study([after]))
  }

  static func gate(_ before: CampaignResults.Checks, _ after: CampaignResults.Checks) throws -> GateReport {
    try gate([campaign(checks: [before]), campaign(checks: [after])])
  }
}

extension GateReport {
  var changes: [JudgedChange] { pairs.flatMap(\.changes) }
  var kinds: [GatePolicy.Change] { changes.map(\.change.kind) }
}
