public import CoreTypes
public import CryptoToolbox

/// How a device sends its identity to a peer. [Vol 3, Part H, 3.6.4, 3.6.5]
public enum IdentityDistribution: Hashable, Sendable {
  /// As it has to.
  case once
  /// Not at all.
  case never
  case twice
  /// Once, with the octets of the address in reverse.
  case reversed
}

/// How a device pairs. [Vol 3, Part H, 2.3]
public struct PairingPolicy: Hashable, Sendable {
  /// Whether a Pairing Request is answered at all.
  public var acceptsPairing = true
  /// Whether a pairing ends with the Security Manager Timer; with a defective device it goes on.
  public var timesOut = true
  /// Whether keys are kept beyond the connection.
  public var isBondable = true
  /// What the device declares; only Just Works follows from it.
  public var ioCapability = IOCapability.noInputNoOutput
  /// Whether AuthReq asks for protection against a man in the middle.
  public var requestsMITM = false
  /// Whether pairing is refused where there is no such protection.
  public var requiresMITM = false
  /// The longest key offered, 7 to 16 octets.
  public var maximumKeySize: UInt8 = 16
  /// The shortest key accepted, 7 to 16 octets.
  public var minimumKeySize: UInt8 = 16
  /// The keys that each side is to send.
  public var keyDistribution: KeyDistribution = [.encryption, .identity]
  /// How the identity is sent where both sides agreed on it; a defective device does it otherwise.
  public var identityDistribution = IdentityDistribution.once
  /// The address by which this device is known for ever; the address of the link if nil.
  public var identityAddress: DeviceAddress?
  /// The key that resolves this device's private addresses; 0 for none.
  public var identityResolvingKey: UInt128 = 0
  /// Whether a peer may use the debug key.
  public var allowsDebugKey = false

  /// The policy of an accessory without buttons or display that bonds.
  public init() {}

  /// AuthReq of this device.
  public var authenticationRequirements: AuthenticationRequirements {
    var requirements: AuthenticationRequirements = [.secureConnections]
    if isBondable { requirements.insert(.bonding) }
    if requestsMITM || requiresMITM { requirements.insert(.mitm) }
    return requirements
  }
}

/// The random numbers of one pairing; never to be used for a second one.
public struct PairingSecrets: Sendable {
  /// The key pair of this device.
  var keyPair: P256KeyPair
  /// Na or Nb.
  var nonce: UInt128

  /// Takes a private key and a nonce, both drawn at random.
  public init(keyPair: P256KeyPair, nonce: UInt128) {
    self.keyPair = keyPair
    self.nonce = nonce
  }
}

extension P256PublicKey {
  /// The x coordinate of the debug key, whose private key is public. [Vol 3, Part H, 2.3.5.6.1]
  static let debugX: [UInt8] = [
    0x20, 0xB0, 0x03, 0xD2, 0xF2, 0x97, 0xBE, 0x2C, 0x5E, 0x2C, 0x83, 0xA7, 0xE9, 0xF9, 0xA5, 0xB9,
    0xEF, 0xF4, 0x91, 0x11, 0xAC, 0xF4, 0xFD, 0xDB, 0xCC, 0x03, 0x01, 0x48, 0x0E, 0x35, 0x9D, 0xE6,
  ]
}

extension PairingSecrets {
  /// Draws a private key and a nonce.
  public init(using generator: inout some RandomNumberGenerator) {
    func octets(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 56) }
    }
    while true {
      guard let keyPair = P256KeyPair(privateKey: octets(32)) else { continue }
      self.init(keyPair: keyPair, nonce: UInt128(mostSignificantFirst: octets(16)))
      return
    }
  }
}

/// What two devices keep of a pairing. [Vol 3, Part C, 9.4.4]
public struct Bond: Hashable, Sendable {
  public var longTermKey: LongTermKey
  /// The octets of the key that are not forced to 0, 7 to 16.
  public var keySize: UInt8
  /// The address by which the peer is known for ever; the address of the link if it sent none.
  public var peerIdentityAddress: DeviceAddress
  /// The address that the peer had on the link where the two paired, by which it may come again; nil if that is not
  /// known.
  public var peerLinkAddress: DeviceAddress?
  /// The key that resolves the peer's private addresses; nil if it sent none or only zeros.
  public var peerIdentityResolvingKey: UInt128?
  /// Whether pairing resisted a man in the middle; Just Works does not.
  public var isAuthenticated: Bool
  /// Whether both sides asked to keep the keys beyond this connection.
  public var isPersistent: Bool
  /// Whether a side used the public debug key, so that anyone can read the link.
  public var usesDebugKey: Bool

  /// Makes a bond from its parts.
  public init(
    longTermKey: LongTermKey, keySize: UInt8 = 16, peerIdentityAddress: DeviceAddress,
    peerLinkAddress: DeviceAddress? = nil, peerIdentityResolvingKey: UInt128? = nil,
    isAuthenticated: Bool = false, isPersistent: Bool = true,
    usesDebugKey: Bool = false
  ) {
    self.longTermKey = longTermKey
    self.keySize = keySize
    self.peerIdentityAddress = peerIdentityAddress
    self.peerLinkAddress = peerLinkAddress
    self.peerIdentityResolvingKey = peerIdentityResolvingKey
    self.isAuthenticated = isAuthenticated
    self.isPersistent = isPersistent
    self.usesDebugKey = usesDebugKey
  }

  /// Whether the key is as strong as a Security Request asks. [Vol 3, Part H, 2.4.6]
  public func satisfies(_ requirements: AuthenticationRequirements) -> Bool {
    isAuthenticated || !requirements.contains(.mitm)
  }

  /// Whether an address is the peer's: its identity address, the one it paired with, or a private one that its key
  /// resolves.
  public func matches(_ address: DeviceAddress) -> Bool {
    if address == peerIdentityAddress || address == peerLinkAddress { return true }
    return address.isResolved(by: peerIdentityResolvingKey)
  }
}
