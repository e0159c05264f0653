public import CoreTypes
public import Profiles

/// An event of a scenario: an action of the script, a callback of the app, or a decision of the app.
public struct ScenarioEvent: Hashable, Sendable {
  /// The part of the scenario that an event belongs to.
  public enum Actor: String, Sendable, CaseIterable {
    case script, phone, picker, app, session
  }

  /// The kind of event, by its name in JSON and CSV.
  public enum Kind: String, Sendable, CaseIterable {
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
  public var time: Picoseconds
  public var actor: Actor
  public var kind: Kind
  /// The name of the accessory; nil for none.
  public var accessory: String?
  /// The name of the zone; nil for none.
  public var zone: String?
  /// The event in words.
  public var text: String
  /// The notified value; nil for other events.
  public var value: Double?
  /// The distance of a procedure; nil for a procedure without a distance, and for other events.
  public var metres: Double?
  /// The smoothed distance; nil if the filter rejected the distance.
  public var smoothedMetres: Double?
  /// The distance estimated from the RSSI; nil before the first RSSI.
  public var rssiMetres: Double?
  /// The true distance at that time; nil for other events.
  public var trueMetres: Double?
  /// The error reported to the app; nil for none.
  public var error: ScenarioExpectation.ErrorName?
  /// The last frame of the capture at that time, counted from 1; 0 before the first.
  public var frame: Int
}
