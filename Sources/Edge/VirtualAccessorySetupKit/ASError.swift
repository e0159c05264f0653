public import Foundation
internal import PhoneSystem

/// The domain of `ASError`.
public let ASErrorDomain = "ASErrorDomain"

/// An error of a session or its picker.
public struct ASError: CustomNSError, Hashable, Sendable {
  public enum Code: Int, Sendable {
    case success = 0
    case unknown = 1
    case activationFailed = 100
    case connectionFailed = 150
    case discoveryTimeout = 200
    case extensionNotFound = 300
    case invalidated = 400
    case invalidRequest = 450
    case pickerAlreadyActive = 500
    case pickerRestricted = 550
    case userCancelled = 700
    case userRestricted = 750
  }

  public static var errorDomain: String { ASErrorDomain }

  public let code: Code
  private let text: String

  /// Of `userInfo` the localized description is kept.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    text = userInfo[NSLocalizedDescriptionKey] as? String ?? code.text
  }

  init(_ code: Code, _ text: String) { (self.code, self.text) = (code, text) }

  init(_ failure: PickerFailure) {
    switch failure {
    case .cancelled: self.init(.userCancelled)
    case .timedOut(let passed):
      let heard = passed.isEmpty ? "None was heard" : passed.map(\.description).joined(separator: "; ")
      self.init(.discoveryTimeout, "\(Code.discoveryTimeout.text) \(heard).")
    case .connectionFailed(let name, let failure):
      self.init(Code.connectionFailed, "'\(name)' was not set up: \(failure).")
    case .restricted: self.init(.pickerRestricted)
    case .background: self.init(.pickerRestricted, "The app is in the background.")
    case .alreadyActive: self.init(.pickerAlreadyActive)
    case .invalidated: self.init(Code.invalidated)
    }
  }

  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text] }
  public var userInfo: [String: Any] { errorUserInfo }

  public static func == (a: ASError, b: ASError) -> Bool { a.code == b.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// Lets `catch ASError.userCancelled` name a code.
extension ASError {
  public static var success: Code { .success }
  public static var unknown: Code { .unknown }
  public static var activationFailed: Code { .activationFailed }
  public static var connectionFailed: Code { .connectionFailed }
  public static var discoveryTimeout: Code { .discoveryTimeout }
  public static var extensionNotFound: Code { .extensionNotFound }
  public static var invalidated: Code { .invalidated }
  public static var invalidRequest: Code { .invalidRequest }
  public static var pickerAlreadyActive: Code { .pickerAlreadyActive }
  public static var pickerRestricted: Code { .pickerRestricted }
  public static var userCancelled: Code { .userCancelled }
  public static var userRestricted: Code { .userRestricted }
}

extension ASError.Code {
  /// Whether an error has this code.
  public static func ~= (code: ASError.Code, error: any Error) -> Bool { (error as? ASError)?.code == code }

  fileprivate var text: String {
    switch self {
    case .connectionFailed: "The accessory could not be connected to, or would not pair."
    case .discoveryTimeout: "No accessory was chosen in time."
    case .extensionNotFound: "There is no Device Discovery Extension: call showPicker(for:)."
    case .invalidated: "The session was invalidated: make another ASAccessorySession."
    case .pickerAlreadyActive: "Another picker is open."
    case .pickerRestricted: "A CBCentralManager exists that was made before any accessory was set up."
    case .userCancelled: "The user closed the picker."
    default: "The operation failed with code \(rawValue)."
    }
  }
}
