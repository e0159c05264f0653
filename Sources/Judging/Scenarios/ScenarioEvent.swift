public import CoreTypes
public import Profiles

/// Something that happened in a scenario: what the app was told, what it made of it, and what the script did.
public struct ScenarioEvent: Hashable, Sendable {
  /// Who a line of a report is about.
  public enum Actor: String, Sendable, CaseIterable {
    case script, phone, picker, app, session
  }

  /// What happened. The names are those of reports for programs.
  public enum Kind: String, Sendable, CaseIterable {
    /// A step of the script.
    case step
    /// The state of Bluetooth changed.
    case state
    case launch
    case setUp = "set-up"
    /// The phone keeps the keys of an accessory that was set up.
    case bond
    case pickerEnd = "picker-end"
    case connection, disconnection
    case connectionFailure = "connection-failure"
    case value, alarm
    /// The first distance of a session.
    case session
    /// A procedure of a session.
    case result
    case completion
    case entry, exit
    case rawEntry = "raw-entry"
    case rawExit = "raw-exit"
    case removal
  }

  /// Since the start of the scenario.
  public var time: Picoseconds
  public var actor: Actor
  public var kind: Kind
  /// The name of the accessory that it is about; nil for none.
  public var accessory: String?
  /// The name of the zone; nil for none.
  public var zone: String?
  /// What happened, for people.
  public var text: String
  /// The value that a characteristic told; nil for other events.
  public var value: Double?
  /// What the procedure told; nil for one without a distance, and for other events.
  public var metres: Double?
  /// The same, smoothed; nil where smoothing left it out.
  public var smoothedMetres: Double?
  /// From the strength alone; nil before it was read.
  public var rssiMetres: Double?
  /// The true distance at that time; nil for other events.
  public var trueMetres: Double?
  /// The error that the app was given; nil for none.
  public var error: ScenarioExpectation.ErrorName?
  /// The last frame of the capture at that time, counted from 1; 0 before the first.
  public var frame: Int
}
