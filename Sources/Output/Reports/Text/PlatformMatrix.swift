internal import Notation
internal import Profiles
package import Verdicts

/// Accessories against platforms: one line an accessory, one column a requirement set, and below it what stands in
/// the way.
package struct PlatformMatrix: Sendable {
  /// The result of one accessory under one set.
  package struct Cell: Sendable {
    package let report: CheckReport

    func ids(_ labels: OutcomeLabel...) -> [String] {
      report.requirements.filter { labels.contains($0.label) }.map(\.id)
    }

    /// As `FAIL 2, WARN 1`.
    package var text: String {
      let verdict = OutcomeLabel(report.verdict)
      let deciding = verdict == .pass ? [] : ids(verdict)
      let noted = [OutcomeLabel.waived, .warning].compactMap { label in
        ids(label).isEmpty ? nil : ", \(label.rawValue) \(ids(label).count)"
      }
      return verdict.rawValue + (deciding.isEmpty ? "" : " \(deciding.count)") + noted.joined()
        + (report.isPartial ? ", partial" : "")
    }
  }

  /// The sets, in the order in which they were checked.
  package let sets: [String]
  /// The accessories by path, each with a cell for each set; nil for what was not checked.
  package let rows: [(profile: String, cells: [Cell?])]

  package init(_ reports: [CheckReport]) {
    var sets: [String] = []
    var profiles: [String] = []
    for report in reports {
      if !sets.contains(report.requirementSet) { sets.append(report.requirementSet) }
      if !profiles.contains(report.profilePath) { profiles.append(report.profilePath) }
    }
    self.sets = sets
    rows = profiles.map { profile in
      (
        profile,
        sets.map { set in
          reports.first { $0.profilePath == profile && $0.requirementSet == set }.map(Cell.init)
        }
      )
    }
  }

  /// The matrix for people, with a line feed at its end.
  package func text(width: Int) -> String {
    let obstacles = obstacles.map { obstacle in
      DisplayText.hanging("  ", obstacle.profile + ", " + obstacle.set + ": " + obstacle.text, width: width)
    }
    let lines = (table(width: width) ?? list) + (obstacles.isEmpty ? [] : ["", "Obstacles:"])
    return (lines + obstacles.flatMap { $0 }).map { $0 + "\n" }.joined()
  }

  /// One line an accessory; nil if so many sets do not stand side by side.
  private func table(width: Int) -> [String]? {
    var table = TextTable([.init("PROFILE", minimum: 12)] + sets.map { .init($0) })
    for row in rows { table.append([row.profile] + row.cells.map { $0?.text ?? "-" }) }
    return table.widths(in: width) == nil ? nil : table.lines(width: width)
  }

  /// One line a set, accessory by accessory.
  private var list: [String] {
    let widest = sets.map(DisplayText.width).max() ?? 0
    return rows.flatMap { row in
      [row.profile]
        + zip(sets, row.cells).map { set, cell in
          let blanks = String(repeating: " ", count: widest - DisplayText.width(set) + 2)
          return "  " + set + blanks + (cell?.text ?? "-")
        }
    }
  }

  /// The same as Markdown, line by line.
  var markdown: [String] {
    var lines = [
      MarkdownTable.row(["profile"] + sets.map(MarkdownTable.codeCell)),
      MarkdownTable.row([String](repeating: "---", count: sets.count + 1)),
    ]
    for row in rows {
      let cells = row.cells.map { cell in
        cell.map { "\(OutcomeLabel($0.report.verdict).mark) \($0.text)" } ?? "-"
      }
      lines.append(MarkdownTable.row([MarkdownTable.codeCell(row.profile)] + cells))
    }
    if !obstacles.isEmpty { lines += ["", "Obstacles:", ""] }
    return lines
      + obstacles.map { obstacle in
        "- \(MarkdownTable.code(obstacle.profile)), \(MarkdownTable.code(obstacle.set)): "
          + MarkdownTable.text(obstacle.text)
      }
  }

  /// What keeps an accessory from a platform, with the title of each requirement.
  private var obstacles: [(profile: String, set: String, text: String)] {
    rows.flatMap { row in
      row.cells.compactMap { $0 }.compactMap { cell in
        let inTheWay = cell.report.requirements.filter {
          $0.level == .must && [.fail, .inconclusive].contains($0.label)
        }
        let names = inTheWay.map { result in
          "\(result.id) \(result.title)" + (result.label == .inconclusive ? " (inconclusive)" : "")
        }
        return names.isEmpty ? nil : (row.profile, cell.report.requirementSet, names.joined(separator: "; "))
      }
    }
  }
}

extension PlatformMatrix: JSONConvertible {
  private static let row: [JSONField<(profile: String, cells: [Cell?])>] = [
    .init("profile", "The profile as the user named it.") { $0.profile },
    .list("platforms", "One for each requirement set.", of: cell) { $0.cells.compactMap(\.self) },
  ]

  private static let cell: [JSONField<Cell>] = [
    .init("requirement_set", "The id of the set.", \.report.requirementSet),
    .init("verdict", "The worst verdict.", \.report.verdict),
    .init("failed", "Requirements.") { $0.ids(.fail) },
    .init("inconclusive", "Requirements.") { $0.ids(.inconclusive) },
    .init("warnings", "Requirements.") { $0.ids(.warning) },
    .init("waived", "Requirements.") { $0.ids(.waived) },
    .init("partial", "Whether the check was interrupted.", \.report.isPartial),
  ]

  static var jsonShape: SchemaShape { .list(of: .object(row.map(\.schema))) }
  var json: JSONValue { .list(rows.map { .object(Self.row.members(of: $0)) }) }
}
