/// A power in dBm, or a code in place of one: what the air and the radio have in common.
public protocol PowerLevel: FieldValue, Comparable where RawValue == Int8 {}

extension PowerLevel {
  /// Every power, in dBm.
  @inlinable
  public static var powers: ClosedRange<Int8> { -127...20 }

  /// The power next to one in dBm.
  @inlinable
  public init(nearest dbm: Double) {
    self.init(
      rawValue: Int8(max(Double(Self.powers.lowerBound), min(Double(Self.powers.upperBound), dbm.rounded()))))
  }

  /// Whether it is a power, -127 to 20 dBm.
  public var isPower: Bool { Self.powers.contains(rawValue) }
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
public struct TransmitPowerLevel: PowerLevel {
  /// The power on the PHY is not managed; in LE CS Test, the least that the device has. [Vol 4, Part E, 7.8.142]
  public static let unmanaged: TransmitPowerLevel = 126
  /// Not known, or no preference; in LE CS Test, the most that the device has. [Vol 4, Part E, 7.8.142]
  public static let unknown: TransmitPowerLevel = 127

  /// The octet, in two's complement.
  public var rawValue: Int8

  /// Takes any number.
  @inlinable
  public init(rawValue: Int8) { self.rawValue = rawValue }

  /// Whether it is a power or a code with a meaning.
  public var isDefined: Bool { isPower || self == .unmanaged || self == .unknown }
}

/// The power of a received signal in dBm, or a code in place of one: the RSSI of a packet, or the power for which a
/// phase correction term of size 2048 stands. [Vol 4, Part E, 7.7.65.44]
public struct ReceivedPowerLevel: PowerLevel {
  /// Not available.
  @inlinable public static var unavailable: ReceivedPowerLevel { ReceivedPowerLevel(rawValue: 127) }

  /// The octet, in two's complement.
  public var rawValue: Int8

  /// Takes any number.
  @inlinable
  public init(rawValue: Int8) { self.rawValue = rawValue }

  /// The power in dBm; nil where it is not available.
  @inlinable
  public var dbm: Int? { self == .unavailable ? nil : Int(rawValue) }

  /// Whether it is a power or not available.
  public var isDefined: Bool { isPower || self == .unavailable }

  /// The power so many dB above it, as far as there is such a power.
  @inlinable
  public func raised(byDecibels decibels: Int) -> ReceivedPowerLevel {
    ReceivedPowerLevel(nearest: Double(Int(rawValue) + decibels))
  }
}

/// The gain of the path between radio and antenna, in units of 0.1 dB. [Vol 4, Part E, 7.8.76]
public struct RFPathCompensation: FieldValue, Comparable {
  /// What a host may set: up to 128 dB either way.
  public static let legal: ClosedRange<RFPathCompensation> = -1280...1280

  /// The two octets, in two's complement.
  public var rawValue: Int16

  /// Takes any number.
  @inlinable
  public init(rawValue: Int16) { self.rawValue = rawValue }

  /// The gain, in dB.
  public var decibels: Double { Double(rawValue) / 10 }

  /// Whether a host may set it.
  public var isLegal: Bool { Self.legal.contains(self) }
}

/// A change of a transmit power in dB, or a code in place of one. [Vol 6, Part B, 2.4.2.33]
public struct PowerChange: FieldValue {
  /// The host recommends none. [Vol 4, Part E, 7.8.140]
  public static let notRecommended: PowerChange = -128
  /// Not known, or out of range. [Vol 4, Part E, 7.7.65.33]
  public static let unknown: PowerChange = 127

  /// The octet, in two's complement.
  public var rawValue: Int8

  @inlinable
  public init(rawValue: Int8) { self.rawValue = rawValue }
}
