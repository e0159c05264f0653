internal import Documents
package import Profiles
package import Verdicts

/// What the gate says in the end.
package enum GateDecision: String, Sendable, CaseIterable {
  /// Nothing that the policy blocks.
  case allowed
  /// Something blocks.
  case blocked
  /// Nothing blocks, but something is uncertain.
  case cannotTell = "cannot-tell"
}

/// The changes of one accessory.
package struct PairReport: Hashable, Sendable {
  /// The accessory's name.
  package var accessory: String
  /// The profile of the candidate.
  package var profilePath: String
  /// The id of the requirement set; nil for a study.
  package var requirementSet: String?
  /// What else tells parts of a campaign apart, as `iphone-ios27, line-of-sight, mmse`; empty for a check.
  package var setting = ""
  /// The verdict of the baseline; nil if it is not there.
  package var before: Verdict?
  /// The verdict of the candidate; nil if it is not there.
  package var after: Verdict?
  /// Everything that differs, the gravest first, else in the order of the report.
  package var changes: [JudgedChange]
  /// How many requirements both have.
  package var requirementCount = 0
  /// How many numbers were compared.
  package var numberCount = 0
  /// What was not compared, and why.
  package var notes: [String] = []
  /// The first frame that differs; nil if none does, or the captures were not compared.
  package var capture: CaptureDifference?
  /// Whether the captures were compared, else why not.
  package var captureNote: String
  /// The command that repeats the candidate; empty if there is none.
  package var replay = ""
}

/// Two files of reports held against each other.
package struct GateReport: Hashable, Sendable {
  /// The policy's title.
  package var policy: String
  /// How sure a change of a statistic is, 0 to 1.
  package var confidence: Double
  /// The mildest action that blocks.
  package var failsOn = GatePolicy.Action.block
  /// How many baselines there are; the last is what the candidate was compared with.
  package var baselineCount = 1
  /// One for each accessory and requirement set.
  package var pairs: [PairReport]

  /// The worst that any change leads to.
  package var decision: GateDecision {
    let actions = GatePolicy.Action.allCases.filter { count(of: $0) > 0 }
    let order = GatePolicy.Action.allCases
    let isBlocked = actions.contains { action in
      (order.firstIndex(of: action) ?? 0) >= (order.firstIndex(of: failsOn) ?? 0)
    }
    return isBlocked ? .blocked : actions.contains(.cannotTell) ? .cannotTell : .allowed
  }

  /// How many changes lead to `action`.
  package func count(of action: GatePolicy.Action) -> Int {
    pairs.reduce(0) { $0 + $1.changes.count { $0.action == action } }
  }
}

