package import CoreTypes
package import Profiles

/// An event of a scenario: an action of the script, a callback of the app, or a decision of the app.
package struct ScenarioEvent: Hashable, Sendable {
  /// The part of the scenario that an event belongs to.
  package enum Actor: String, Sendable, CaseIterable {
    case script, phone, picker, app, session
  }

  /// The kind of event, by its name in JSON and CSV.
  package enum Kind: String, Sendable, CaseIterable {
    /// An action of the script.
    case step
    /// The state of Bluetooth changed.
    case state
    case launch
    case setUp = "set-up"
    /// The phone bonded with an accessory during setup.
    case bond
    case pickerEnd = "picker-end"
    case connection, disconnection
    case connectionFailure = "connection-failure"
    case value, alarm
    /// The first procedure of a session.
    case session
    /// A procedure of a session.
    case result
    case completion
    /// Another start of a session that runs was refused. The session goes on.
    case refusal
    case entry, exit
    case rawEntry = "raw-entry"
    case rawExit = "raw-exit"
    case removal
  }

  /// The time since the start of the scenario.
  package var time: Picoseconds
  package var actor: Actor
  package var kind: Kind
  /// The name of the accessory; nil for none.
  package var accessory: String?
  /// The name of the zone; nil for none.
  package var zone: String?
  /// The event in words.
  package var text: String
  /// The notified value; nil for other events.
  package var value: Double?
  /// The distance of a procedure; nil for a procedure without a distance, and for other events.
  package var metres: Double?
  /// The smoothed distance; nil if the filter rejected the distance.
  package var smoothedMetres: Double?
  /// The distance estimated from the RSSI; nil before the first RSSI.
  package var rssiMetres: Double?
  /// The true distance at that time; nil for other events.
  package var trueMetres: Double?
  /// The error reported to the app; nil for none.
  package var error: ScenarioExpectation.ErrorName?
  /// The last frame of the capture at that time, counted from 1; 0 before the first.
  package var frame: Int
}
