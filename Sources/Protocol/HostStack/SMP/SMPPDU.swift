internal import Notation
public import Wire

/// The kind of a Security Manager PDU. [Vol 3, Part H, 3.3]
public enum SMPCode: UInt8, Sendable, CaseIterable {
  case pairingRequest = 0x01
  case pairingResponse = 0x02
  case pairingConfirm = 0x03
  case pairingRandom = 0x04
  case pairingFailed = 0x05
  case encryptionInformation = 0x06
  case centralIdentification = 0x07
  case identityInformation = 0x08
  case identityAddressInformation = 0x09
  case signingInformation = 0x0A
  case securityRequest = 0x0B
  case pairingPublicKey = 0x0C
  case pairingDHKeyCheck = 0x0D
  case keypressNotification = 0x0E
}

/// A PDU of the Security Manager protocol. [Vol 3, Part H, 3.5 and 3.6]
public enum SMPPDU: Hashable, Sendable {
  case pairingRequest(PairingFeatures)
  case pairingResponse(PairingFeatures)
  case pairingConfirm(SMPValue)
  case pairingRandom(SMPValue)
  case pairingFailed(SMPPairingFailed)
  case encryptionInformation(SMPValue)
  case centralIdentification(SMPCentralIdentification)
  case identityInformation(SMPValue)
  case identityAddressInformation(SMPIdentityAddress)
  case signingInformation(SMPValue)
  case securityRequest(SMPSecurityRequest)
  case pairingPublicKey(SMPPublicKey)
  case pairingDHKeyCheck(SMPValue)
  case keypressNotification(SMPKeypress)
  case unknown(SMPUnknown)

  /// Reads a PDU; an unknown code is kept.
  public init(decoding octets: [UInt8]) throws(WireError) {
    guard let first = octets.first else { throw .truncated(field: "Code", neededBits: 8, availableBits: 0) }
    let rest = Array(octets.dropFirst())
    switch SMPCode(rawValue: first) {
    case .pairingRequest: self = .pairingRequest(try .init(decoding: rest))
    case .pairingResponse: self = .pairingResponse(try .init(decoding: rest))
    case .pairingConfirm: self = .pairingConfirm(try .init(decoding: rest))
    case .pairingRandom: self = .pairingRandom(try .init(decoding: rest))
    case .pairingFailed: self = .pairingFailed(try .init(decoding: rest))
    case .encryptionInformation: self = .encryptionInformation(try .init(decoding: rest))
    case .centralIdentification: self = .centralIdentification(try .init(decoding: rest))
    case .identityInformation: self = .identityInformation(try .init(decoding: rest))
    case .identityAddressInformation: self = .identityAddressInformation(try .init(decoding: rest))
    case .signingInformation: self = .signingInformation(try .init(decoding: rest))
    case .securityRequest: self = .securityRequest(try .init(decoding: rest))
    case .pairingPublicKey: self = .pairingPublicKey(try .init(decoding: rest))
    case .pairingDHKeyCheck: self = .pairingDHKeyCheck(try .init(decoding: rest))
    case .keypressNotification: self = .keypressNotification(try .init(decoding: rest))
    case nil: self = .unknown(SMPUnknown(code: first, data: rest))
    }
  }

  /// The first octet.
  public var code: UInt8 { parts.code }

  /// What follows the code.
  public var payload: any PDU { parts.payload }

  /// The PDU as octets.
  public func encoded() -> [UInt8] {
    let parts = parts
    return [parts.code] + parts.payload.encoded()
  }

  private var parts: (code: UInt8, payload: any PDU) {
    func known(_ code: SMPCode, _ payload: any PDU) -> (code: UInt8, payload: any PDU) {
      (code.rawValue, payload)
    }
    return switch self {
    case .pairingRequest(let p): known(.pairingRequest, p)
    case .pairingResponse(let p): known(.pairingResponse, p)
    case .pairingConfirm(let p): known(.pairingConfirm, p)
    case .pairingRandom(let p): known(.pairingRandom, p)
    case .pairingFailed(let p): known(.pairingFailed, p)
    case .encryptionInformation(let p): known(.encryptionInformation, p)
    case .centralIdentification(let p): known(.centralIdentification, p)
    case .identityInformation(let p): known(.identityInformation, p)
    case .identityAddressInformation(let p): known(.identityAddressInformation, p)
    case .signingInformation(let p): known(.signingInformation, p)
    case .securityRequest(let p): known(.securityRequest, p)
    case .pairingPublicKey(let p): known(.pairingPublicKey, p)
    case .pairingDHKeyCheck(let p): known(.pairingDHKeyCheck, p)
    case .keypressNotification(let p): known(.keypressNotification, p)
    case .unknown(let p): (p.code, p)
    }
  }
}

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
