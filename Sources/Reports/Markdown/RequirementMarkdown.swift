public import AccessoryProfile
public import Conformance

/// Writes requirement sets and test cases as the page docs/requirements.md.
public enum RequirementMarkdown {
  /// The page, with a line feed at its end.
  public static func text(sets: [RequirementSet], cases: [TestCase]) -> String {
    var lines = [
      "# Requirements and test cases", "",
      "Written by `make docs` from `Profiles/requirements` and the test cases; do not edit it by hand.",
    ]
    for set in sets { lines += section(set, cases: cases) }
    lines += ["", "## Test cases", "", "| case | title | serves |", "| --- | --- | --- |"]
    let requirements = sets.flatMap(\.requirements)
    for item in cases {
      let served = requirements.filter { $0.cases.contains(item.id) }.map(\.id).joined(separator: ", ")
      lines.append(row(["`\(item.id)`", cell(item.title), served.isEmpty ? "-" : served]))
    }
    for item in cases {
      lines += ["", "### \(item.id)", "", cell(item.title) + ".", "", cell(item.procedure)]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func section(_ set: RequirementSet, cases: [TestCase]) -> [String] {
    var lines = ["", "## \(cell(set.title)) (`\(set.id)`)", "", cell(set.summary), ""]
    lines += [
      "| id | requirement | level | test cases | limits | source |", "| --- | --- | --- | --- | --- | --- |",
    ]
    for requirement in set.requirements {
      let known = requirement.cases.map { id in
        cases.contains { $0.id == id } ? "`\(id)`" : "`\(id)` (not covered)"
      }
      let limits = requirement.limits.map { "`\($0.name)` \(number($0.value))" }
      lines.append(
        row([
          requirement.id, "**\(cell(requirement.title))** \(cell(requirement.text))",
          requirement.level.rawValue,
          known.joined(separator: ", "), limits.isEmpty ? "-" : limits.joined(separator: ", "),
          cell(requirement.source),
        ]))
    }
    return lines
  }

  private static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  /// Text that neither ends a cell nor begins a line.
  private static func cell(_ text: String) -> String {
    DisplayText.line(text).replacing("|", with: "\\|").split(separator: " ").joined(separator: " ")
  }

  /// Without a fraction where there is none.
  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }
}
