internal import Capture
internal import Documents
internal import Notation
internal import Profiles
public import Verdicts

/// Writes reports for programs, as docs/json.md describes.
public enum CheckJSON {
  /// The kind and version of the document; it grows when a key changes its meaning or goes away.
  public static let schemaName = "reflector/check-report/1"

  /// One document for all reports, in their order, with a line feed at its end.
  ///
  /// - Parameters:
  ///   - waivers: what became of the waivers; nil if there were none.
  ///   - showsPlatforms: whether the accessories are also arranged by platform.
  public static func text(
    _ reports: [CheckReport], tool: ToolIdentity, waivers: WaiverReview? = nil, showsPlatforms: Bool = false
  ) -> String {
    JSONValue.object([
      ("schema", .text(schemaName)),
      ("tool", tool.json),
      ("verdict", .text(Verdict.combined(reports.map(\.outcome)).word)),
      ("partial", .flag(reports.contains(where: \.isPartial))),
      ("waivers", waivers.map(value) ?? .null),
      ("platform_matrix", showsPlatforms ? PlatformMatrix(reports).json : .null),
      ("reports", .list(reports.map(value))),
    ]).document()
  }

  private static func value(_ report: CheckReport) -> JSONValue {
    .object([
      ("accessory", .text(report.accessory)),
      ("iut", .text(report.iut)),
      ("profile", .text(report.profilePath)),
      ("digest", .text(report.profileDigest)),
      ("requirement_set", .text(report.requirementSet)),
      ("requirement_set_version", .optional(report.requirementSetVersion)),
      ("requirement_set_last_seen", .optional(report.requirementSetLastSeen)),
      ("phone", .text(report.phone)),
      ("environment", .text(report.environment)),
      ("distance_m", .number(report.distanceMetres)),
      // Text, since many readers keep only 53 bits of a number.
      ("seed", .text(String(report.seed))),
      ("verdict", .text(report.verdict.word)),
      ("app_verdict", .optional(report.appVerdict?.word)),
      (
        "sources",
        .object([
          ("declared", .integer(report.declarations.count)), ("assumed", .integer(report.assumedCount)),
          ("required", .flag(report.requiresSources)),
        ])
      ),
      ("partial", .flag(report.isPartial)),
      ("counts", .object(Verdict.allCases.map { ($0.word, .integer(report.count(of: $0))) })),
      ("capture", .optional(report.capturePath)),
      ("replay", .text(report.replay)),
      ("notices", .texts(report.notices)),
      ("interpretations", .object(report.interpretations.map { ($0.field, .text($0.value)) })),
      ("declared", .list(report.declarations.map(value))),
      ("settings", .list(report.declarations.compactMap(setting))),
      ("requirements", .list(report.requirements.map(value))),
    ])
  }

  private static func value(_ result: RequirementResult) -> JSONValue {
    .object([
      ("id", .text(result.id)),
      ("title", .text(result.title)),
      ("level", .text(result.level.rawValue)),
      ("subject", .text(result.subject.rawValue)),
      ("source", .text(result.source)),
      ("text", .text(result.requirement)),
      ("verdict", .text(result.verdict.word)),
      ("reason", .optional(result.reason)),
      ("waived", .flag(result.isWaived)),
      ("warnings", .texts(result.warnings)),
      ("declared_at", result.declared.map(place) ?? .null),
      ("frames", .list(result.frames.map(JSONValue.integer))),
      ("interfaces", .texts(result.interfaces.map(\.name))),
      ("suspects", .list(result.suspects.map { .list($0.values.map(value)) })),
      ("cases", .list(result.cases.map(value))),
    ])
  }

  private static func value(_ value: Suspect.Value) -> JSONValue {
    .object(
      [
        ("path", .text(value.declared.path)), ("value", .text(value.declared.text)),
        ("passing", .optional(value.passing)), ("lacking", .texts(value.lacking)),
      ] + position(value.declared.position))
  }

  static func value(_ declared: DeclaredValue) -> JSONValue {
    .object(
      [
        ("path", .text(declared.path)),
        ("value", declared.items.map(JSONValue.texts) ?? .text(declared.text)),
        ("source", .text(declared.source.description)),
      ] + position(declared.position))
  }

  private static func setting(_ declared: DeclaredValue) -> JSONValue? {
    declared.setting.map {
      .object([
        ("path", .text(declared.path)), ("option", .text($0.option)), ("written", .optional($0.written)),
      ])
    }
  }

  private static func place(_ declared: DeclaredValue) -> JSONValue {
    .object([("path", .text(declared.path))] + position(declared.position))
  }

  private static func position(_ position: SourcePosition) -> [(key: String, value: JSONValue)] {
    [
      ("file", .text(position.file)), ("line", .integer(position.line)),
      ("column", .integer(position.column)),
    ]
  }

  static func value(_ quantity: Quantity) -> JSONValue {
    .object([
      ("value", .number(quantity.value)),
      ("unit", .text(quantity.unit)),
      ("comparison", .text(quantity.comparison.rawValue)),
      ("limit", .number(quantity.limit)),
      ("margin", .number(quantity.margin)),
      ("standard_error", .optional(quantity.statistic?.standardError)),
      ("count", quantity.statistic.map { .integer($0.count) } ?? .null),
    ])
  }

  private static func value(_ result: CaseResult) -> JSONValue {
    .object([
      ("id", .text(result.id)),
      ("title", .text(result.title)),
      ("verdict", .text(result.verdict.word)),
      ("reason", .optional(result.reason)),
      ("waiver", result.waiver.map(value) ?? .null),
      ("warnings", .texts(result.warnings)),
      ("duration_s", .number(result.seconds)), ("steps", .list(result.steps.map(value))),
    ])
  }

  private static func value(_ review: WaiverReview) -> JSONValue {
    .object([
      ("file", .text(review.file)),
      ("today", .text(review.today.description)),
      (
        "entries",
        .list(
          review.entries.map { entry in
            .object([
              ("requirement", .text(entry.waiver.requirementID)),
              ("profile", .optional(entry.waiver.profile)),
              ("case", .optional(entry.waiver.caseID)),
              ("reason", .text(entry.waiver.reason)),
              ("expires", .text(entry.waiver.expires.description)),
              ("state", .text(entry.state.rawValue)),
            ])
          })
      ),
    ])
  }

  private static func value(_ waiver: Waiver) -> JSONValue {
    .object([("reason", .text(waiver.reason)), ("expires", .text(waiver.expires.description))])
  }

  static func value(_ step: Step) -> JSONValue {
    .object([
      ("name", .text(step.name)),
      ("required", .text(step.required)),
      ("measured", .text(step.measured)),
      ("margin", .optional(step.margin)),
      ("quantity", step.quantity.map(value) ?? .null),
      ("met", .flag(step.isMet)),
      ("doubt", .optional(step.doubt)),
      ("frames", .list(step.frames.map(JSONValue.integer))),
      ("interfaces", .texts(step.interfaces.map(\.name))),
    ])
  }
}
