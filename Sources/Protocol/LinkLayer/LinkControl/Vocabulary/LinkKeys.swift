/// The session key and vector of an encrypted link, and what the key comes from. [Vol 6, Part E, 2]
public struct LinkKeys: Hashable, Sendable {
  /// LTK, 16 octets, most significant first.
  public var longTermKey: [UInt8]
  /// SKD, 16 octets, most significant first: the peripheral's half, then the central's.
  public var diversifier: [UInt8]
  /// SK, 16 octets, most significant first.
  public var sessionKey: [UInt8]
  /// IV, 8 octets in the order of the air: the central's 4, then the peripheral's 4.
  public var iv: [UInt8]
}

/// The three vectors that seed the CS DRBG, most significant octet first. [Vol 6, Part E, 3.1.5]
public struct CSSecurityVectors: Hashable, Sendable {
  /// CS_IV, 16 octets.
  public var iv: [UInt8]
  /// CS_IN, 8 octets.
  public var instantiationNonce: [UInt8]
  /// CS_PV, 16 octets.
  public var personalizationVector: [UInt8]

  public init(iv: [UInt8], instantiationNonce: [UInt8], personalizationVector: [UInt8]) {
    self.iv = iv
    self.instantiationNonce = instantiationNonce
    self.personalizationVector = personalizationVector
  }
}
