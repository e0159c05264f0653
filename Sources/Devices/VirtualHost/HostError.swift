public import CoreTypes
public import HostStack

/// Why a host could not do what it was asked.
public enum HostError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The controller refused a command.
  case commandRefused(String, ErrorCode)
  /// Something that was begun ended with an error.
  case failed(String, ErrorCode)
  /// The accessory's server answered with an error.
  case attributeRefused(String, ATTErrorCode)
  /// Something did not happen in time.
  case missing(String, within: Picoseconds)
  /// The link is gone.
  case disconnected(ErrorCode)
  /// Pairing gave no key.
  case pairingFailed(PairingFailure, isByPeer: Bool)
  /// There is no link.
  case notConnected
  /// The controller sent what its table does not have.
  case malformed(String, String)
  /// The controller beyond the transport is gone, for this reason.
  case controllerGone(String)

  /// The error code of a refusal, where there is one.
  public var code: ErrorCode? {
    switch self {
    case .commandRefused(_, let code), .failed(_, let code), .disconnected(let code): code
    case .attributeRefused, .missing, .pairingFailed, .notConnected, .malformed, .controllerGone: nil
    }
  }

  /// The message for people.
  public var description: String {
    switch self {
    case .commandRefused(let command, let code): "\(command) was refused: \(code)"
    case .failed(let what, let code): "\(what) failed: \(code)"
    case .attributeRefused(let what, let code): "\(what) was refused: \(code)"
    case .missing(let what, let time): "no \(what) within \(time.rawValue / 1_000_000_000) ms"
    case .disconnected(let code): "the link was lost: \(code)"
    case .pairingFailed(let reason, let isByPeer):
      "pairing failed: \(reason)" + (isByPeer ? ", said the accessory" : "")
    case .notConnected: "there is no link"
    case .malformed(let what, let reason): "\(what) is malformed: \(reason)"
    case .controllerGone(let reason): "the controller is gone: \(reason)"
    }
  }
}
