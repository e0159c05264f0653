internal import Notation

/// The six octets of a Bluetooth device address; the number is the one written in the usual form. [Vol 6, Part B, 1.3]
public struct BDADDR: FieldValue {
  /// 48 bits.
  public let rawValue: UInt64

  /// Takes the low 48 bits of a number.
  @inlinable
  public init(rawValue: UInt64) { self.rawValue = rawValue & 0xFFFF_FFFF_FFFF }

  /// Makes an address from six octets, least significant first.
  public init(octets: [UInt8]) {
    precondition(octets.count == 6, "a device address has six octets")
    self.init(rawValue: octets.reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Six octets, least significant first, as on the air and in HCI.
  public var octets: [UInt8] { (0..<6).map { UInt8(truncatingIfNeeded: rawValue >> UInt64(8 * $0)) } }

  /// The address with its octets in reverse.
  public var reversed: BDADDR { BDADDR(rawValue: rawValue.byteSwapped >> 16) }

  /// The usual form, most significant octet first: `C0:FF:EE:00:00:01`.
  public var description: String { octets.reversed().hex(separator: ":", .upper) }
}

/// A Bluetooth device address with its kind. [Vol 6, Part B, 1.3]
public struct DeviceAddress: Hashable, Sendable, CustomStringConvertible {
  /// Whether the address is registered or drawn at random, and in HCI whether a controller has resolved it.
  /// [Vol 4, Part E, 7.7.65.10]
  public struct Kind: NamedFieldValue {
    @inlinable public static var `public`: Kind { Kind(rawValue: 0) }
    @inlinable public static var random: Kind { Kind(rawValue: 1) }
    @inlinable public static var publicIdentity: Kind { Kind(rawValue: 2) }
    @inlinable public static var randomIdentity: Kind { Kind(rawValue: 3) }
    /// A resolvable private address that the controller cannot resolve.
    @inlinable public static var unresolved: Kind { Kind(rawValue: 0xFE) }
    /// The advertiser sends no address.
    @inlinable public static var anonymous: Kind { Kind(rawValue: 0xFF) }
    public static let defined = [`public`, random, publicIdentity, randomIdentity, unresolved, anonymous]

    public var rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public var isPublicOrRandom: Bool { self == .public || self == .random }

    /// The kind on the air, one bit: an identity address is public or random, an unresolved one random.
    public var asPublicOrRandom: Kind { self == .unresolved ? .random : Kind(rawValue: rawValue & 1) }

    /// The name of the kind, or the reserved number.
    public var description: String {
      switch self {
      case .public: "public"
      case .random: "random"
      case .publicIdentity: "public identity"
      case .randomIdentity: "random identity"
      case .unresolved: "unresolved"
      case .anonymous: "anonymous"
      default: "\(rawValue)"
      }
    }
  }

  /// The address without its kind.
  public var bdAddr: BDADDR
  public var kind: Kind

  public init(_ bdAddr: BDADDR, kind: Kind) {
    self.bdAddr = bdAddr
    self.kind = kind
  }

  /// Zeros, public.
  public init() { self.init(0, kind: .public) }

  /// The address with its kind on the air.
  public var asPublicOrRandom: DeviceAddress { DeviceAddress(bdAddr, kind: kind.asPublicOrRandom) }

  /// Whether it was drawn at random and stays until the power is cycled. [Vol 6, Part B, 1.3.2.1]
  public var isStatic: Bool { kind == .random && bdAddr.rawValue >> 46 == 0b11 }

  /// Whether it is a private address that a key resolves. [Vol 6, Part B, 1.3.2.2]
  public var isResolvable: Bool { kind == .random && bdAddr.rawValue >> 46 == 0b01 }

  /// The usual form, most significant octet first: `C0:FF:EE:00:00:01`.
  public var description: String { bdAddr.description }
}
