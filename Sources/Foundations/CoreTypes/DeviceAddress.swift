internal import Notation

/// A Bluetooth device address with its kind. [Vol 6, Part B, 1.3]
public struct DeviceAddress: Hashable, Sendable, CustomStringConvertible {
  /// Whether the address is registered or drawn at random.
  public enum Kind: UInt8, Sendable { case `public` = 0, random = 1 }

  /// Six octets, least significant first, as on the air and in HCI.
  public var octets: [UInt8]
  /// Public or random.
  public var kind: Kind

  /// Makes an address from six octets, least significant first.
  public init(octets: [UInt8], kind: Kind) {
    precondition(octets.count == 6, "a device address has six octets")
    self.octets = octets
    self.kind = kind
  }

  /// Makes an address from the number written in the usual colon form.
  public init(_ value: UInt64, kind: Kind) {
    self.init(octets: (0..<6).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }, kind: kind)
  }

  /// Whether it was drawn at random and stays until the power is cycled. [Vol 6, Part B, 1.3.2.1]
  public var isStatic: Bool { kind == .random && octets[5] >> 6 == 0b11 }

  /// Whether it is a private address that a key resolves. [Vol 6, Part B, 1.3.2.2]
  public var isResolvable: Bool { kind == .random && octets[5] >> 6 == 0b01 }

  /// The usual form, most significant octet first: `C0:FF:EE:00:00:01`.
  public var description: String {
    octets.reversed().hex(separator: ":", .upper)
  }
}
