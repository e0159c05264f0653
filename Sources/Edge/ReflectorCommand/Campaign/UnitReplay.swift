internal import CampaignStore
internal import Campaigns
internal import Capture
internal import Notation
internal import Profiles
internal import RangeStudy
internal import Reports
internal import Verdicts

struct UnitReplay {
  let number: Int
  let plan: CampaignPlan

  /// Runs the unit, writes its capture, and compares the result with that of a store.
  func result(
    with store: CampaignStore, _ edition: Int64, capture path: String?
  ) throws(BadInput) -> CampaignReplayResult {
    let stored = try BadInput.of { () throws(StoreError) in try store.result(of: number, in: edition) }
    let unit = plan.units[number]
    if let path, !unit.isRecordable {
      throw BadInput(
        "found --capture \(path) with a unit in which the phone walks past the distance again and again, each time"
          + " from a new start: there is no capture of it; replay it without --capture.")
    }
    let result: UnitResult
    var capture: CampaignReplayResult.Capture?
    if let path {
      let (recorded, log) = unit.recordedResult()
      result = recorded
      try write(log, at: path)
      capture = .init(path: path, frameCount: log.count)
    } else {
      result = unit.result()
    }
    return CampaignReplayResult(
      id: plan.campaign.id, edition: edition, unit: number, place: plan.place(of: number), capture: capture,
      finding: result.words, storedFinding: stored?.words, isSame: stored.map { $0 == result })
  }

  private func write(_ log: CaptureLog, at path: String) throws(BadInput) {
    try BadInput.of { () throws(CaptureError) in
      try PcapngWriter(
        application: ReflectorTool.signature,
        comments: ["campaign \(plan.campaign.id), unit \(number)", plan.place(of: number)]
      ).writeFile(log, at: path)
    }
  }
}

extension UnitResult {
  fileprivate var words: String {
    switch self {
    case .ranged(let tally):
      return tally.failure
        ?? tally.rmse.map { "\(tally.procedureCount) procedures, RMSE \(DecimalText.fixed($0, digits: 5)) m" }
        ?? "\(tally.procedureCount) procedures without a distance"
    case .checked(let verdicts):
      let failed = verdicts.rows.filter { $0.verdict == .fail }
      return verdicts.verdict.word
        + failed.map { ", \($0.requirement)" + ($0.reason.map { ": \($0)" } ?? "") }.joined()
    }
  }
}
