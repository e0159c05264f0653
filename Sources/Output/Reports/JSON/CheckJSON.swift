internal import Capture
internal import Documents
internal import Notation
internal import Profiles
package import Verdicts

/// Writes reports for programs, as docs/json.md describes.
package enum CheckJSON {
  /// The kind and version of the document; it grows when a key changes its meaning or goes away.
  package static let schemaName = "reflector/check-report/1"

  struct Content: Sendable {
    let reports: [CheckReport]
    let waivers: WaiverReview?
    let platforms: PlatformMatrix?
  }

  static let document = JSONDocument<Content>(
    name: schemaName, title: "Check report",
    fields: [
      .init("verdict", "The worst verdict of all reports.") { Verdict.combined($0.reports.map(\.outcome)) },
      .init("partial", "Whether the check was interrupted.") { $0.reports.contains(where: \.isPartial) },
      .init("waivers", "The state of each waiver.", \.waivers),
      .init("platform_matrix", "The accessories by platform, if requested.", \.platforms),
      .init("reports", "One for each accessory and requirement set.", \.reports),
    ])

  /// One document for all reports, in their order, with a line feed at its end.
  ///
  /// - Parameters:
  ///   - waivers: what became of the waivers; nil if there were none.
  ///   - showsPlatforms: whether the accessories are also arranged by platform.
  package static func text(
    _ reports: [CheckReport], tool: ToolIdentity, waivers: WaiverReview? = nil, showsPlatforms: Bool = false
  ) -> String {
    let platforms = showsPlatforms ? PlatformMatrix(reports) : nil
    return document.text(Content(reports: reports, waivers: waivers, platforms: platforms), tool: tool)
  }
}

extension Verdict: JSONConvertible {
  static var jsonShape: SchemaShape { .word(allCases.map(\.word)) }
  var json: JSONValue { .text(word) }
}

extension CheckReport: JSONObject {
  static let jsonFields: [JSONField<CheckReport>] = [
    .init("accessory", "Vendor and chipset.", \.accessory),
    .init("iut", "What was under test.", \.iut),
    .init("profile", "The profile as the user named it.", \.profilePath),
    .init("digest", "SHA-256 of the profile; empty without one.", \.profileDigest),
    .init("requirement_set", "The id of the set.", \.requirementSet),
    .init("requirement_set_version", "The version of the set.", \.requirementSetVersion),
    .init(
      "requirement_set_last_seen", "The day on which its sources were last read.", \.requirementSetLastSeen),
    .init("phone", "The id of the phone profile.", \.phone),
    .init("environment", "The id of the environment.", \.environment),
    .init("distance_m", "The true distance in metres.", \.distanceMetres),
    // Text, since many readers keep only 53 bits of a number.
    .init("seed", "Decimal digits.") { String($0.seed) },
    .init("verdict", "The worst verdict of the requirements of level must, on the accessory.", \.verdict),
    .init("app_verdict", "The worst verdict on the app; null if nothing was judged.", \.appVerdict),
    .object(
      "sources", "Sources of the declared values.",
      [
        .init("declared", "Number of values that the profile declares.", \.declarations.count),
        .init("assumed", "Number of assumed values.", \.assumedCount),
        .init("required", "Whether a pass requires values with a source.", \.requiresSources),
      ]),
    .init("partial", "Whether the check was interrupted.", \.isPartial),
    .object("counts", "Number of requirements of each verdict.", counts),
    .init("capture", "Path of the capture.", \.capturePath),
    .init(
      "replay", "The command that repeats the check; 'none' and the reason if an input can be read once.",
      \.replay),
    .init("notices", "Notices about the profile.", \.notices),
    .shaped(
      "interpretations", "The interpretations of the specification in use.", .table(of: .text)
    ) { report in
      .object(report.interpretations.map { ($0.field, .text($0.value)) })
    },
    .init("declared", "The declared values.", \.declarations),
    .list("settings", "Declared values that an option put in place of the file's.", of: setting) { report in
      report.declarations.compactMap { value in value.setting.map { (path: value.path, setting: $0) } }
    },
    .list("intervals", "95 % intervals of declared values that were fitted.", of: interval) { report in
      report.declarations.compactMap { value in value.interval.map { (path: value.path, interval: $0) } }
    },
    .init("requirements", "In the order of the set.", \.requirements),
  ]

  private static var counts: [JSONField<CheckReport>] {
    Verdict.allCases.map { verdict in
      JSONField<CheckReport>(verdict.word, "Number.") { report in report.count(of: verdict) }
    }
  }

  private static var setting: [JSONField<(path: String, setting: DeclaredValue.Setting)>] {
    [
      .init("path", "As `radio.pll_settling_tau_us`.") { $0.path },
      .init("option", "As `--set`.") { $0.setting.option },
      .init("written", "What the file has; null if it lacks the key.") { $0.setting.written },
    ]
  }

  private static var interval: [JSONField<(path: String, interval: ClosedRange<Double>)>] {
    [
      .init("path", "As `radio.phase_noise_rad`.") { $0.path },
      .init("low", "The lower end.") { $0.interval.lowerBound },
      .init("high", "The upper end.") { $0.interval.upperBound },
    ]
  }
}

extension Requirement.Level: JSONConvertible {}
extension Requirement.Subject: JSONConvertible {}

