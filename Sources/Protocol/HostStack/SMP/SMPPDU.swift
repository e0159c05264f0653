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
