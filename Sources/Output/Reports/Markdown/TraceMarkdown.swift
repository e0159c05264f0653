public import AccessoryProfile
public import Verdicts

/// Writes what proves each requirement as the page docs/trace.md: its cases, their public ids, and the faults that the
/// tester finds by them.
public enum TraceMarkdown {
  /// The page, with a line feed at its end.
  public static func text(sets: [RequirementSet], faults: [Fault], cases: [CaseEntry]) -> String {
    let publicIDs = Dictionary(
      uniqueKeysWithValues: cases.compactMap { item in item.publicID.map { (item.id, $0) } })
    var lines = [
      "# What proves what", "",
      "Written by `make docs`; do not edit it by hand. Each requirement with the test cases that judge it, the id of the",
      "public test specification that a case has, the faults that break it and nothing else of its set, and the other",
      "faults that break it. A case without a public id is our own.",
    ]
    for set in sets {
      lines += [
        "", "## \(MarkdownTable.cell(set.title)) (`\(set.id)`)", "",
        "| requirement | case | public test | breaks it alone | breaks it among others |",
        "| --- | --- | --- | --- | --- |",
      ]
      for requirement in set.requirements {
        let breaking = faults.filter { $0.breaks.contains(requirement.id) }
        let alone = breaking.filter { $0.breaksAlone(requirement.id) }
        let others = breaking.filter { !$0.breaksAlone(requirement.id) }
        for (index, id) in requirement.cases.enumerated() {
          let isFirst = index == 0
          lines.append(
            MarkdownTable.row([
              isFirst ? requirement.id : "", "`\(id)`", publicIDs[id].map { "`\($0)`" } ?? "-",
              isFirst ? names(alone, level: requirement.level) : "",
              isFirst ? names(others, level: .info) : "",
            ]))
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func names(_ faults: [Fault], level: Requirement.Level) -> String {
    if faults.isEmpty { return level == .info ? "-" : "none yet" }
    return faults.map { "`\($0.name)`" }.joined(separator: ", ")
  }
}
