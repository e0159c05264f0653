internal import Capture
internal import Documents
internal import Notation
internal import Profiles
package import Verdicts

/// Writes reports in the Test Anything Protocol: a test point for each requirement of each report. [TAP version 13
/// specification]
///
/// It is not version 14: `prove` of Perl refuses that one, and other consumers pass over its subtests.
///
/// Only a requirement that an accessory must meet is `not ok`: if it failed, or could not be judged. What does not
/// apply, and a failure that is waived, is skipped with the reason. The diagnostics tell what became of all others.
package enum CheckTAP {
  /// The document for all reports, in their order.
  package static func text(_ reports: [CheckReport]) -> String {
    let count = reports.map { $0.requirements.count + ($0.lacksSources ? 1 : 0) }.reduce(0, +)
    var lines = ["TAP version 13", "1..\(count)"]
    var number = 0
    for report in reports { lines += points(report, after: &number) }
    if reports.contains(where: \.isPartial) { lines.append("# partial: the check was interrupted") }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func points(_ report: CheckReport, after number: inout Int) -> [String] {
    var lines = ["# " + DisplayText.line("\(report.accessory), \(report.requirementSet)")]
    lines += report.sourceSummary.map { ["# \($0)"] } ?? []
    func point(_ isOK: Bool, _ text: String) -> String {
      number += 1
      let name = escaped("\(report.profilePath), \(report.requirementSet): \(text)")
      return "\(isOK ? "ok" : "not ok") \(number) - \(name)"
    }
    for result in report.requirements {
      let isOK = result.level != .must || ![.fail, .inconclusive].contains(result.label)
      lines.append(point(isOK, "\(result.id) \(result.title)") + directive(result))
      if result.label != .pass { lines += diagnostics(result, report).map { "  " + $0 } }
    }
    if report.lacksSources { lines.append(point(false, "Sources of the declared values")) }
    return lines
  }

  private static func directive(_ result: RequirementResult) -> String {
    switch result.label {
    case .notApplicable: " # SKIP " + escaped(result.remarks.first ?? "not applicable")
    case .waived: " # SKIP " + escaped(result.remarks.first ?? "waived")
    default: ""
    }
  }

  /// A block of YAML: texts in double quotes, lists in one line.
  private static func diagnostics(_ result: RequirementResult, _ report: CheckReport) -> [String] {
    var pairs: [(String, String)] = [
      ("outcome", quoted(result.label.rawValue)), ("verdict", quoted(result.verdict.word)),
      ("level", quoted(result.level.rawValue)),
      ("remarks", "[" + result.remarks.map(quoted).joined(separator: ", ") + "]"),
    ]
    if let step = result.failedStep {
      pairs += [("required", quoted(step.required)), ("measured", quoted(step.measured))]
      if let margin = step.margin { pairs.append(("margin", quoted(margin))) }
    }
    if let declared = result.declared { pairs.append(("at", quoted("\(declared.position)"))) }
    if !result.frames.isEmpty {
      pairs.append(("frames", "[" + result.frames.map(String.init).joined(separator: ", ") + "]"))
      pairs.append(
        ("interfaces", "[" + result.interfaces.map { quoted($0.name) }.joined(separator: ", ") + "]"))
    }
    if let path = report.capturePath { pairs.append(("capture", quoted(path))) }
    pairs.append(("replay", quoted(report.replay)))
    return ["---"] + pairs.map { "\($0): \($1)" } + ["..."]
  }

  /// A description in one line, in which nothing begins a directive.
  static func escaped(_ text: String) -> String {
    DisplayText.line(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }

  /// YAML takes the double-quoted texts of JSON.
  private static func quoted(_ text: String) -> String { JSONValue.text(text).line }
}
