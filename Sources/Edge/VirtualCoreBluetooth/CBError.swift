public import Foundation
internal import HostStack
internal import PhoneSystem

/// The domain of `CBError`.
public let CBErrorDomain = "CBErrorDomain"
/// The domain of `CBATTError`.
public let CBATTErrorDomain = "CBATTErrorDomain"

/// An error of a manager or a connection.
public struct CBError: CustomNSError, Hashable, Sendable {
  public enum Code: Int, Sendable {
    case unknown = 0
    case invalidParameters = 1
    case invalidHandle = 2
    case notConnected = 3
    case outOfSpace = 4
    case operationCancelled = 5
    case connectionTimeout = 6
    case peripheralDisconnected = 7
    case uuidNotAllowed = 8
    case alreadyAdvertising = 9
    case connectionFailed = 10
    case connectionLimitReached = 11
    case unknownDevice = 12
    case operationNotSupported = 13
    case peerRemovedPairingInformation = 14
    case encryptionTimedOut = 15
    case tooManyLEPairedDevices = 16
    case leGattExceededBackgroundNotificationLimit = 17
    case leGattNearBackgroundNotificationLimit = 18
    case channelSoundingConfigurationFailed = 19
    case channelSoundingProcedureFailed = 20

    /// The older spelling of `unknownDevice`.
    public static var unkownDevice: Code { .unknownDevice }
  }

  public static var errorDomain: String { CBErrorDomain }

  public let code: Code
  private let text: String

  /// Of `userInfo` the localized description is kept.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    text = userInfo[NSLocalizedDescriptionKey] as? String ?? code.text
  }

  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text] }
  public var userInfo: [String: Any] { errorUserInfo }

  public static func == (a: CBError, b: CBError) -> Bool { a.code == b.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// Lets `catch CBError.connectionTimeout` name a code.
extension CBError {
  public static var unknown: Code { .unknown }
  public static var invalidParameters: Code { .invalidParameters }
  public static var invalidHandle: Code { .invalidHandle }
  public static var notConnected: Code { .notConnected }
  public static var outOfSpace: Code { .outOfSpace }
  public static var operationCancelled: Code { .operationCancelled }
  public static var connectionTimeout: Code { .connectionTimeout }
  public static var peripheralDisconnected: Code { .peripheralDisconnected }
  public static var uuidNotAllowed: Code { .uuidNotAllowed }
  public static var alreadyAdvertising: Code { .alreadyAdvertising }
  public static var connectionFailed: Code { .connectionFailed }
  public static var connectionLimitReached: Code { .connectionLimitReached }
  public static var unknownDevice: Code { .unknownDevice }
  public static var unkownDevice: Code { .unknownDevice }
  public static var operationNotSupported: Code { .operationNotSupported }
  public static var peerRemovedPairingInformation: Code { .peerRemovedPairingInformation }
  public static var encryptionTimedOut: Code { .encryptionTimedOut }
  public static var tooManyLEPairedDevices: Code { .tooManyLEPairedDevices }
  public static var leGattExceededBackgroundNotificationLimit: Code {
    .leGattExceededBackgroundNotificationLimit
  }
  public static var leGattNearBackgroundNotificationLimit: Code { .leGattNearBackgroundNotificationLimit }
  public static var channelSoundingConfigurationFailed: Code { .channelSoundingConfigurationFailed }
  public static var channelSoundingProcedureFailed: Code { .channelSoundingProcedureFailed }
}

extension CBError.Code {
  /// Whether an error has this code.
  public static func ~= (code: CBError.Code, error: any Error) -> Bool { (error as? CBError)?.code == code }

  fileprivate var text: String {
    switch self {
    case .connectionTimeout: "The accessory fell silent for the supervision timeout."
    case .peripheralDisconnected: "The accessory ended the connection."
    case .connectionFailed: "The connection was begun and not established."
    case .connectionLimitReached: "The phone has as many connections as it can."
    case .peerRemovedPairingInformation: "The accessory no longer has the key of the bond."
    case .encryptionTimedOut: "The connection could not be encrypted in time."
    case .notConnected: "The peripheral is not connected."
    case .channelSoundingConfigurationFailed: "Channel Sounding could not be configured."
    case .channelSoundingProcedureFailed: "A Channel Sounding procedure failed."
    default: "The operation failed with code \(rawValue)."
    }
  }
}

/// An error of the accessory's server.
public struct CBATTError: CustomNSError, Hashable, Sendable {
  public enum Code: Int, Sendable {
    case success = 0
    case invalidHandle = 1
    case readNotPermitted = 2
    case writeNotPermitted = 3
    case invalidPdu = 4
    case insufficientAuthentication = 5
    case requestNotSupported = 6
    case invalidOffset = 7
    case insufficientAuthorization = 8
    case prepareQueueFull = 9
    case attributeNotFound = 10
    case attributeNotLong = 11
    case insufficientEncryptionKeySize = 12
    case invalidAttributeValueLength = 13
    case unlikelyError = 14
    case insufficientEncryption = 15
    case unsupportedGroupType = 16
    case insufficientResources = 17
  }

  public static var errorDomain: String { CBATTErrorDomain }

  public let code: Code
  private let text: String

  /// Of `userInfo` the localized description is kept.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    text =
      userInfo[NSLocalizedDescriptionKey] as? String
      ?? ATTErrorCode(rawValue: UInt8(code.rawValue)).description
  }

  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text] }
  public var userInfo: [String: Any] { errorUserInfo }
}