extension RequirementResult: JSONObject {
  static let jsonFields: [JSONField<RequirementResult>] = [
    .init("id", "Stable id.", \.id),
    .init("title", "One line.", \.title),
    .init("level", "The level.", \.level),
    .init("subject", "The subject: accessory or app.", \.subject),
    .init("source", "The source of the requirement.", \.source),
    .init("text", "What is required.", \.requirement),
    .init("verdict", "The worst verdict of its test cases.", \.verdict),
    .init("reason", "The reason, unless the verdict is a pass.", \.reason),
    .init("waived", "Whether all failures are waived.", \.isWaived),
    .init("warnings", "Warnings: allowed findings.", \.warnings),
    .optional(
      "declared_at", "The declared value and its place in the profile.", of: DeclaredValue.jsonPlace,
      \.declared),
    .init("frames", "Frames of the capture, counted from 1.", \.frames),
    .init("interfaces", "The interface of each frame, as `ll`.") { $0.interfaces.map(\.name) },
    .init(
      "suspects",
      "Declared values behind a failure. With other values in place of those of one entry, the requirement passes."
    ) { $0.suspects.map(\.values) },
    .init("cases", "The results of the test cases.", \.cases),
  ]
}

extension Suspect.Value: JSONObject {
  private static let keys: [JSONField<Suspect.Value>] = [
    .init("path", "As `radio.pll_settling_tau_us`.", \.declared.path),
    .init("value", "As the file has it.", \.declared.text),
    .init("passing", "A value with which the requirement passes; null if it passes without one.", \.passing),
    .init("lacking", "The items that a list needs beside its own; empty for anything else.", \.lacking),
  ]

  static let jsonFields = keys + SourcePosition.jsonFields.of(\Suspect.Value.declared.position)
}

extension DeclaredValue: JSONObject {
  private static let pathKey = JSONField<DeclaredValue>("path", "As `channel_sounding.t_fcs_us`.") { $0.path }
  private static let valueKey = JSONField<DeclaredValue>.shaped(
    "value", "As written; a list item by item.", .either(.text, .list(of: .text))
  ) { declared in
    declared.items.map(JSONValue.texts) ?? .text(declared.text)
  }
  private static let sourceKey = JSONField<DeclaredValue>("source", "The source of the value.") {
    $0.source.description
  }
  private static let placeKeys = SourcePosition.jsonFields.of(\DeclaredValue.position)

  static let jsonFields = [pathKey, valueKey, sourceKey] + placeKeys
  /// Of the place alone.
  fileprivate static let jsonPlace = [pathKey] + placeKeys
}

extension SourcePosition: JSONObject {
  static let jsonFields: [JSONField<SourcePosition>] = [
    .init("file", "The profile, or the one it extends.", \.file),
    .init("line", "Counted from 1.", \.line),
    .init("column", "Counted from 1.", \.column),
  ]
}

extension CaseResult: JSONObject {
  static let jsonFields: [JSONField<CaseResult>] = [
    .init("id", "Stable id.", \.id),
    .init("title", "One line.", \.title),
    .init("verdict", "The verdict.", \.verdict),
    .init("reason", "The reason, unless the verdict is a pass.", \.reason),
    .init("waiver", "The waiver of a failure.", \.waiver),
    .init("warnings", "Warnings: allowed findings.", \.warnings),
    .init("duration_s", "Virtual time of the test case.", \.seconds),
    .init("steps", "The steps of the test case.", \.steps),
  ]
}

extension Waiver: JSONObject {
  static let jsonFields: [JSONField<Waiver>] = [
    .init("reason", "Reason.", \.reason),
    .init("expires", "The last day of the waiver.", \.expires.description),
  ]
}

extension WaiverReview: JSONObject {
  static let jsonFields: [JSONField<WaiverReview>] = [
    .init("file", "The file of the waivers.", \.file),
    .init("today", "The date of the evaluation.", \.today.description),
    .init("entries", "In the order of the file.", \.entries),
  ]
}

extension WaiverReview.State: JSONConvertible {}

extension WaiverReview.Entry: JSONObject {
  static let jsonFields: [JSONField<WaiverReview.Entry>] = [
    .init("requirement", "The waived requirement.", \.waiver.requirementID),
    .init("profile", "A pattern of names.", \.waiver.profile),
    .init("case", "The waived test case.", \.waiver.caseID),
    .init("reason", "Reason.", \.waiver.reason),
    .init("expires", "The last day of the waiver.", \.waiver.expires.description),
    .init("state", "The state of the waiver.", \.state),
  ]
}

extension Step: JSONObject {
  static let jsonFields: [JSONField<Step>] = [
    .init("name", "The name of the step.", \.name),
    .init("required", "The required value.", \.required),
    .init("measured", "The measured value.", \.measured),
    .init("margin", "The distance from the limit.", \.margin),
    .init("quantity", "The value as a number.", \.quantity),
    .init("met", "Whether the requirement was met.", \.isMet),
    .init("doubt", "The reason for an open result.", \.doubt),
    .init("frames", "The frames of the evidence.", \.frames),
    .init("interfaces", "The interface of each frame, as `ll`.") { $0.interfaces.map(\.name) },
  ]
}

extension Quantity.Comparison: JSONConvertible {}

extension Quantity: JSONObject {
  static let jsonFields: [JSONField<Quantity>] = [
    .init("value", "The measured number.", \.value),
    .init("unit", "Unit of all these numbers.", \.unit),
    .init("comparison", "The comparison with the limit.", \.comparison),
    .init("limit", "The limit.", \.limit),
    .init("margin", "The margin; negative beyond the limit.", \.margin),
    .init("standard_error", "The standard error of the value.", \.statistic?.standardError),
    .init("count", "Number of values of the statistic.", \.statistic?.count),
  ]
}