/// Holds reports against each other under a policy.
package struct Gate: Sendable {
  /// How the captures of a pair compare.
  package enum Captures: Sendable {
    /// They were read; nil if they are the same.
    case compared(CaptureDifference?)
    /// They were not, and why.
    case skipped(String)
  }

  let policy: GatePolicy
  let failsOn: GatePolicy.Action
  private let toolBefore: String?
  private let toolAfter: String

  /// Takes a policy, and the programs that made the two files, as `reflector 1.0.0`.
  ///
  /// - Parameters:
  ///   - toolBefore: nil where there is no baseline.
  ///   - failsOn: the mildest action that blocks.
  package init(
    policy: GatePolicy, toolBefore: String?, toolAfter: String, failsOn: GatePolicy.Action = .block
  ) {
    self.policy = policy
    self.failsOn = failsOn
    self.toolBefore = toolBefore
    self.toolAfter = toolAfter
  }

  /// Everything that differs, with what the policy makes of it.
  ///
  /// - Parameter captures: compares those of a pair.
  package func report<Failure: Error>(
    _ pairing: ReportPairing, captures: (ReportPair) throws(Failure) -> Captures
  ) throws(Failure) -> GateReport {
    var pairs: [PairReport] = []
    for pair in pairing.pairs { pairs.append(report(pair, try captures(pair))) }
    pairs += pairing.disappeared.map { alone($0, .accessoryDisappeared) }
    pairs += pairing.appeared.map { alone($0, toolBefore == nil ? .noBaseline : .accessoryAppeared) }
    let older = pairing.pairs.map(\.history.count).max() ?? 0
    return GateReport(
      policy: policy.title, confidence: policy.confidence, failsOn: failsOn,
      baselineCount: toolBefore == nil ? 0 : 1 + older, pairs: pairs)
  }

  private func report(_ pair: ReportPair, _ captures: Captures) -> PairReport {
    let comparison = ReportComparison(pair, policy: policy)
    var changes = comparison.changes
    if let toolChange { changes.append(toolChange) }
    var note = "the same, frame by frame"
    var difference: CaptureDifference?
    switch captures {
    case .skipped(let reason): note = "not compared: \(reason)"
    case .compared(let found):
      difference = found
      if let found {
        note = "frame \(found.frame) is the first that differs"
        changes.append(GateChange(.captureChanged, found.text))
      }
    }
    return PairReport(
      accessory: pair.candidate.accessory, profilePath: pair.candidate.profilePath,
      requirementSet: pair.candidate.requirementSet, before: pair.baseline.verdict,
      after: pair.candidate.verdict, changes: judged(changes), requirementCount: comparison.requirementCount,
      numberCount: comparison.numberCount, capture: difference, captureNote: note,
      replay: pair.candidate.replay)
  }

  /// A report without a counterpart.
  private func alone(_ report: CheckReport, _ kind: GatePolicy.Change) -> PairReport {
    let isGone = kind == .accessoryDisappeared
    var changes = [GateChange(withoutCounterpart: kind)]
    if !isGone { changes += report.requirements.compactMap { Self.newcomer($0, kind) } }
    return PairReport(
      accessory: report.accessory, profilePath: report.profilePath, requirementSet: report.requirementSet,
      before: isGone ? report.verdict : nil, after: isGone ? nil : report.verdict, changes: judged(changes),
      captureNote: "not compared: the other report lacks this pair", replay: isGone ? "" : report.replay)
  }

  /// The result of a requirement without a counterpart; nil unless it blocks.
  private static func newcomer(_ result: RequirementResult, _ kind: GatePolicy.Change) -> GateChange? {
    let found: (kind: GatePolicy.Change, text: String)
    switch result.verdict {
    case .fail: found = (result.isWaived ? .newlyWaived : .newFailure, "fails")
    case .inconclusive: found = (.newlyInconclusive, "inconclusive")
    case .pass, .notApplicable: return nil
    }
    let place = kind == .noBaseline ? "" : ", not in the baseline"
    return GateChange(
      found.kind, requirement: result.id, level: result.level,
      found.text + place + (result.reason.map { ": \($0)" } ?? ""), at: result.declared?.position)
  }

  /// That the files are of two programs or versions; nil if they are not.
  var toolChange: GateChange? {
    toolBefore.flatMap { before in
      before == toolAfter ? nil : GateChange(.toolChanged, "\(before) -> \(toolAfter)")
    }
  }

  /// The changes as the policy judges them, the gravest first.
  func judged(_ changes: [GateChange]) -> [JudgedChange] {
    let judged = changes.map { policy.judge($0) }
    return GatePolicy.Action.allCases.reversed().flatMap { action in judged.filter { $0.action == action } }
  }
}

extension CaptureDifference {
  /// The frame with its time, its interface, what it is and what differs, in a line.
  package var text: String {
    let time = seconds.map { " at \(ChangeText.number($0)) s" } ?? ""
    let content =
      before == after
      ? before ?? "" : "\(before ?? "the end of the capture") -> \(after ?? "the end of the capture")"
    return "first frame that differs is \(frame)\(time) on \(interface): \(content) (\(what))"
  }
}
