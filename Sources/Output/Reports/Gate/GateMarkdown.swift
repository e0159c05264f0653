internal import Documents
package import Gate
internal import Profiles

/// Writes what a gate says in GitHub's Markdown, for a job or a pull request.
package enum GateMarkdown {
  /// The heading of every page.
  package static let title = "Channel Sounding gate"

  /// The page, with a line feed at its end.
  package static func text(_ report: GateReport, tool: ToolIdentity) -> String {
    var lines = [
      "# \(title)", "",
      "\(mark(report.decision.gravest)) **\(GateText.label(report.decision))**: \(report.counts)", "",
    ]
    if report.baselineCount == 0 { lines += ["> [!WARNING]", "> **\(GateText.noBaseline)**", ""] }
    let shown = report.shownCounts(atMost: GateText.maximumChanges)
    for (pair, count) in zip(report.pairs, shown) { lines += section(pair, first: count, report.failsOn) }
    lines.append(
      "policy: \(MarkdownTable.text(report.policy)); \(MarkdownTable.text(tool.name)) "
        + MarkdownTable.text(tool.version))
    return lines.map { $0 + "\n" }.joined()
  }

  private static func section(
    _ pair: PairReport, first count: Int, _ failsOn: GatePolicy.Action
  ) -> [String] {
    var lines = [
      "## \(MarkdownTable.text(pair.accessory))", "",
      "\(subject(pair)). Compared: requirements \(pair.requirementCount), "
        + "numbers \(pair.numberCount), captures: \(MarkdownTable.text(pair.captureNote)).", "",
    ]
    for note in pair.notes { lines += ["\(MarkdownTable.text(note)).", ""] }
    let first = pair.changes.prefix(count)
    let shown = first.filter { $0.action != .ignore }
    if !shown.isEmpty { lines += table(shown) + [""] }
    let ignored = first.filter { $0.action == .ignore }
    if !ignored.isEmpty {
      lines += ["<details><summary>\(ignored.count) allowed</summary>", ""] + table(ignored)
      lines += ["", "</details>", ""]
    }
    if let rest = pair.restText(after: count) { lines += ["\(rest)", ""] }
    if pair.isGrave(failsOn), !pair.replay.isEmpty {
      lines += ["- replay: \(MarkdownTable.code(pair.replay))", ""]
    }
    return lines
  }

  /// The profile, what it was held against, and both verdicts, where there are any.
  private static func subject(_ pair: PairReport) -> String {
    MarkdownTable.code(pair.profilePath)
      + (pair.setting.isEmpty ? "" : " with \(MarkdownTable.text(pair.setting))")
      + (pair.requirementSet.map {
        " against \(MarkdownTable.code($0)): \(pair.verdicts.joined(separator: " → "))"
      } ?? "")
  }

  private static func table(_ changes: [JudgedChange]) -> [String] {
    ["| | change | detail | reason | declared at |", "| --- | --- | --- | --- | --- |"]
      + changes.map { judged in
        MarkdownTable.row([
          mark(judged.action), MarkdownTable.text(judged.change.title),
          MarkdownTable.text(judged.change.text), MarkdownTable.text(judged.reason),
          judged.change.position.map { MarkdownTable.codeCell($0.description) } ?? "-",
        ])
      }
  }

  private static func mark(_ action: GatePolicy.Action) -> String {
    switch action {
    case .block: "❌"
    case .cannotTell: "❔"
    case .warn: "⚠️"
    case .ignore: "✅"
    }
  }
}
