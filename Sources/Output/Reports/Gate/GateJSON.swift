internal import Documents
public import Gate
internal import Notation
internal import Profiles
internal import Verdicts

/// Writes what a gate says for programs, as docs/gate.md describes.
public enum GateJSON {
  /// The kind and version of the document.
  public static let schemaName = "reflector/gate-report/1"

  /// The document, with a line feed at its end.
  public static func text(_ report: GateReport, tool: ToolIdentity) -> String {
    JSONValue.object([
      ("schema", .text(schemaName)),
      ("tool", tool.json),
      ("decision", .text(report.decision.rawValue)),
      ("policy", .text(report.policy)),
      ("confidence", .number(report.confidence)),
      ("fails_on", .text(report.failsOn.rawValue)),
      ("baselines", .integer(report.baselineCount)),
      (
        "counts",
        .object(GatePolicy.Action.allCases.map { ($0.rawValue, .integer(report.count(of: $0))) })
      ),
      ("pairs", .list(report.pairs.map(value))),
    ]).document()
  }

  private static func value(_ pair: PairReport) -> JSONValue {
    .object([
      ("accessory", .text(pair.accessory)),
      ("profile", .text(pair.profilePath)),
      ("requirement_set", .optional(pair.requirementSet)),
      ("setting", .text(pair.setting)),
      ("before", .optional(pair.before?.word)),
      ("after", .optional(pair.after?.word)),
      ("requirements_compared", .integer(pair.requirementCount)),
      ("numbers_compared", .integer(pair.numberCount)),
      ("notes", .texts(pair.notes)),
      ("captures", .text(pair.captureNote)),
      ("first_frame", pair.capture.map(value) ?? .null),
      ("replay", .text(pair.replay)),
      ("changes", .list(pair.changes.map(value))),
    ])
  }

  private static func value(_ difference: CaptureDifference) -> JSONValue {
    .object([
      ("frame", .integer(difference.frame)),
      ("time_s", .optional(difference.seconds)),
      ("interface", .text(difference.interface)),
      ("before", .optional(difference.before)),
      ("after", .optional(difference.after)),
      ("what", .text(difference.what)),
    ])
  }

  private static func value(_ judged: JudgedChange) -> JSONValue {
    let change = judged.change
    let place = change.position.map { position in
      JSONValue.object([
        ("file", .text(position.file)), ("line", .integer(position.line)),
        ("column", .integer(position.column)),
      ])
    }
    return .object([
      ("kind", .text(change.kind.rawValue)),
      ("action", .text(judged.action.rawValue)),
      ("reason", .text(judged.reason)),
      ("requirement", .optional(change.requirement)),
      ("level", .optional(change.level?.rawValue)),
      ("case", .optional(change.testCase)),
      ("text", .text(change.text)),
      ("declared_at", place ?? .null),
      ("margin", change.margin.map(value) ?? .null),
      ("noise", change.noise.map(value) ?? .null),
    ])
  }

  private static func value(_ noise: NoiseChange) -> JSONValue {
    .object([
      ("before", CheckJSON.value(noise.before)),
      ("after", CheckJSON.value(noise.after)),
      ("factor", .number(noise.factor)),
      (
        "factor_interval",
        noise.interval.map { .list([.number($0.low), .number($0.high)]) } ?? .null
      ),
    ])
  }

  private static func value(_ margin: MarginChange) -> JSONValue {
    .object([
      ("before", CheckJSON.value(margin.before)),
      ("after", CheckJSON.value(margin.after)),
      ("lost_fraction", .number(margin.lostFraction)),
      (
        "difference_interval",
        margin.interval.map { .list([.number($0.low), .number($0.high)]) } ?? .null
      ),
    ])
  }
}
