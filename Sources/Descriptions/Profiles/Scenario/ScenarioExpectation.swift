public import Documents

/// Something that must come of a scenario.
public struct ScenarioExpectation: Sendable, Equatable {
  /// What is measured. Numbers are whole unless a unit stands here.
  public enum Measure: String, Sendable, CaseIterable {
    /// Accessories set up with the accessory picker.
    case setUps = "set-ups"
    /// Those of which the phone keeps the keys.
    case bonds
    case connections, disconnections
    /// Connections that failed.
    case failures
    /// Values that reached the alarm, when the value before had not.
    case alarms
    /// Sessions that gave a first distance.
    case sessions
    /// Sessions that ended, whatever the reason.
    case completions
    /// Procedures that the app heard of.
    case results
    /// Those a second.
    case rate
    /// The median of the distances, in metres.
    case distance
    /// What nine of ten distances are not farther from the true one than, in metres.
    case distanceError = "distance-error"
    /// The median of the distances from the strength alone, in metres.
    case rssiDistance = "rssi-distance"
    case entries, exits
    /// Entries and exits of a zone as they were without smoothing and hysteresis.
    case rawEntries = "raw-entries"
    case rawExits = "raw-exits"
    /// The last error that the app was given.
    case error
  }

  /// The errors that apps are given, as Core Bluetooth and AccessorySetupKit call them.
  public enum ErrorName: String, Sendable, CaseIterable {
    case none, unknown
    case connectionTimeout, peripheralDisconnected, peerRemovedPairingInformation, connectionFailed
    case connectionLimitReached, encryptionTimedOut
    case channelSoundingConfigurationFailed, channelSoundingProcedureFailed
    case userCancelled, discoveryTimeout, pickerRestricted, pickerAlreadyActive
  }

  /// What reports call it; empty for the usual words.
  public var title = ""
  public var measure = Measure.distance
  /// The name of the accessory that it is about; nil for all.
  public var accessory: String?
  /// The name of the zone; nil for all.
  public var zone: String?
  /// When it counts, in seconds since the start; nil for the start and the end of the scenario.
  public var fromSeconds: Double?
  public var toSeconds: Double?
  public var exact: Double?
  /// How far from `exact` it may be; 0 where nil.
  public var tolerance: Double?
  public var least: Double?
  public var most: Double?
  public var error: ErrorName?
  public internal(set) var position: SourcePosition

  /// What reports call it.
  public var words: String {
    if !title.isEmpty { return title }
    let subject = accessory.map { (measure == .distance || measure == .rssiDistance ? " to " : " of ") + $0 }
    let name = measure.rawValue.replacing("-", with: " ")
    return name.prefix(1).uppercased() + name.dropFirst() + (zone.map { " of zone \($0)" } ?? "")
      + (subject ?? "")
  }
}
