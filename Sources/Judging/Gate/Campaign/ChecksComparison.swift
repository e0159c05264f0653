internal import Notation
internal import Profiles
internal import Verdicts

/// Everything that differs between checks of two campaigns, in the order of the candidate.
struct ChecksComparison {
  private(set) var changes: [GateChange] = []
  /// How many requirements both have.
  private(set) var requirementCount = 0
  /// The confidence of one test.
  private let confidence: Double

  /// Compares a pair.
  init(_ pair: PartPair<CampaignResults.Checks>, policy: GatePolicy) {
    let (before, after) = (pair.baseline, pair.candidate)
    // Of each requirement the checks that fail, those that are inconclusive, and those to which it does not apply.
    confidence = policy.confidence(ofEach: 3 * after.rows.count)
    let earlier = Dictionary(before.rows.map { ($0.requirement, $0) }) { first, _ in first }
    let ids = Set(after.rows.map(\.requirement))
    for row in after.rows {
      guard let old = earlier[row.requirement] else {
        appeared(row, beside: before)
        continue
      }
      requirementCount += 1
      compare(old, row)
    }
    // Before the first check, all are missing.
    if after.ranCount > 0 {
      for old in before.rows where !ids.contains(old.requirement) {
        add(.disappeared, old, "in the baseline, not in the candidate")
      }
    }
    changes += Self.conditions(before, after)
  }

  /// The failed and the inconclusive requirements of checks without a counterpart.
  static func findings(_ checks: CampaignResults.Checks) -> [GateChange] {
    checks.rows.flatMap { row in
      Finding.all.compactMap { finding in
        row.counts[finding.verdict, default: 0] == 0
          ? nil
          : GateChange(
            finding.new, requirement: row.requirement, level: row.level, row.text(finding, before: nil))
      }
    }
  }

  private mutating func add(_ kind: GatePolicy.Change, _ row: CampaignResults.Row, _ text: String) {
    changes.append(GateChange(kind, requirement: row.requirement, level: row.level, text))
  }

  /// Before the first check of a baseline, all its rows are missing; what fails now is found all the same.
  private mutating func appeared(_ row: CampaignResults.Row, beside before: CampaignResults.Checks) {
    let found = Finding.all.filter { row.counts[$0.verdict, default: 0] > 0 }
    for finding in found { add(finding.new, row, row.text(finding, before: nil)) }
    if found.isEmpty, before.ranCount > 0 { add(.appeared, row, "not in the baseline") }
  }

  private mutating func compare(_ old: CampaignResults.Row, _ new: CampaignResults.Row) {
    if old.level != new.level {
      add(.limitChanged, new, "level \(old.level.rawValue) -> \(new.level.rawValue)")
    }
    for finding in Finding.all where new.counts[finding.verdict, default: 0] > 0 {
      let isNew = old.counts[finding.verdict, default: 0] == 0
      let isGrown = isNew || (change(of: finding.verdict, old, new)?.lostFraction ?? 0) > 0
      add(isGrown ? finding.new : finding.same, new, new.text(finding, before: isNew ? nil : old))
    }
    let (was, isNow) = (old.counts[.notApplicable, default: 0], new.counts[.notApplicable, default: 0])
    if isNow > 0, was == 0 || (change(of: .notApplicable, old, new)?.lostFraction ?? 0) > 0 {
      let earlier = was == 0 ? "" : ", before in \(old.share(of: .notApplicable))"
      add(.newlyNotApplicable, new, "not applicable in \(new.share(of: .notApplicable))\(earlier)")
    } else if let finding = Finding.all.first(where: { old.counts[$0.verdict, default: 0] > 0 }), isNow == 0,
      Finding.all.allSatisfy({ new.counts[$0.verdict, default: 0] == 0 })
    {
      add(.fixed, new, "passes in \(new.share(of: .pass)); before, \(old.text(finding, before: nil))")
    } else if was > 0, isNow == 0 {
      add(.appeared, new, "applies; before, not applicable in \(old.share(of: .notApplicable))")
    }
  }

  /// How the share of checks without a verdict changes, in percent; nil if chance explains it.
  private func change(
    of verdict: Verdict, _ old: CampaignResults.Row, _ new: CampaignResults.Row
  ) -> MarginChange? {
    let shares = [old, new].compactMap { row in
      Quantity.part(row.ranCount - row.counts[verdict, default: 0], of: row.ranCount, atLeast: 0)
    }
    return shares.count == 2 ? MarginChange(shares[0], shares[1], confidence: confidence) : nil
  }

  private static func conditions(
    _ before: CampaignResults.Checks, _ after: CampaignResults.Checks
  ) -> [GateChange] {
    [
      ("first seed", "\(before.seed)", "\(after.seed)"),
      ("number of seeds", "\(before.seedCount)", "\(after.seedCount)"),
      (
        "distance in metres", DecimalText.plain(before.distanceMetres),
        DecimalText.plain(after.distanceMetres)
      ),
    ].compactMap { GateChange(condition: $0, $1, $2) }
  }
}

/// A verdict that is no pass, and the changes that it makes.
private struct Finding {
  let verdict: Verdict
  let verb: String
  let new: GatePolicy.Change
  let same: GatePolicy.Change

  static let all = [
    Finding(verdict: .fail, verb: "fails", new: .newFailure, same: .stillFailing),
    Finding(
      verdict: .inconclusive, verb: "is inconclusive", new: .newlyInconclusive, same: .stillInconclusive),
  ]
}

extension CampaignResults.Row {
  /// What the reason is of.
  private var worst: Verdict { Verdict.combined(Verdict.allCases.filter { counts[$0, default: 0] > 0 }) }

  fileprivate var ranCount: Int { counts.total }

  /// As `3 of 10`.
  fileprivate func share(of verdict: Verdict) -> String {
    "\(DecimalText.grouped(counts[verdict, default: 0])) of \(DecimalText.grouped(ranCount))"
  }

  /// As `fails in 3 of 10, before in 1 of 10 (seed 7): why`.
  fileprivate func text(_ finding: Finding, before: Self?) -> String {
    "\(finding.verb) in \(share(of: finding.verdict))"
      + (before.map { ", before in \($0.share(of: finding.verdict))" } ?? "")
      + (finding.verdict == worst ? reason.map { " (seed \($0.seed)): \($0.text)" } ?? "" : "")
  }
}
