internal import Capture
internal import Documents
internal import Notation
internal import Profiles
package import Verdicts

/// Writes reports as JUnit XML: a suite for each accessory, a test case for each requirement.
///
/// A failed requirement that an accessory must meet is a failure, an inconclusive one an error. One that does not
/// apply, a failure that is waived, and a recommendation that could not be judged is skipped with the reason. What
/// was looked at stands in `system-out`. Times are virtual: equal runs give equal files.
package enum CheckJUnit {
  /// The document for all reports, in their order.
  package static func text(_ reports: [CheckReport], tool: ToolIdentity) -> String {
    var xml = XMLText()
    let name = [("name", "\(tool.name) \(tool.version)")]
    xml.begin("testsuites", name + counts(reports).filter { $0.0 != "skipped" } + [time(reports)])
    let names = TestClassNames(reports)
    for report in reports { write(report, names.name(report), to: &xml) }
    xml.end()
    return xml.text
  }

  private static func time(_ reports: [CheckReport]) -> (String, String) {
    time(reports.flatMap(\.requirements).flatMap(\.cases))
  }

  /// The virtual time of cases.
  private static func time(_ cases: [CaseResult]) -> (String, String) {
    ("time", DecimalText.fixed(cases.reduce(0) { $0 + $1.seconds }, digits: 3))
  }

  private static func counts(_ reports: [CheckReport]) -> [(String, String)] {
    let results = reports.flatMap(\.requirements)
    let lacking = reports.count(where: \.lacksSources)
    let errors = results.count { $0.label == .inconclusive && $0.level == .must }
    return [
      ("tests", "\(results.count + lacking)"),
      ("failures", "\(results.count { $0.label == .fail })"),
      ("errors", "\(errors + lacking)"),
      ("skipped", "\(results.count(where: isSkipped))"),
    ]
  }

  private static func isSkipped(_ result: RequirementResult) -> Bool {
    switch result.label {
    case .notApplicable, .waived: true
    case .inconclusive: result.level != .must
    case .pass, .warning, .fail, .information: false
    }
  }

  private static func write(_ report: CheckReport, _ className: String, to xml: inout XMLText) {
    xml.begin(
      "testsuite",
      [("name", "\(report.accessory) (\(report.profilePath))")] + counts([report])
        + [time([report]), ("file", report.profilePath)])
    xml.begin("properties")
    var properties = [
      ("profile", report.profilePath), ("digest", report.profileDigest), ("phone", report.phone),
      ("environment", report.environment), ("distance_m", "\(report.distanceMetres)"),
      ("seed", "\(report.seed)"), ("replay", report.replay),
    ]
    if let summary = report.sourceSummary { properties.append(("sources", summary)) }
    if report.isPartial { properties.append(("partial", "true")) }
    if let path = report.capturePath { properties.append(("capture", path)) }
    properties += report.interpretations.map { ("interpretations.\($0.field)", $0.value) }
    for (name, value) in properties { xml.element("property", [("name", name), ("value", value)]) }
    xml.end()
    for result in report.requirements { write(result, className, to: &xml) }
    if report.lacksSources { writeSources(report, className, to: &xml) }
    let remarks = [report.sourceSummary].compactMap(\.self) + report.notices
    if !remarks.isEmpty { xml.element("system-out", content: remarks.joined(separator: "\n")) }
    xml.end()
  }

  private static func write(_ result: RequirementResult, _ className: String, to xml: inout XMLText) {
    xml.begin(
      "testcase",
      [
        ("classname", className), ("name", "\(result.id) \(result.title)"), time(result.cases),
      ])
    let message = [("message", result.remarks.first ?? "no reason given")]
    let remarks = result.remarks.joined(separator: "\n")
    switch result.label {
    case _ where isSkipped(result): xml.element("skipped", message)
    case .fail: xml.element("failure", message + [("type", "requirement")], content: remarks)
    case .inconclusive: xml.element("error", message + [("type", "inconclusive")], content: remarks)
    case .pass, .warning, .waived, .notApplicable, .information: break
    }
    xml.element("system-out", content: protocolText(result))
    xml.end()
  }

  /// A case of its own for sources that are required and lack.
  private static func writeSources(_ report: CheckReport, _ className: String, to xml: inout XMLText) {
    xml.begin(
      "testcase",
      [
        ("classname", className), ("name", "Sources of the declared values"), ("time", "0.000"),
      ])
    xml.element("error", [("message", report.sourceSummary ?? ""), ("type", "inconclusive")], content: "")
    xml.end()
  }

  /// As `, frames 12 (ll) 15 (hci-initiator)`.
  private static func frames(_ step: Step) -> String {
    guard !step.frames.isEmpty else { return "" }
    let places = step.frames.enumerated().map { index, frame in
      step.interfaces.indices.contains(index) ? "\(frame) (\(step.interfaces[index].name))" : "\(frame)"
    }
    return ", frames " + places.joined(separator: " ")
  }

  /// Everything that was looked at, a line a step.
  private static func protocolText(_ result: RequirementResult) -> String {
    var lines = result.declared.map { ["declared: \($0.path): \($0.text) (\($0.place))"] } ?? []
    for item in result.cases {
      lines.append("\(item.id) \(item.title): \(item.verdict.word)" + (item.reason.map { ", \($0)" } ?? ""))
      lines += item.steps.map { step in
        "  \(step.isMet ? "met" : step.doubt == nil ? "not met" : "open"): \(step.name): \(step.outcome)\(frames(step))"
      }
      lines += item.warnings.map { "  warning: \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}

/// The classes of test cases. Servers tell test cases apart by class and name alone, so a class names the requirement
/// set and the profile: by the name of its file, and by its whole path where several profiles have that name.
struct TestClassNames {
  private var byPath: [String: String] = [:]

  /// Names the profiles of `reports`, which stand in one document.
  init(_ reports: [CheckReport]) {
    let byStem = Dictionary(grouping: Set(reports.map(\.profilePath)), by: Self.stem)
    var given: Set<String> = []
    for path in reports.map(\.profilePath) where byPath[path] == nil {
      let stem = Self.stem(path)
      let base = byStem[stem]?.count == 1 ? stem : Self.wholeName(path)
      var name = base
      var number = 1
      while !given.insert(name).inserted {
        number += 1
        name = "\(base)-\(number)"
      }
      byPath[path] = name
    }
  }

  /// The class of the test cases of a report.
  func name(_ report: CheckReport) -> String {
    report.requirementSet + "." + (byPath[report.profilePath] ?? Self.stem(report.profilePath))
  }

  private static func stem(_ path: String) -> String {
    part(path.split(separator: "/").last ?? "")
  }

  /// The folders and the file; a class name has dots between its parts.
  private static func wholeName(_ path: String) -> String {
    path.split(separator: "/").map(part).joined(separator: ".")
  }

  private static func part(_ name: Substring) -> String {
    String(name.hasSuffix(".yaml") ? name.dropLast(5) : name).replacing(".", with: "-")
  }
}
