internal import CoreTypes
internal import Documents
internal import Profiles
package import Scenarios
internal import Verdicts

/// Writes reports of scenarios for programs, as docs/json.md describes.
package enum ScenarioJSON {
  /// The kind and version of the document; it grows when a key changes its meaning or goes away.
  package static let schemaName = "reflector/scenario-report/1"

  static let document = JSONDocument<[ScenarioReport]>(
    name: schemaName, title: "Scenario report",
    fields: [
      .init("verdict", "The worst verdict of all scenarios.") { Verdict.combined($0.map(\.verdict)) },
      .init("scenarios", "One for each scenario.") { $0 },
    ])

  /// The document, with a line feed at its end.
  package static func text(_ reports: [ScenarioReport], tool: ToolIdentity) -> String {
    document.text(reports, tool: tool)
  }
}

extension ScenarioReport: JSONObject {
  static let jsonFields: [JSONField<ScenarioReport>] = [
    .init("id", "The name of the scenario.", \.id),
    .init("title", "One line.", \.title),
    .init("file", "The scenario as the user named it.", \.path),
    .init("digest", "SHA-256 of the file and the file that it extends.", \.digest),
    .init("phone", "Id.", \.phone),
    .init("environment", "Id.", \.environment),
    .init("seed", "Text, as readers may keep only 53 bits of a number.") { String($0.seed) },
    .init("duration_s", "Virtual time.", \.duration.inSeconds),
    .init("verdict", "The verdict.", \.verdict),
    .init("capture", "Path of the capture.", \.capturePath),
    .init("frames", "Number of frames.", \.frameCount),
    .init("accessories", "The accessories in the order of the scenario.", \.accessories),
    .init("declared", "Each declared value with its source.", \.declarations),
    .init("assumptions", "Values of the phone that no maker has published.", \.assumptions),
    .init("log", "Lines of the phone's log.", \.log),
    .list("expectations", "One for each expectation.", of: expectation, \.steps),
    .init("events", "All events in the order of time.", \.events),
  ]

  private static let expectation: [JSONField<Step>] = [
    .init("verdict", "The verdict.", \.verdict), .init("step", "The comparison.") { $0 },
  ]
}

extension ScenarioReport.Accessory: JSONObject {
  static let jsonFields: [JSONField<ScenarioReport.Accessory>] = [
    .init("name", "Advertised name.", \.name), .init("profile", "Path.", \.profilePath),
    .init("notice", "Planted faults.", \.notice),
  ]
}

extension ScenarioEvent.Actor: JSONConvertible {}
extension ScenarioEvent.Kind: JSONConvertible {}

extension ScenarioEvent: JSONObject {
  static let jsonFields: [JSONField<ScenarioEvent>] = [
    .init("time_s", "Time since the start.", \.time.inSeconds),
    .init("actor", "The part of the scenario.", \.actor),
    .init("event", "The kind of event.", \.kind),
    .init("accessory", "Name.", \.accessory),
    .init("zone", "Name.", \.zone),
    .init("text", "The event in words.", \.text),
    .init("value", "The notified value.", \.value),
    .init("distance_m", "The distance of a procedure.", \.metres),
    .init("smoothed_m", "The smoothed distance.", \.smoothedMetres),
    .init("rssi_m", "The distance estimated from the RSSI.", \.rssiMetres),
    .init("true_m", "The true distance.", \.trueMetres),
    .init("error", "The error reported to the app.", \.error?.rawValue),
    .init("frame", "The last frame of the capture at that time; 0 before the first.", \.frame),
  ]
}