/// Lets `catch CBATTError.readNotPermitted` name a code.
extension CBATTError {
  public static var success: Code { .success }
  public static var invalidHandle: Code { .invalidHandle }
  public static var readNotPermitted: Code { .readNotPermitted }
  public static var writeNotPermitted: Code { .writeNotPermitted }
  public static var invalidPdu: Code { .invalidPdu }
  public static var insufficientAuthentication: Code { .insufficientAuthentication }
  public static var requestNotSupported: Code { .requestNotSupported }
  public static var invalidOffset: Code { .invalidOffset }
  public static var insufficientAuthorization: Code { .insufficientAuthorization }
  public static var prepareQueueFull: Code { .prepareQueueFull }
  public static var attributeNotFound: Code { .attributeNotFound }
  public static var attributeNotLong: Code { .attributeNotLong }
  public static var insufficientEncryptionKeySize: Code { .insufficientEncryptionKeySize }
  public static var invalidAttributeValueLength: Code { .invalidAttributeValueLength }
  public static var unlikelyError: Code { .unlikelyError }
  public static var insufficientEncryption: Code { .insufficientEncryption }
  public static var unsupportedGroupType: Code { .unsupportedGroupType }
  public static var insufficientResources: Code { .insufficientResources }
}

extension CBATTError.Code {
  /// Whether an error has this code.
  public static func ~= (code: CBATTError.Code, error: any Error) -> Bool {
    (error as? CBATTError)?.code == code
  }
}

extension ConnectionFailure {
  /// The error that an app gets.
  var error: CBError {
    switch self {
    case .timedOut: CBError(.connectionTimeout)
    case .byAccessory: CBError(.peripheralDisconnected)
    case .notEstablished: CBError(.connectionFailed)
    case .limitReached: CBError(.connectionLimitReached)
    case .bondRemoved: CBError(.peerRemovedPairingInformation)
    case .encryptionTimedOut: CBError(.encryptionTimedOut)
    case .other(let code):
      CBError(.unknown, userInfo: [NSLocalizedDescriptionKey: "The connection ended: \(code)."])
    }
  }
}

extension AttributeFailure {
  /// The error that an app gets; nil where the end of the connection is reported instead.
  var error: (any Error)? {
    switch self {
    case .refused(let code):
      if let named = CBATTError.Code(rawValue: Int(code.rawValue)) { return CBATTError(named) }
      return NSError(
        domain: CBATTErrorDomain, code: Int(code.rawValue),
        userInfo: [NSLocalizedDescriptionKey: code.description])
    case .disconnected: return nil
    case .channelRefused:
      return CBError(
        .unknown, userInfo: [NSLocalizedDescriptionKey: "The accessory does not open such a channel."])
    case .noAnswer:
      return CBError(.unknown, userInfo: [NSLocalizedDescriptionKey: "The accessory did not answer."])
    }
  }
}
