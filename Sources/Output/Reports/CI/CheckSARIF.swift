internal import Capture
internal import Documents
internal import Notation
internal import Profiles
package import Verdicts

/// Writes reports as SARIF 2.1.0, which code hosts show at the lines of the profile.
///
/// A result stands for a requirement that failed, was followed with a warning, or could not be judged, at the
/// value of the profile that declares what it is about. A failure that is waived is a suppressed result.
/// [SARIF 2.1.0, OASIS standard, 3.14 to 3.49]
package enum CheckSARIF {
  /// One run with all reports, in their order, with a line feed at its end.
  ///
  /// - Parameter help: the pages that explain the requirements; nil for none.
  package static func text(
    _ reports: [CheckReport], tool: ToolIdentity, help: HelpAddress? = nil
  ) -> String {
    var sets: [String] = []
    for report in reports where !sets.contains(report.requirementSet) { sets.append(report.requirementSet) }
    var log = SARIFLog(
      tool: tool, category: "check/" + sets.joined(separator: "+"),
      isPartial: reports.contains(where: \.isPartial))
    for report in reports {
      for requirement in report.requirements { log.add(rule(requirement, set: report.requirementSet, help)) }
    }
    for report in reports {
      for requirement in report.requirements { result(requirement, report).map { log.add($0) } }
    }
    addSources(of: reports, to: &log)
    return log.text
  }

  /// A result for each profile that declares values without a source: a note, or a warning where they are required.
  private static func addSources(of reports: [CheckReport], to log: inout SARIFLog) {
    let id = "declared-sources"
    var paths: Set<String> = []
    for report in reports where report.assumedCount > 0 && paths.insert(report.profilePath).inserted {
      let text = "Each declared value of a profile has a public source."
      log.add(
        SARIFLog.Rule(
          id: id, title: "Sources of the declared values", text: text, help: text, level: .note, tags: []))
      log.add(
        SARIFLog.Result(
          ruleID: id, level: report.lacksSources ? .warning : .note, message: report.sourceSummary ?? "",
          position: SourcePosition(file: report.profilePath),
          fingerprint: [id, report.accessory, report.profilePath].joined(separator: "/"), properties: []))
    }
  }

  private static func rule(
    _ requirement: RequirementResult, set: String, _ help: HelpAddress?
  ) -> SARIFLog.Rule {
    SARIFLog.Rule(
      id: requirement.id, title: requirement.title, text: requirement.requirement,
      help: """
        \(requirement.requirement)

        Source: \(requirement.source). Set \(set), level \(requirement.level.rawValue). \
        'reflector explain \(explained(requirement))' explains the test.
        """,
      helpURI: help?.address(of: requirement.id, in: set),
      level: requirement.level == .must ? .error : requirement.level == .should ? .warning : .note,
      tags: [set, requirement.level.rawValue])
  }

  /// Its cases, which the tool knows without the set; if it has none, itself.
  private static func explained(_ requirement: RequirementResult) -> String {
    requirement.cases.isEmpty ? requirement.id : requirement.cases.map(\.id).joined(separator: " ")
  }

  private static func result(_ requirement: RequirementResult, _ report: CheckReport) -> SARIFLog.Result? {
    guard let level = level(requirement.label) else { return nil }
    let remarks = requirement.remarks.isEmpty ? ["no reason given"] : requirement.remarks
    let step = requirement.failedStep
    let declared = requirement.declared.map { value in
      "Declared: \(value.path): \(value.text)\(value.setting == nil ? "" : " (\(value.place))")."
    }
    let text =
      ["\(requirement.title): \(requirement.label.rawValue)."] + remarks.map { $0 + "." }
      + [declared, "Replay: \(report.replay)"].compactMap(\.self)
    return SARIFLog.Result(
      ruleID: requirement.id, level: level, message: text.joined(separator: "\n"),
      position: requirement.declared?.position ?? SourcePosition(file: report.profilePath),
      // Of what the finding is, never of where it stands, so that it stays itself when lines move.
      fingerprint: [
        report.requirementSet, requirement.id, report.accessory, report.phone, report.environment,
      ]
      .joined(separator: "/"),
      related: requirement.suspects.flatMap { suspect in
        suspect.values.map { ($0.declared.position, "\($0.declared.path): \(suspect.cure)") }
      },
      justifications: requirement.label == .waived ? requirement.waivers.map(\.sentence) : [],
      properties: [
        ("verdict", .text(requirement.verdict.word)), ("requirement_set", .text(report.requirementSet)),
        ("required", .optional(step?.required)), ("measured", .optional(step?.measured)),
        ("margin", .optional(step?.margin)),
        ("frames", .list(requirement.frames.map(JSONValue.integer))),
        ("interfaces", .texts(requirement.interfaces.map(\.name))),
        ("capture", .optional(report.capturePath)), ("replay", .text(report.replay)),
      ])
  }

  private static func level(_ label: OutcomeLabel) -> SARIFLog.Level? {
    switch label {
    case .fail: .error
    case .warning, .inconclusive: .warning
    // Code hosts that do not know suppressions show it, and let it fail nothing.
    case .waived: .note
    case .pass, .notApplicable, .information: nil
    }
  }
}

/// The address of a page that explains requirements, with `{set}` and `{id}` in the places of their ids.
package struct HelpAddress: Sendable {
  private let template: String

  /// Takes an address of the web; nil for anything else.
  package init?(_ template: String) {
    // Braces are for the ids alone; the rest is what a URI may have. [RFC 3986, 2]
    let plain = template.replacing("{set}", with: "").replacing("{id}", with: "")
    let form = /https?:\/\/[A-Za-z0-9][A-Za-z0-9\-._~:\/?#\[\]@!$&'()*+,;=%]*/
    guard plain.wholeMatch(of: form) != nil else { return nil }
    self.template = template
  }

  /// The address of the explanation of a requirement. Ids have no letters that a URI gives a meaning.
  func address(of id: String, in set: String) -> String {
    template.replacing("{set}", with: set).replacing("{id}", with: id)
  }
}
