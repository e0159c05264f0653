internal import CampaignStore
internal import Campaigns
internal import ConformanceTester
internal import Notation
internal import Profiles
internal import RangeStudy
internal import Ranging
internal import Reports
internal import Verdicts

/// The results of an edition of a campaign so far, read from its store.
struct CampaignOutcome {
  let plan: CampaignPlan
  let tally: CampaignTally
  private let number: Int64
  private let edition: Edition
  private let worst: [CampaignReport.Unit]

  /// Reads all results, and keeps so many of the worst units.
  init(
    _ plan: CampaignPlan, _ store: CampaignStore, edition: Int64, worstCount: Int = 0
  ) throws(BadInput) {
    var worst = WorstUnits(count: worstCount)
    (tally, self.edition) = try BadInput.of { () throws(StoreError) in
      let tally = try store.tally(of: plan.units, in: edition) { worst.look(at: $1, $0) }
      return (tally, try store.editions().first { $0.number == edition }?.edition ?? plan.edition)
    }
    self.plan = plan
    number = edition
    self.worst = worst.units.map {
      CampaignReport.Unit(number: $0.number, place: plan.place(of: $0.number), finding: $0.finding)
    }
  }

  var report: CampaignReport {
    let studies = zip(plan.studies, tally.studies).map { study, outcome in
      var report = study.plan.report(outcome, causes: [:])
      report.isPartial = !tally.isComplete
      // The results are those of the profile as it was.
      report.profileDigest = edition.digest(of: study.accessory) ?? report.profileDigest
      return report
    }
    var report = CampaignReport(
      id: plan.campaign.id, title: plan.campaign.title, edition: number, tool: edition.tool,
      progress: .init(tally, of: plan.units),
      studies: studies, checks: checks)
    report.changes = plan.edition.differences(from: edition)
    report.worst = worst
    return report
  }

  /// The checks, those that differ by their seeds together.
  private var checks: [CampaignReport.Checks] {
    let requests = plan.units.checks
    let seedCount = requests.seedCount
    let accessories = plan.campaign.accessories
    return stride(from: 0, to: requests.count, by: seedCount).map { first in
      let request = requests[first]
      // As in a study, the results are those of the profile as it was.
      let accessory = accessories[first / (requests.count / accessories.count)].text
      var part = CampaignReport.Checks(
        accessory: request.profile.identity.name, profilePath: request.profilePath,
        profileDigest: edition.digest(of: accessory) ?? request.profileDigest, phone: request.phone.id,
        environment: request.environment.id, requirementSet: request.requirements.id,
        distanceMetres: request.distanceMetres, seed: request.seed, seedCount: seedCount)
      for index in first..<first + seedCount {
        if let verdicts = tally.checks[index] { part.add(verdicts, of: requests[index]) }
      }
      return part
    }
  }
}

extension CampaignReport.Progress {
  init(_ tally: CampaignTally, of units: CampaignUnits) {
    self.init(doneCount: tally.doneCount, sparedCount: tally.sparedCount, of: units.count)
  }
}

extension CampaignReport.Checks {
  fileprivate mutating func add(_ verdicts: CheckVerdicts, of request: CheckRequest) {
    counts[verdicts.verdict, default: 0] += 1
    for row in verdicts.rows {
      if !rows.contains(where: { $0.requirement == row.requirement }) {
        let requirement = request.requirements.requirements.first { $0.id == row.requirement }
        rows.append(Row(requirement: row.requirement, level: requirement?.level ?? .must))
      }
      for index in rows.indices where rows[index].requirement == row.requirement {
        let worst = Verdict.combined(Array(rows[index].counts.keys))
        let isWorse = rows[index].counts.isEmpty || row.verdict.isWorse(than: worst)
        rows[index].counts[row.verdict, default: 0] += 1
        if isWorse || (row.verdict == worst && rows[index].reason == nil) {
          rows[index].reason = row.reason.map { ($0, request.seed) }
        }
      }
    }
  }
}

/// The units that went worst: failed checks before others, then the largest errors.
private struct WorstUnits {
  struct Entry {
    var number: Int
    var finding: String
    /// The larger, the worse.
    var rank: Double
  }

  private let count: Int
  private var entries: [Entry] = []

  init(count: Int) { self.count = count }

  var units: [Entry] { entries }

  mutating func look(at result: UnitResult, _ number: Int) {
    guard count > 0, let entry = Self.entry(result, number) else { return }
    if entries.count == count, let last = entries.last, last.rank >= entry.rank { return }
    let place = entries.firstIndex { $0.rank < entry.rank } ?? entries.count
    entries.insert(entry, at: place)
    if entries.count > count { entries.removeLast() }
  }

  private static func entry(_ result: UnitResult, _ number: Int) -> Entry? {
    switch result {
    case .ranged(let tally):
      if let failure = tally.failure {
        return Entry(number: number, finding: failure, rank: 1e9)
      }
      guard let rmse = tally.rmse else { return nil }
      return Entry(number: number, finding: "RMSE \(DecimalText.fixed(rmse, digits: 5)) m", rank: rmse)
    case .checked(let verdicts):
      let found = verdicts.verdict
      guard found == .fail || found == .inconclusive else { return nil }
      let rows = verdicts.rows.filter { $0.verdict == found }.map(\.requirement)
      let words = found == .fail ? "fails" : "inconclusive:"
      return Entry(
        number: number, finding: "\(words) \(rows.joined(separator: ", "))",
        rank: found == .fail ? 1e12 : 1e11)
    }
  }
}

extension CampaignPlan {
  func place(of unit: Int) -> String {
    switch units[unit] {
    case .chunk(let chunk):
      let place = units.place(ofPoint: units.point(of: unit) ?? 0)
      let study = studies[place.study].plan
      let point = study.study.points[place.point]
      let knobs = zip(study.sweeps, point.knobValues).map { "\($0.name) \(DecimalText.plain($1))" }
      let last = chunk.firstProcedure + chunk.procedureCount - 1
      return
        ([
          study.profilePath, point.phone.id, point.environment.id, point.estimator.rawValue,
          "\(DecimalText.plain(point.distanceMetres)) m",
        ] + knobs + ["procedures \(chunk.firstProcedure) to \(last)"]).joined(separator: ", ")
    case .check(let request):
      return [
        request.profilePath, request.phone.id, request.environment.id, request.requirements.id,
        "seed \(request.seed)",
      ].joined(separator: ", ")
    }
  }
}
