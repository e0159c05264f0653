internal import PhoneSystem
internal import Profiles

extension PickerFailure {
  /// The error reported to an app, by its name in AccessorySetupKit.
  var error: ScenarioExpectation.ErrorName {
    switch self {
    case .cancelled: .userCancelled
    case .timedOut: .discoveryTimeout
    case .connectionFailed: .connectionFailed
    case .restricted, .background: .pickerRestricted
    case .alreadyActive: .pickerAlreadyActive
    case .invalidated: .unknown
    }
  }

  /// The failure in words.
  var words: String {
    switch self {
    case .cancelled: "closed by the user"
    case .timedOut(let passed):
      (["closed, nothing was chosen in time"] + passed.map(\.description)).joined(separator: "; ")
    case .connectionFailed(let name, let failure): "closed, '\(name)' was not set up: \(failure)"
    case .restricted: "refused, a central manager is older than the first accessory"
    case .background: "refused, the app is in the background"
    case .alreadyActive: "refused, a picker is open"
    case .invalidated: "closed, the session of the app ended"
    }
  }
}

extension ConnectionFailure {
  /// The error reported to an app, by its name in Core Bluetooth.
  var error: ScenarioExpectation.ErrorName {
    switch self {
    case .timedOut: .connectionTimeout
    case .byAccessory: .peripheralDisconnected
    case .notEstablished: .connectionFailed
    case .limitReached: .connectionLimitReached
    case .bondRemoved: .peerRemovedPairingInformation
    case .encryptionTimedOut: .encryptionTimedOut
    case .other: .unknown
    }
  }
}

extension SoundingFailure {
  /// The error reported to an app; nil if the app itself ended the connection.
  var error: ScenarioExpectation.ErrorName? {
    switch self {
    case .configuration: .channelSoundingConfigurationFailed
    case .procedure: .channelSoundingProcedureFailed
    case .connection(let failure): failure?.error
    }
  }
}
