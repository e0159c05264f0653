/// A measure of a scenario with its limit.
public struct ScenarioExpectation: Sendable, Equatable {
  /// The measure. A measure without a unit is a count.
  public enum Measure: String, Sendable, CaseIterable {
    /// Accessories that were set up with the accessory picker.
    case setUps = "set-ups"
    /// Accessories that were set up and bonded.
    case bonds
    case connections, disconnections
    /// Connections that were not established.
    case failures
    /// Values that reached the alarm after a value below.
    case alarms
    /// Sessions with at least one procedure.
    case sessions
    /// Sessions that ended, with and without an error.
    case completions
    /// Procedures reported to the app.
    case results
    /// Procedures reported to the app, a second.
    case rate
    /// The median of the distances, in metres.
    case distance
    /// The 90th percentile of the magnitude of the distance error, in metres.
    case distanceError = "distance-error"
    /// The median of the distances estimated from the RSSI, in metres.
    case rssiDistance = "rssi-distance"
    case entries, exits
    /// Entries and exits of a zone without smoothing and hysteresis.
    case rawEntries = "raw-entries"
    case rawExits = "raw-exits"
    /// The last error reported to the app.
    case error
  }

  /// The errors reported to apps, by their names in Core Bluetooth and AccessorySetupKit.
  public enum ErrorName: String, Sendable, CaseIterable {
    case none, unknown
    case connectionTimeout, peripheralDisconnected, peerRemovedPairingInformation, connectionFailed
    case connectionLimitReached, encryptionTimedOut
    case channelSoundingConfigurationFailed, channelSoundingProcedureFailed
    case userCancelled, discoveryTimeout, pickerRestricted, pickerAlreadyActive
  }

  /// The name in reports; empty for the usual name.
  public var title = ""
  public var measure = Measure.distance
  /// The name of the accessory; nil for all.
  public var accessory: String?
  /// The name of the zone; nil for all.
  public var zone: String?
  /// The span of time in seconds since the start; nil for the start and the end of the scenario.
  public var fromSeconds: Double?
  public var toSeconds: Double?
  /// The expected number.
  public var exact: Double?
  /// The tolerance of `exact`; nil for 0.
  public var tolerance: Double?
  public var least: Double?
  public var most: Double?
  public var error: ErrorName?

  public var words: String {
    if !title.isEmpty { return title }
    let subject = accessory.map { (measure == .distance || measure == .rssiDistance ? " to " : " of ") + $0 }
    let name = measure.rawValue.replacing("-", with: " ")
    return name.prefix(1).uppercased() + name.dropFirst() + (zone.map { " of zone \($0)" } ?? "")
      + (subject ?? "")
  }
}
