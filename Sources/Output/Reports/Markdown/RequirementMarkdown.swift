package import Faults
package import Profiles
package import Verdicts

/// Writes requirement sets and test cases as the pages docs/requirements.md and docs/requirements/SET.md.
package enum RequirementMarkdown {
  /// The page that leads to those of the sets, with a line feed at its end.
  package static func overview(_ sets: [RequirementSet], cases: [CaseEntry]) -> String {
    var lines = [
      "# Requirements and test cases", "",
      "Written by `make docs` from `Profiles/requirements` and the test cases; do not edit it by hand.", "",
      "| set | title | requirements | of level must | test cases |", "| --- | --- | --- | --- | --- |",
    ]
    for set in sets {
      lines.append(
        MarkdownTable.row([
          link(set.id, in: "requirements/"), MarkdownTable.cell(set.title), "\(set.requirements.count)",
          "\(set.requirements.filter { $0.level == .must }.count)",
          "\(Set(set.requirements.flatMap(\.cases)).count)",
        ]))
    }
    lines += [
      "",
      "`reflector list --requirements SET` prints the requirements of a set, and `reflector explain ID` one of them.",
      "", "## Test cases", "", "| case | title | serves |", "| --- | --- | --- |",
    ]
    for item in cases {
      let served = sets.flatMap { set in
        set.requirements.filter { $0.origin == set.id && $0.cases.contains(item.id) }.map {
          "[\($0.id)](requirements/\(set.id).md)"
        }
      }
      lines.append(
        MarkdownTable.row([
          "`\(item.id)`", MarkdownTable.cell(item.title),
          served.isEmpty ? "-" : served.joined(separator: ", "),
        ]))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The page of a set, with the cases that serve its own requirements, beside the pages of sets that it links.
  package static func page(_ set: RequirementSet, cases: [CaseEntry], pages: [String]) -> String {
    var lines = section(set, cases: cases, pages: pages)
    let served = Set(set.requirements.filter { $0.origin == set.id }.flatMap(\.cases))
    let own = cases.filter { served.contains($0.id) }
    if !own.isEmpty { lines += ["", "## Test cases"] }
    for item in own {
      lines += [
        "", "### \(item.id)", "", MarkdownTable.cell(item.title) + ".", "",
        MarkdownTable.cell(item.procedure),
      ]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func link(_ id: String, in folder: String = "") -> String { "[`\(id)`](\(folder)\(id).md)" }

  private static func section(_ set: RequirementSet, cases: [CaseEntry], pages: [String]) -> [String] {
    var lines = [
      "# \(MarkdownTable.cell(set.title)) (`\(set.id)`)", "",
      "Written by `reflector list --requirements \(set.id) --markdown`.", "", MarkdownTable.cell(set.summary),
      "",
    ]
    let facts =
      (set.version.map { ["Version \($0)."] } ?? [])
      + (set.lastSeen.map { ["Sources last read \($0)."] } ?? [])
      + (set.bases.isEmpty
        ? []
        : [
          "Extends \(set.bases.map { pages.contains($0) ? link($0) : "`\($0)`" }.joined(separator: ", ")); those cases are described there."
        ])
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

/// Writes the named faults as the page docs/faults.md.
package enum FaultMarkdown {
  /// The page, with a line feed at its end.
  package static func text(_ faults: [Fault], sets: [RequirementSet]) -> String {
    var lines = [
      "# Faults", "",
      "Written by `make docs`; do not edit it by hand. A fault makes an accessory wrong in one way, to show that the",
      "tester notices. `faults: [NAME]` in a profile plants it, and so does `--fault NAME`. Its command checks an",
      "accessory that shows it: the fault breaks the requirements listed, and no others of their sets.",
    ]
    for area in Fault.Area.allCases {
      let members = faults.filter { $0.area == area }
      guard !members.isEmpty else { continue }
      lines += ["", "## \(heading(area))"]
      for fault in members { lines += section(fault, sets) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func section(_ fault: Fault, _ sets: [RequirementSet]) -> [String] {
    let broken = sets.filter { set in fault.breaks.contains { set.requirement($0) != nil } }.map(\.id)
    var lines = ["", "### `\(fault.id)`", "", "**\(fault.summary)** \(fault.inFirmware)", ""]
    lines.append(
      "- `reflector check \(fault.shownIn) --fault \(fault.id) --requirements \(broken.joined(separator: ","))`"
    )
    lines.append("- breaks: \(fault.breaks.joined(separator: ", "))")
    if !fault.blocks.isEmpty {
      lines.append("- keeps from being judged: \(fault.blocks.joined(separator: ", "))")
    }
    if let report = fault.report { lines.append("- seen in: \(report)") }
    return lines
  }

  private static func heading(_ area: Fault.Area) -> String {
    switch area {
    case .protocol: "Protocol"
    case .timing: "Timing"
    case .security: "Security"
    case .radio: "Radio"
    case .reporting: "Reporting"
    case .gatt: "GATT"
    case .advertising: "Advertising"
    }
  }
}

/// Writes what proves each requirement as the page docs/trace.md: its cases, their public ids, and the faults that the
/// tester finds by them.
package enum TraceMarkdown {
  /// The page, with a line feed at its end.
  package static func text(sets: [RequirementSet], faults: [Fault], cases: [CaseEntry]) -> String {
    let publicIDs = Dictionary(
      uniqueKeysWithValues: cases.compactMap { item in item.publicID.map { (item.id, $0) } })
    var lines = [
      "# Traceability", "",
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
    return faults.map { "`\($0.id)`" }.joined(separator: ", ")
  }
}
