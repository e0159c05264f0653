public import CoreTypes
internal import CryptoToolbox

/// What two devices keep of a pairing. [Vol 3, Part C, 9.4.4]
public struct Bond: Hashable, Sendable {
  /// The long term key as a number.
  public var longTermKey: UInt128
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
    longTermKey: UInt128, keySize: UInt8 = 16, peerIdentityAddress: DeviceAddress,
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

  /// The key as HCI carries it: 16 octets, least significant first.
  public var longTermKeyOctets: [UInt8] { longTermKey.leastSignificantFirst }

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
