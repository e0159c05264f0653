internal import CoreTypes
internal import Notation
internal import Profiles
public import Scenarios
internal import Verdicts

/// Writes reports of scenarios for programs, as docs/json.md describes.
public enum ScenarioJSON {
  /// The kind and version of the document; it grows when a key changes its meaning or goes away.
  public static let schemaName = "reflector/scenario-report/1"

  /// The document, with a line feed at its end.
  public static func text(_ reports: [ScenarioReport], tool: ToolIdentity) -> String {
    JSONValue.object([
      ("schema", .text(schemaName)),
      ("tool", tool.json),
      ("verdict", .text(Verdict.combined(reports.map(\.verdict)).word)),
      ("scenarios", .list(reports.map(value))),
    ]).document()
  }

  private static func value(_ report: ScenarioReport) -> JSONValue {
    .object([
      ("id", .text(report.id)),
      ("title", .text(report.title)),
      ("file", .text(report.path)),
      ("digest", .text(report.digest)),
      ("phone", .text(report.phone)),
      ("environment", .text(report.environment)),
      // Text, since many readers keep only 53 bits of a number.
      ("seed", .text(String(report.seed))),
      ("duration_s", .number(report.duration.inSeconds)),
      ("verdict", .text(report.verdict.word)),
      ("capture", .optional(report.capturePath)),
      ("frames", .integer(report.frameCount)),
      (
        "accessories",
        .list(
          report.accessories.map {
            .object([
              ("name", .text($0.name)), ("profile", .text($0.profilePath)), ("notice", .optional($0.notice)),
            ])
          })
      ),
      ("declared", .list(report.declarations.map(CheckJSON.value))),
      ("assumptions", .list(report.assumptions.map(CheckJSON.value))),
      ("log", .texts(report.log)),
      (
        "expectations",
        .list(
          report.steps.map { step in
            .object([("verdict", .text(step.verdict.word)), ("step", CheckJSON.value(step))])
          })
      ),
      ("events", .list(report.events.map(value))),
    ])
  }

  private static func value(_ event: ScenarioEvent) -> JSONValue {
    .object([
      ("time_s", .number(event.time.inSeconds)),
      ("actor", .text(event.actor.rawValue)),
      ("event", .text(event.kind.rawValue)),
      ("accessory", .optional(event.accessory)),
      ("zone", .optional(event.zone)),
      ("text", .text(event.text)),
      ("value", .optional(event.value)),
      ("distance_m", .optional(event.metres)),
      ("smoothed_m", .optional(event.smoothedMetres)),
      ("rssi_m", .optional(event.rssiMetres)),
      ("true_m", .optional(event.trueMetres)),
      ("error", .optional(event.error?.rawValue)),
      ("frame", .integer(event.frame)),
    ])
  }
}
