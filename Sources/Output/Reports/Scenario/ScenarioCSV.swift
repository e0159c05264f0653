internal import CoreTypes
internal import Notation
internal import Profiles
package import Scenarios

/// Writes one line for each event of scenarios, as docs/scenarios.md describes. [RFC 4180, with line feeds alone]
package enum ScenarioCSV {
  private static let heading = [
    "scenario", "time_s", "actor", "event", "accessory", "zone", "value", "distance_m", "smoothed_m",
    "rssi_m",
    "true_m", "error", "frame", "text",
  ]

  /// All reports in their order. A cell without a value is empty.
  package static func text(_ reports: [ScenarioReport]) -> String {
    let lines = reports.flatMap { report in report.events.map { cells($0, of: report.id) } }
    return ([heading] + lines).map { $0.map(CSVText.cell).joined(separator: ",") + "\n" }.joined()
  }

  private static func cells(_ event: ScenarioEvent, of id: String) -> [String] {
    [
      id, DecimalText.fixed(event.time.inSeconds, digits: 6), event.actor.rawValue, event.kind.rawValue,
      event.accessory ?? "", event.zone ?? "", event.value.map(DecimalText.plain) ?? "",
      CSVText.length(event.metres), CSVText.length(event.smoothedMetres), CSVText.length(event.rssiMetres),
      CSVText.length(event.trueMetres),
      event.error?.rawValue ?? "", "\(event.frame)", event.text,
    ]
  }
}
