internal import CoreTypes
internal import Profiles
package import Scenarios
internal import Verdicts

/// Writes reports of scenarios as JUnit XML: a suite for each scenario, a test case for each expectation. There are no
/// times: equal runs give equal files.
package enum ScenarioJUnit {
  /// The document for all reports, in their order.
  package static func text(_ reports: [ScenarioReport], tool: ToolIdentity) -> String {
    var xml = XMLText()
    let all = counts(reports.flatMap(\.steps)).filter { $0.0 != "skipped" }
    xml.begin("testsuites", [("name", "\(tool.name) \(tool.version)")] + all)
    for report in reports { write(report, to: &xml) }
    xml.end()
    return xml.text
  }

  private static func counts(_ steps: [Step]) -> [(String, String)] {
    [
      ("tests", "\(steps.count)"), ("failures", "\(steps.count { $0.verdict == .fail })"),
      ("errors", "\(steps.count { $0.verdict == .inconclusive })"), ("skipped", "0"),
    ]
  }

  private static func write(_ report: ScenarioReport, to xml: inout XMLText) {
    xml.begin("testsuite", [("name", report.id)] + counts(report.steps))
    for step in report.steps {
      xml.begin(
        "testcase", [("classname", "scenario.\(report.id)"), ("name", step.name), ("file", report.path)])
      let message = [("message", step.outcome)]
      switch step.verdict {
      case .fail: xml.element("failure", message + [("type", "expectation")])
      case .inconclusive: xml.element("error", message + [("type", "inconclusive")])
      case .pass, .notApplicable: break
      }
      let frames =
        step.frames.isEmpty ? "" : ", frames " + step.frames.map(String.init).joined(separator: " ")
      xml.element("system-out", content: step.outcome + frames)
      xml.end()
    }
    xml.end()
  }
}
