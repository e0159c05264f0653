/// The role of a device in an LE connection. [Vol 6, Part B, 1.1]
public enum LinkRole: UInt8, Sendable, CaseIterable {
  case central = 0
  case peripheral = 1

  /// The role of the other device.
  public var peer: LinkRole { self == .central ? .peripheral : .central }
}

/// The role of a device in an LE connection by its number in HCI, also a reserved one. [Vol 4, Part E, 7.7.65.1]
public struct LinkRoleNumber: FieldValue {
  public static let central = LinkRoleNumber(.central)
  public static let peripheral = LinkRoleNumber(.peripheral)

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public init(_ role: LinkRole) { self.init(rawValue: role.rawValue) }

  /// The role; nil where the number is of none.
  public var role: LinkRole? { LinkRole(rawValue: rawValue) }

  /// The role of the other device; a reserved number has none.
  public var peer: LinkRoleNumber { role.map { LinkRoleNumber($0.peer) } ?? self }
}

/// The role of a device in a Channel Sounding procedure. [Vol 6, Part H, 1]
public struct CSRole: NamedFieldValue, CaseIterable {
  @inlinable public static var initiator: CSRole { CSRole(rawValue: 0) }
  @inlinable public static var reflector: CSRole { CSRole(rawValue: 1) }
  public static let allCases = [initiator, reflector]
  public static var defined: [CSRole] { allCases }

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The role of the other device; a reserved role has none.
  public var peer: CSRole { self == .initiator ? .reflector : self == .reflector ? .initiator : self }

  /// The name of the role, or the reserved number.
  public var description: String {
    switch self {
    case .initiator: "initiator"
    case .reflector: "reflector"
    default: "\(rawValue)"
    }
  }
}

/// The modulation of a packet on the air. [Vol 6, Part A, 3]
public enum PHY: UInt8, Sendable, CaseIterable {
  case le1M = 1
  case le2M = 2
  case leCoded = 3
}

/// A PHY by its number in HCI, also a reserved one, or 0 for none. [Vol 4, Part E, 7.7.65.12]
public struct PHYNumber: FieldValue {
  public static let le1M = PHYNumber(.le1M)
  public static let le2M = PHYNumber(.le2M)
  public static let leCoded = PHYNumber(.leCoded)

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public init(_ phy: PHY) { self.init(rawValue: phy.rawValue) }

  /// The PHY; nil where the number is of none.
  public var phy: PHY? { PHY(rawValue: rawValue) }
}

/// Several PHYs, a bit each. [Vol 6, Part B, 2.4.2.22]
public struct PHYSet: OptionSet, FieldValue {
  public static let le1M = PHYSet(.le1M)
  public static let le2M = PHYSet(.le2M)
  public static let leCoded = PHYSet(.leCoded)

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public init(_ phy: PHY) { self.init(rawValue: 1 << (phy.rawValue - 1)) }

  /// Whether the PHY is one of them.
  public func supports(_ phy: PHY) -> Bool { contains(PHYSet(phy)) }
}

/// Spacing_Types: several spaces between packets, a bit each; bits 3 and 4 are of isochronous streams.
/// [Vol 6, Part B, 2.4.2.54]
public struct SpacingTypes: OptionSet, FieldValue {
  /// T_IFS_ACL_CP.
  public static let centralToPeripheral = SpacingTypes(rawValue: 1 << 0)
  /// T_IFS_ACL_PC.
  public static let peripheralToCentral = SpacingTypes(rawValue: 1 << 1)
  /// T_MCES.
  public static let betweenEvents = SpacingTypes(rawValue: 1 << 2)

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// TX_Power_Level_Flag: whether a transmit power is the least or the greatest that a device has.
/// [Vol 4, Part E, 7.7.65.33]
public struct TransmitPowerFlags: OptionSet, FieldValue {
  public static let minimum = TransmitPowerFlags(rawValue: 1 << 0)
  public static let maximum = TransmitPowerFlags(rawValue: 1 << 1)

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// A transmit power in dBm, or a code in place of one. [Vol 6, Part B, 2.4.2.33]
public struct TransmitPowerLevel: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
{
  /// Every transmit power, in dBm.
  public static let powers: ClosedRange<TransmitPowerLevel> = -127...20
  /// The power on the PHY is not managed; in LE CS Test, the least that the device has. [Vol 4, Part E, 7.8.142]
  public static let unmanaged: TransmitPowerLevel = 126
  /// Not known, or no preference; in LE CS Test, the most that the device has. [Vol 4, Part E, 7.8.142]
  public static let unknown: TransmitPowerLevel = 127

  /// The octet, in two's complement.
  public var rawValue: Int8

  /// Takes any number.
  @inlinable
  public init(rawValue: Int8) { self.rawValue = rawValue }

  @inlinable
  public init(integerLiteral value: Int8) { self.init(rawValue: value) }

  /// Whether it is a power, -127 to 20 dBm.
  public var isPower: Bool { Self.powers.contains(self) }

  /// The number.
  public var description: String { "\(rawValue)" }

  @inlinable
  public static func < (a: TransmitPowerLevel, b: TransmitPowerLevel) -> Bool { a.rawValue < b.rawValue }
}
