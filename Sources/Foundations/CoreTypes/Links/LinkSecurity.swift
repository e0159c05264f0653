/// The long term key (LTK), from which the session keys of two bonded devices follow. [Vol 3, Part H, 2.4.1]
public struct LongTermKey: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The key as AES takes it: its most significant octet is the first of FIPS-197.
  public var rawValue: UInt128

  /// Takes any number of 128 bits.
  @inlinable
  public init(rawValue: UInt128) { self.rawValue = rawValue }

  @inlinable
  public init(integerLiteral value: UInt128) { self.init(rawValue: value) }

  /// The key without what is above `size` octets, 7 to 16. [Vol 3, Part H, 2.3.4]
  public func shortened(to size: UInt8) -> LongTermKey {
    LongTermKey(rawValue: rawValue & UInt128.max >> UInt128(128 - 8 * Int(size)))
  }
}

/// What names a long term key in a request for encryption. [Vol 3, Part H, 2.4.2]
public struct LongTermKeyName: Hashable, Sendable {
  /// That of every key of LE Secure Connections: zeros.
  public static let secureConnections = LongTermKeyName()

  /// Rand.
  public var random: UInt64
  /// EDIV.
  public var encryptedDiversifier: UInt16

  /// Makes a name from both numbers.
  public init(random: UInt64 = 0, encryptedDiversifier: UInt16 = 0) {
    self.random = random
    self.encryptedDiversifier = encryptedDiversifier
  }
}

/// One device's share of the three vectors that start Channel Sounding security: the contents of
/// LL_CS_SEC_REQ and LL_CS_SEC_RSP. [Vol 6, Part B, 2.4.2.44]
public struct CSSecurityVectors: Hashable, Sendable {
  /// CS_IV
  public var initializationVector: UInt64
  /// CS_IN
  public var instantiationNonce: UInt32
  /// CS_PV
  public var personalizationVector: UInt64

  /// Makes a share from three random numbers.
  public init(
    initializationVector: UInt64 = 0, instantiationNonce: UInt32 = 0, personalizationVector: UInt64 = 0
  ) {
    self.initializationVector = initializationVector
    self.instantiationNonce = instantiationNonce
    self.personalizationVector = personalizationVector
  }
}
