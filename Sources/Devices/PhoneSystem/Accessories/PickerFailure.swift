package import CoreTypes
package import VirtualHost

/// Why an accessory picker has ended without an accessory.
package enum PickerFailure: Error, Hashable, Sendable {
  /// The user closed it.
  case cancelled
  /// Nothing was chosen in time; the accessories that were heard, in the order in which they were first heard.
  case timedOut([PassedAccessory])
  /// The accessory of this name could not be connected to, or would not bond.
  case connectionFailed(name: String, SetupFailure)
  /// An app has a central manager that it made before any accessory was set up.
  case restricted
  /// The app is in the background.
  case background
  /// Another picker is there.
  case alreadyActive
  /// The session of the app that opened it has ended.
  case invalidated
}

/// Why an accessory was not set up.
package enum SetupFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// There was no connection.
  case notConnected(ConnectionFailure)
  /// The connection ended before there was a bond; nil where this phone ended it.
  case disconnected(ConnectionFailure?)
  /// The user declined to pair.
  case declined
  /// There was no bond.
  case notBonded(HostError)
  /// It lasted too long.
  case timedOut(seconds: Int)

  /// The failure in words.
  package var description: String {
    switch self {
    case .notConnected(let failure): "no connection: \(failure)"
    case .disconnected(let failure?): "the connection ended: \(failure)"
    case .disconnected(nil): "the phone ended the connection"
    case .declined: "the user declined to pair"
    case .notBonded(let error): "\(error)"
    case .timedOut(let seconds): "it did not connect and pair within \(seconds) s"
    }
  }
}

/// An accessory that an accessory picker heard, and that the user did not choose.
package struct PassedAccessory: Hashable, Sendable, CustomStringConvertible {
  /// What kept the user from choosing it.
  package enum Obstacle: Error, Hashable, Sendable {
    case matchesNoItem
    case isSetUp
    case notConnectable
    /// It was heard so strong, and must be heard with `leastDbm`.
    case tooWeak(ReceivedPowerLevel, leastDbm: Int8)
    /// The user wants one of another name.
    case notChosen
  }

  /// The advertised name, or the address where there is none.
  package var name: String
  package var obstacle: Obstacle

  /// What became of it, in words.
  package var description: String {
    let reason =
      switch obstacle {
      case .matchesNoItem: "matches no display item"
      case .isSetUp: "is set up already"
      case .notConnectable: "is not connectable"
      case .tooWeak(let rssi, let least): "is heard with \(rssi) dBm, expected \(least) or more"
      case .notChosen: "was offered, and the user wants another one"
      }
    return "'\(name)' \(reason)"
  }
}
