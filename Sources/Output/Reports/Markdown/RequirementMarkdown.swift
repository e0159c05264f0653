public import AccessoryProfile
public import Verdicts

/// Writes requirement sets and test cases as the page docs/requirements.md.
public enum RequirementMarkdown {
  /// The page, with a line feed at its end.
  public static func text(sets: [RequirementSet], cases: [CaseEntry]) -> String {
    var lines = [
      "# Requirements and test cases", "",
      "Written by `make docs` from `Profiles/requirements` and the test cases; do not edit it by hand.",
    ]
    for set in sets { lines += section(set, cases: cases) }
    lines += ["", "## Test cases", "", "| case | title | serves |", "| --- | --- | --- |"]
    let requirements = sets.flatMap(\.requirements)
    for item in cases {
      let served = requirements.filter { $0.cases.contains(item.id) }.map(\.id).joined(separator: ", ")
      lines.append(
        MarkdownTable.row(["`\(item.id)`", MarkdownTable.cell(item.title), served.isEmpty ? "-" : served]))
    }
    for item in cases {
      lines += [
        "", "### \(item.id)", "", MarkdownTable.cell(item.title) + ".", "",
        MarkdownTable.cell(item.procedure),
      ]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func section(_ set: RequirementSet, cases: [CaseEntry]) -> [String] {
    var lines = [
      "", "## \(MarkdownTable.cell(set.title)) (`\(set.id)`)", "", MarkdownTable.cell(set.summary), "",
    ]
    let facts =
      (set.version.map { ["Version \($0)."] } ?? [])
      + (set.lastSeen.map { ["Sources last read \($0)."] } ?? [])
      + (set.bases.isEmpty ? [] : ["Extends \(set.bases.map { "`\($0)`" }.joined(separator: ", "))."])
    if !facts.isEmpty { lines += [facts.joined(separator: " "), ""] }
    for drop in set.drops { lines.append("- \(drop.id) does not hold: \(MarkdownTable.cell(drop.reason))") }
    if !set.drops.isEmpty { lines.append("") }
    lines += [
      "| id | requirement | level | test cases | limits | source |", "| --- | --- | --- | --- | --- | --- |",
    ]
    for requirement in set.requirements {
      let known = requirement.cases.map { id in
        cases.contains { $0.id == id } ? "`\(id)`" : "`\(id)` (not covered)"
      }
      let limits = requirement.limits.map { "`\($0.name)` \(number($0.value))" }
      lines.append(
        MarkdownTable.row([
          requirement.id,
          "**\(MarkdownTable.cell(requirement.title))** \(MarkdownTable.cell(requirement.text))",
          requirement.level.rawValue,
          known.joined(separator: ", "), limits.isEmpty ? "-" : limits.joined(separator: ", "),
          MarkdownTable.cell(requirement.source),
        ]))
    }
    return lines
  }

  /// Without a fraction where there is none.
  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }
}
