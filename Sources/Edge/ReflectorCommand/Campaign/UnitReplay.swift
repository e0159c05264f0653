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
  func compare(
    with store: CampaignStore, _ edition: Int64, capture path: String?
  ) throws(BadInput) -> (text: String, status: ExitStatus) {
    let stored = try BadInput.of { () throws(StoreError) in try store.result(of: number, in: edition) }
    let unit = plan.units[number]
    var lines = ["unit \(number): \(plan.place(of: number))"]
    let result: UnitResult
    if let path {
      let (recorded, log) = unit.recordedResult()
      result = recorded
      try write(log, at: path)
      lines.append("  capture   \(path), \(DecimalText.grouped(log.count)) frames")
    } else {
      result = unit.result()
    }
    lines.append("  finding   \(result.words)")
    let isSame = stored.map { $0 == result }
    lines.append(
      "  store     " + (isSame.map { $0 ? "has the same" : "HAS ANOTHER RESULT" } ?? "does not have it"))
    let status: ExitStatus = isSame.map { $0 ? .pass : .fail } ?? .inconclusive
    return (lines.map { DisplayText.lines($0) + "\n" }.joined(), status)
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
