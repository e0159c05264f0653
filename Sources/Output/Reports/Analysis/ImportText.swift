package import Analysis
internal import Notation
package import ProfileImport

/// What came of an import, for people.
package struct ImportText {
  private let style: TextStyle

  /// Lays out for a terminal of the style's width.
  package init(style: TextStyle) { self.style = style }

  /// A summary of some lines. Of the recordings, those are named that were not read as a whole.
  package func text(
    _ outcome: ProfileImporter.Outcome, accessory: String, recordings: [RecordingSummary], path: String
  ) -> String {
    var lines = item("accessory", [accessory])
    lines += item("unread", recordings.flatMap { file in file.unread.map { "\(file.name): \($0)" } })
    lines += item("damage", recordings.flatMap { file in file.damage.map { "\(file.name): \($0)" } })
    lines += item("seen", outcome.seen)
    lines += item("fitted", outcome.fitted)
    lines += item("assumed", outcome.assumed.isEmpty ? [] : [outcome.assumed.joined(separator: ", ")])
    lines += item("unknown", outcome.unknown.isEmpty ? [] : [outcome.unknown.joined(separator: ", ")])
    lines += item("remarks", outcome.remarks)
    if path != "-" {
      let next = ShellText.command(["reflector", "check", ShellText.path(path)])
      lines += ["", "wrote \(path); next: \(next)"]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func item(_ name: String, _ texts: [String]) -> [String] {
    texts.enumerated().flatMap { index, text in
      DisplayText.hanging(
        "  " + DisplayText.padded(index == 0 ? name : "", to: 11), text, width: style.width)
    }
  }
}
