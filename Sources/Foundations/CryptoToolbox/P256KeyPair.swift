internal import Crypto

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
