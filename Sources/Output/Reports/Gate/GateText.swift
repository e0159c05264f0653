package import Gate
internal import Notation
package import Profiles
internal import Verdicts

/// Writes what a gate says for people: what changed, whether that is allowed, and why.
package struct GateText {
  private let style: TextStyle

  package init(style: TextStyle) { self.style = style }

  /// The most changes that a document for people shows. Markdown then is well below the 1 MiB of a summary of GitHub.
  package static let maximumChanges = 1000

  /// What a report without a baseline begins with.
  package static let noBaseline = "NO BASELINE: nothing was compared. The candidate alone decides."

  /// The whole report, with a line feed at its end.
  package func text(_ report: GateReport) -> String {
    let counts = report.shownCounts(atMost: Self.maximumChanges)
    let pairs = zip(report.pairs, counts).flatMap { section($0, first: $1) + [""] }
    var lines = pairs + footer(report)
    if report.baselineCount == 0 {
      lines = [style.paint(Self.noBaseline, .yellow), ""] + lines
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func section(_ pair: PairReport, first count: Int) -> [String] {
    var lines = DisplayText.wrapped(pair.accessory, to: style.width).map { style.paint($0, .bold) }
    lines += style.fact("profile", pair.profilePath)
    if !pair.setting.isEmpty { lines += style.fact("setting", pair.setting) }
    if let set = pair.requirementSet {
      lines += style.fact("set", set) + style.fact("verdict", pair.verdicts.joined(separator: " -> "))
    }
    lines += style.fact(
      "compared",
      "requirements: \(pair.requirementCount), numbers: \(pair.numberCount), captures: \(pair.captureNote)")
    for note in pair.notes { lines += style.fact("note", note) }
    let first = pair.changes.prefix(count)
    let shown = first.filter { $0.action != .ignore || $0.change.kind != .marginGained }
    for change in shown { lines += self.lines(change) }
    let hidden = first.count - shown.count
    if hidden > 0 {
      lines += style.fact(
        "",
        hidden == 1 ? "1 number is farther from its limit" : "\(hidden) numbers are farther from their limits"
      )
    }
    if let rest = pair.restText(after: count) { lines += style.fact("", rest) }
    if pair.changes.isEmpty { lines += style.fact("", "nothing changed") }
    return lines
  }

  private func lines(_ judged: JudgedChange) -> [String] {
    let label = Self.label(judged.action)
    let head = "  " + DisplayText.padded(label, to: 13)
    var lines = DisplayText.hanging(
      head, "\(judged.change.title): \(judged.change.text)", width: style.width)
    lines[0] = lines[0].replacing(label, with: paint(label, judged.action), maxReplacements: 1)
    guard judged.action != .ignore else { return lines }
    let indent = String(repeating: " ", count: head.count)
    let place = judged.change.position.map { "; see \($0)" } ?? ""
    return lines + DisplayText.hanging(indent, judged.reason + place, width: style.width)
  }

  private func footer(_ report: GateReport) -> [String] {
    let label = Self.label(report.decision)
    var lines = style.fact("gate", "\(label): \(report.counts)")
    lines[0] = lines[0].replacing(label, with: paint(label, report.decision.gravest), maxReplacements: 1)
    lines += style.fact("policy", report.policy)
    if report.failsOn != .block { lines += style.fact("fails on", report.failsOn.rawValue) }
    if report.baselineCount > 1 { lines += style.fact("baselines", "\(report.baselineCount)") }
    guard report.decision != .allowed else { return lines }
    // Never wrapped: they are there to be copied.
    return lines
      + report.pairs.filter { !$0.replay.isEmpty && $0.isGrave(report.failsOn) }
      .map { DisplayText.head("replay") + DisplayText.line($0.replay) }
  }

  private func paint(_ label: String, _ action: GatePolicy.Action) -> String {
    switch action {
    case .block: style.paint(label, .red)
    case .cannotTell: style.paint(label, .magenta)
    case .warn: style.paint(label, .yellow)
    case .ignore: label == "ALLOWED" ? style.paint(label, .green) : style.paint(label, .faint)
    }
  }

  package static func label(_ action: GatePolicy.Action) -> String {
    switch action {
    case .block: "BLOCKED"
    case .cannotTell: "CANNOT TELL"
    case .warn: "WARNING"
    case .ignore: "allowed"
    }
  }

  package static func label(_ decision: GateDecision) -> String {
    switch decision {
    case .allowed: "ALLOWED"
    case .blocked: "BLOCKED"
    case .cannotTell: "CANNOT TELL"
    }
  }

}

extension GateChange {
  /// Which requirement and test case it is about, and what kind of change it is.
  package var title: String {
    ([requirement, testCase].compactMap(\.self) + [kind.rawValue]).joined(separator: " ")
  }
}

extension GateDecision {
  /// The action that leads to it.
  package var gravest: GatePolicy.Action {
    switch self {
    case .allowed: .ignore
    case .blocked: .block
    case .cannotTell: .cannotTell
    }
  }
}

extension GateReport {
  /// How many changes there are of each action, in words, the gravest first.
  package var counts: String {
    let counts = GatePolicy.Action.allCases.reversed().compactMap { action -> String? in
      let count = count(of: action)
      return count == 0 ? nil : "\(count) \(Self.word(action))"
    }
    return counts.isEmpty ? "nothing changed" : counts.joined(separator: ", ")
  }

  private static func word(_ action: GatePolicy.Action) -> String {
    switch action {
    case .block: "blocked"
    case .cannotTell: "inconclusive"
    case .warn: "with a warning"
    case .ignore: "allowed"
    }
  }

  /// How many changes of each pair, from its first on, a document shows: the gravest of all pairs, at most `most`.
  package func shownCounts(atMost most: Int) -> [Int] {
    var left = most
    var counts = pairs.map { _ in 0 }
    for action in GatePolicy.Action.allCases.reversed() where left > 0 {
      for (index, pair) in pairs.enumerated() {
        let count = min(left, pair.changes.count { $0.action == action })
        counts[index] += count
        left -= count
      }
    }
    return counts
  }
}

extension PairReport {
  /// How many changes follow the first `count`, which a document shows; nil if none does.
  package func restText(after count: Int) -> String? {
    let rest = changes.count - count
    return rest == 0 ? nil : "and \(DecimalText.grouped(rest)) more in the JSON report"
  }

  /// What tells pairs of an accessory apart: the requirement set of a check, and what a campaign was run with.
  package var subject: String {
    [requirementSet, setting.isEmpty ? nil : setting].compactMap(\.self).joined(separator: ", ")
  }

  /// The verdicts of baseline and candidate, in words.
  package var verdicts: [String] {
    [before, after].map { verdict in verdict.map { OutcomeLabel($0).rawValue } ?? "missing" }
  }

  /// Whether a change blocks or cannot be decided, where the mildest action that blocks is `failsOn`.
  func isGrave(_ failsOn: GatePolicy.Action) -> Bool {
    changes.contains { $0.action == .block || $0.action == .cannotTell || $0.action == failsOn }
  }
}
