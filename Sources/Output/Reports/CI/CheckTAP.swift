internal import Capture
internal import Documents
internal import Notation
internal import Profiles
public import Verdicts

/// Writes reports in the Test Anything Protocol: a subtest for each report, a test point for each requirement.
/// [TAP version 14 specification]
///
/// Only a requirement that an accessory must meet is `not ok`: if it failed, or could not be judged. What does not
/// apply, and a failure that is waived, is skipped with the reason. The diagnostics tell what became of all others.
public enum CheckTAP {
  /// The document for all reports, in their order.
  public static func text(_ reports: [CheckReport]) -> String {
    var lines = ["TAP version 14", "1..\(reports.count)"]
    for (index, report) in reports.enumerated() {
      let name = escaped("\(report.accessory) (\(report.profilePath)), \(report.requirementSet)")
      lines.append("# Subtest: \(name)")
      lines += subtest(report).map { "    " + $0 }
      let isOK = report.outcome != .fail && report.outcome != .inconclusive
      lines.append("\(isOK ? "ok" : "not ok") \(index + 1) - \(name)")
    }
    if reports.contains(where: \.isPartial) { lines.append("# partial: the check was interrupted") }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func subtest(_ report: CheckReport) -> [String] {
    let count = report.requirements.count + (report.lacksSources ? 1 : 0)
    var lines = ["1..\(count)"] + (report.sourceSummary.map { ["# \($0)"] } ?? [])
    for (index, result) in report.requirements.enumerated() {
      let isOK = result.level != .must || ![.fail, .inconclusive].contains(result.label)
      let name = "\(isOK ? "ok" : "not ok") \(index + 1) - " + escaped("\(result.id) \(result.title)")
      lines.append(name + directive(result))
      if result.label != .pass { lines += diagnostics(result, report).map { "  " + $0 } }
    }
    if report.lacksSources { lines.append("not ok \(count) - Sources of the declared values") }
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
  private static func escaped(_ text: String) -> String {
    DisplayText.line(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }

  /// YAML takes the double-quoted texts of JSON.
  private static func quoted(_ text: String) -> String { JSONValue.text(text).line }
}
