internal import AccessoryProfile
internal import Verdicts

/// Writes what became of waivers for the Markdown summary.
enum WaiverMarkdown {
  /// A heading and a table, in the order of the file, with an empty line at its end.
  static func section(_ review: WaiverReview) -> [String] {
    let used = review.entries.count { $0.state == .used }
    var lines = [
      "## Waivers", "",
      "\(MarkdownTable.code(review.file)) on \(review.today): \(used) of \(review.entries.count) used", "",
    ]
    guard !review.entries.isEmpty else { return lines }
    lines += ["| waives | for | until | state | why | at |", "| --- | --- | --- | --- | --- | --- |"]
    for entry in review.entries {
      let waiver = entry.waiver
      let caseID = waiver.caseID.map { " " + MarkdownTable.code($0) } ?? ""
      lines.append(
        MarkdownTable.row([
          "**\(MarkdownTable.text(waiver.requirementID))**" + caseID,
          waiver.profile.map(MarkdownTable.code) ?? "every profile", waiver.expires.description,
          word(entry.state), MarkdownTable.text(waiver.reason),
          MarkdownTable.code(waiver.position.description),
        ]))
    }
    return lines + [""]
  }

  private static func word(_ state: WaiverReview.State) -> String {
    switch state {
    case .used: "used"
    case .expired: "expired: it does not help"
    case .unneeded: "not needed: remove it"
    case .unknown: "for nothing that was asked"
    case .notChecked: "not checked"
    }
  }
}
