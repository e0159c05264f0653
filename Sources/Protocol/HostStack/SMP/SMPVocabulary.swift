internal import Notation

/// What a device can show and take in during pairing. [Vol 3, Part H, 2.3.2]
public enum IOCapability: UInt8, Sendable, CaseIterable {
  case displayOnly = 0
  case displayYesNo = 1
  case keyboardOnly = 2
  case noInputNoOutput = 3
  case keyboardDisplay = 4
}

/// AuthReq: what a device asks of pairing. [Vol 3, Part H, 3.5.1]
public struct AuthenticationRequirements: OptionSet, Hashable, Sendable {
  /// The octet on the air.
  public var rawValue: UInt8

  /// Wraps any octet; reserved bits are kept.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Bonding_Flags, two bits of which only 01 has a meaning.
  public static let bonding = AuthenticationRequirements(rawValue: 0x01)
  /// Protection against a man in the middle
  public static let mitm = AuthenticationRequirements(rawValue: 0x04)
  /// LE Secure Connections
  public static let secureConnections = AuthenticationRequirements(rawValue: 0x08)
  /// Keypress notifications
  public static let keypress = AuthenticationRequirements(rawValue: 0x10)
  /// Conversion of the key for BR/EDR
  public static let ct2 = AuthenticationRequirements(rawValue: 0x20)
}

/// Which keys a device sends once the link is encrypted. [Vol 3, Part H, 3.6.1]
public struct KeyDistribution: OptionSet, Hashable, Sendable {
  /// The octet on the air.
  public var rawValue: UInt8

  /// Wraps any octet; reserved bits are kept.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// EncKey, which LE Secure Connections ignores
  public static let encryption = KeyDistribution(rawValue: 0x01)
  /// IdKey: identity resolving key and identity address
  public static let identity = KeyDistribution(rawValue: 0x02)
  /// SignKey
  public static let signing = KeyDistribution(rawValue: 0x04)
  /// LinkKey
  public static let link = KeyDistribution(rawValue: 0x08)
}

/// Why pairing failed. [Vol 3, Part H, 3.5.5]
public struct PairingFailure: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The octet on the air.
  public var rawValue: UInt8

  /// Wraps any octet; unknown reasons are kept.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// 0x02
  public static let oobNotAvailable = PairingFailure(rawValue: 0x02)
  /// 0x03
  public static let authenticationRequirements = PairingFailure(rawValue: 0x03)
  /// 0x04
  public static let confirmValueFailed = PairingFailure(rawValue: 0x04)
  /// 0x05
  public static let pairingNotSupported = PairingFailure(rawValue: 0x05)
  /// 0x06
  public static let encryptionKeySize = PairingFailure(rawValue: 0x06)
  /// 0x07
  public static let commandNotSupported = PairingFailure(rawValue: 0x07)
  /// 0x08
  public static let unspecifiedReason = PairingFailure(rawValue: 0x08)
  /// 0x09
  public static let repeatedAttempts = PairingFailure(rawValue: 0x09)
  /// 0x0A
  public static let invalidParameters = PairingFailure(rawValue: 0x0A)
  /// 0x0B
  public static let dhKeyCheckFailed = PairingFailure(rawValue: 0x0B)

  private static let names: [UInt8: String] = [
    0x01: "Passkey Entry Failed", 0x02: "OOB Not Available", 0x03: "Authentication Requirements",
    0x04: "Confirm Value Failed", 0x05: "Pairing Not Supported", 0x06: "Encryption Key Size",
    0x07: "Command Not Supported", 0x08: "Unspecified Reason", 0x09: "Repeated Attempts",
    0x0A: "Invalid Parameters", 0x0B: "DHKey Check Failed", 0x0C: "Numeric Comparison Failed",
    0x0D: "BR/EDR Pairing in Progress", 0x0E: "Generation Not Allowed", 0x0F: "Key Rejected", 0x10: "Busy",
  ]

  /// The reason and its name, for people: `0x04 Confirm Value Failed`.
  public var description: String {
    rawValue.hex(2) + " " + (Self.names[rawValue] ?? "Reserved")
  }
}
