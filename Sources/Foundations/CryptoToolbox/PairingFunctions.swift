public import CoreTypes
internal import Crypto

/// The functions of LE Secure Connections pairing and of private addresses. [Vol 3, Part H, 2.2]
///
/// Values of 128 bits are numbers, and coordinates are 32 octets, the most significant first; the Security
/// Manager sends both the other way round.
public enum PairingFunctions {
  private static let f5Salt: UInt128 = 0x6C88_8391_AAF5_A538_6037_0BDB_5A60_83BE
  private static let f5KeyID: [UInt8] = [0x62, 0x74, 0x6C, 0x65]

  /// The confirm value. [Vol 3, Part H, 2.2.6]
  public static func f4(u: [UInt8], v: [UInt8], x: UInt128, z: UInt8) -> UInt128 {
    AESCMAC.tag(key: x, message: u + v + [z])
  }

  /// MacKey and LTK from the Diffie-Hellman key. [Vol 3, Part H, 2.2.7]
  public static func f5(
    dhKey: [UInt8], n1: UInt128, n2: UInt128, a1: DeviceAddress, a2: DeviceAddress
  ) -> (macKey: UInt128, longTermKey: LongTermKey) {
    let key = AESCMAC.tag(key: f5Salt, message: dhKey)
    let body =
      f5KeyID + n1.mostSignificantFirst + n2.mostSignificantFirst + octets(of: a1) + octets(of: a2)
      + [0x01, 0x00]
    let longTermKey = LongTermKey(rawValue: AESCMAC.tag(key: key, message: [1] + body))
    return (AESCMAC.tag(key: key, message: [0] + body), longTermKey)
  }

  /// The DHKey check value. [Vol 3, Part H, 2.2.8]
  /// - Parameter ioCapabilities: AuthReq, OOB flag and IO capability, AuthReq in bits 16 to 23.
  public static func f6(
    macKey: UInt128, n1: UInt128, n2: UInt128, r: UInt128, ioCapabilities: UInt32, a1: DeviceAddress,
    a2: DeviceAddress
  ) -> UInt128 {
    let capabilities = [16, 8, 0].map { UInt8(truncatingIfNeeded: ioCapabilities >> UInt32($0)) }
    let message =
      n1.mostSignificantFirst + n2.mostSignificantFirst + r.mostSignificantFirst + capabilities
      + octets(of: a1) + octets(of: a2)
    return AESCMAC.tag(key: macKey, message: message)
  }

  /// The 24-bit hash of a resolvable private address. [Vol 3, Part H, 2.2.2]
  /// - Parameter prand: The random part, 24 bits.
  public static func ah(identityResolvingKey: UInt128, prand: UInt32) -> UInt32 {
    let block = UInt128(prand & 0xFF_FFFF)
    return UInt32(truncatingIfNeeded: AES128(key: identityResolvingKey).encrypt(block)) & 0xFF_FFFF
  }

  private static func octets(of address: DeviceAddress) -> [UInt8] {
    [address.kind.asPublicOrRandom.rawValue] + address.bdAddr.octets.reversed()
  }
}

/// A point of the curve P-256 as pairing exchanges it. [Vol 3, Part H, 2.3.5.6.1]
public struct P256PublicKey: Hashable, Sendable {
  /// 32 octets, the most significant first.
  public let x: [UInt8]
  /// 32 octets, the most significant first.
  public let y: [UInt8]

  /// Makes a key from two coordinates of 32 octets, the most significant first.
  public init(x: [UInt8], y: [UInt8]) {
    precondition(x.count == 32 && y.count == 32, "a coordinate has 32 octets")
    self.x = x
    self.y = y
  }

  /// Reads the 64 octets of Pairing Public Key; nil where there are not 64.
  public init?(wireOctets: [UInt8]) {
    guard wireOctets.count == 64 else { return nil }
    self.init(x: wireOctets[..<32].reversed(), y: wireOctets[32...].reversed())
  }

  /// The 64 octets of Pairing Public Key: x, then y, each the least significant octet first.
  public var wireOctets: [UInt8] { x.reversed() + y.reversed() }
}

/// A key pair of LE Secure Connections. [Vol 3, Part H, 2.3.5.6.1]
public struct P256KeyPair: Sendable {
  /// The key that is sent.
  public let publicKey: P256PublicKey
  private let privateKey: P256.KeyAgreement.PrivateKey

  /// Makes the pair of a private key.
  /// - Parameter privateKey: 32 octets, the most significant first; nil where the number is 0 or not below
  ///   the order of the curve, which random octets are once in 2^32.
  public init?(privateKey: [UInt8]) {
    do {
      self.privateKey = try P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey)
    } catch {
      return nil
    }
    let point = Array(self.privateKey.publicKey.rawRepresentation)
    publicKey = P256PublicKey(x: Array(point[..<32]), y: Array(point[32...]))
  }

  /// DHKey with the peer, 32 octets, the most significant first; nil where the peer's key is not a point of
  /// the curve.
  public func dhKey(with peer: P256PublicKey) -> [UInt8]? {
    do {
      let point = try P256.KeyAgreement.PublicKey(rawRepresentation: peer.x + peer.y)
      return try privateKey.sharedSecretFromKeyAgreement(with: point).withUnsafeBytes { Array($0) }
    } catch {
      return nil
    }
  }
}

extension DeviceAddress {
  /// A resolvable private address: a hash below a random part, which has bits of both kinds.
  /// [Vol 6, Part B, 1.3.2.2]
  public static func resolvablePrivate(
    identityResolvingKey: UInt128, using generator: inout some RandomNumberGenerator
  ) -> DeviceAddress {
    var part: UInt32 = 0
    while part == 0 || part == 0x3F_FFFF { part = UInt32(generator.next() >> 42) }
    let prand = 0x40_0000 | part
    let hash = PairingFunctions.ah(identityResolvingKey: identityResolvingKey, prand: prand)
    return DeviceAddress(BDADDR(rawValue: UInt64(prand) << 24 | UInt64(hash)), kind: .random)
  }

  /// Whether this is a resolvable private address made with a key; never without one. [Vol 6, Part B, 1.3.2.3]
  public func isResolved(by identityResolvingKey: UInt128?) -> Bool {
    guard let identityResolvingKey, isResolvable else { return false }
    let value = bdAddr.rawValue
    return PairingFunctions.ah(identityResolvingKey: identityResolvingKey, prand: UInt32(value >> 24))
      == UInt32(value & 0xFF_FFFF)
  }
}
