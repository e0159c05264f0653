internal import Documents
package import Gate
internal import Notation
internal import Profiles

/// Writes what a gate does not pass silently as SARIF 2.1.0, at the lines of the candidate's profile, the gravest changes
/// if there are many.
package enum GateSARIF {
  /// One run, with a line feed at its end.
  package static func text(_ report: GateReport, tool: ToolIdentity) -> String {
    var log = SARIFLog(tool: tool, category: "gate")
    for kind in GatePolicy.Change.allCases {
      log.add(
        SARIFLog.Rule(
          id: kind.rawValue, title: kind.rawValue.replacing("-", with: " "), text: kind.summary,
          help: "\(kind.summary) The gate policy sets the action, see docs/gate.md.",
          level: level(kind.usualAction) ?? .note, tags: ["gate"]))
    }
    for (pair, count) in zip(report.pairs, report.shownCounts(atMost: maximumResults)) {
      for judged in pair.changes.prefix(count) { result(judged, pair).map { log.add($0) } }
    }
    return log.text
  }

  /// The most results of a run that GitHub shows; it shows the gravest, and refuses more than 25,000.
  private static let maximumResults = 5000

  private static func result(_ judged: JudgedChange, _ pair: PairReport) -> SARIFLog.Result? {
    guard let level = level(judged.action) else { return nil }
    let change = judged.change
    return SARIFLog.Result(
      ruleID: change.kind.rawValue, level: level,
      message: "\(change.title): \(change.text).\n\(judged.reason)."
        + (pair.replay.isEmpty ? "" : "\nReplay: \(pair.replay)"),
      position: change.position ?? SourcePosition(file: pair.profilePath),
      // Numbers differ from run to run; what they are of does not.
      fingerprint: [
        pair.subject, pair.accessory, change.requirement ?? "", change.testCase ?? "",
        change.kind.rawValue, String(change.text.prefix { $0 != ":" }),
      ].joined(separator: "/"),
      properties: [
        ("action", .text(judged.action.rawValue)), ("requirement", .optional(change.requirement)),
        ("case", .optional(change.testCase)), ("requirement_set", .optional(pair.requirementSet)),
      ])
  }

  private static func level(_ action: GatePolicy.Action) -> SARIFLog.Level? {
    switch action {
    case .block: .error
    case .cannotTell, .warn: .warning
    case .ignore: nil
    }
  }
}
