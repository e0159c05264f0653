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
public struct TransmitPowerLevel: SignedFieldValue {
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

  /// The power next to one in dBm.
  public init(nearest dbm: Double) { self.init(rawValue: Int8(max(-127, min(20, dbm.rounded())))) }

  /// Whether it is a power, -127 to 20 dBm.
  public var isPower: Bool { Self.powers.contains(self) }

  /// Whether it is a power or a code with a meaning.
  public var isDefined: Bool { isPower || self == .unmanaged || self == .unknown }
}
