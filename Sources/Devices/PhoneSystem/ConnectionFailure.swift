package import CoreTypes
package import HostStack
internal import VirtualHost

/// Why a connection ended, or did not begin.
package enum ConnectionFailure: Hashable, Sendable, CustomStringConvertible {
  /// The accessory fell silent for the supervision timeout.
  case timedOut
  /// The accessory ended the link.
  case byAccessory
  /// The link was begun, and the accessory never answered on it.
  case notEstablished
  /// The phone has as many links as it can.
  case limitReached
  /// The accessory no longer has the key of the bond.
  case bondRemoved
  /// The link could not be encrypted in time.
  case encryptionTimedOut
  /// Another reason.
  case other(ErrorCode)

  /// What the end of a link says to apps; nil where this phone ended it.
  init?(_ reason: ErrorCode) {
    switch reason {
    case .connectionTerminatedByLocalHost: return nil
    case .connectionTimeout: self = .timedOut
    case .remoteUserTerminatedConnection, .remoteDeviceTerminatedLowResources,
      .remoteDeviceTerminatedPowerOff:
      self = .byAccessory
    case .connectionFailedToBeEstablished: self = .notEstablished
    default: self = .other(reason)
    }
  }

  /// Why a link could not be secured.
  init(securing error: HostError) {
    switch error {
    case .failed(_, .pinOrKeyMissing): self = .bondRemoved
    case .missing: self = .encryptionTimedOut
    default: self = .other(error.code ?? .unspecified)
    }
  }

  /// The failure in words.
  package var description: String {
    switch self {
    case .timedOut: "the accessory was silent for the supervision timeout"
    case .byAccessory: "the accessory ended it"
    case .notEstablished: "the accessory did not answer"
    case .limitReached: "the phone has as many links as it can"
    case .bondRemoved: "the accessory no longer has the key of the bond"
    case .encryptionTimedOut: "the link was not encrypted in time"
    case .other(let code): "\(code)"
    }
  }
}

/// Why an accessory's attribute gave no result.
package enum AttributeFailure: Error, Hashable, Sendable {
  /// The server refused.
  case refused(ATTErrorCode)
  /// The link ended first.
  case disconnected
  /// The accessory has no such channel, or none left.
  case channelRefused
  /// The accessory did not answer in time, or not as it should.
  case noAnswer

  init(_ error: HostError) {
    switch error {
    case .attributeRefused(_, let code): self = .refused(code)
    case .disconnected, .notConnected: self = .disconnected
    case .channelRefused: self = .channelRefused
    default: self = .noAnswer
    }
  }
}
