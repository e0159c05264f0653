/// The power of a received signal in dBm, or a code in place of one: the RSSI of a packet, or the power for which a
/// phase correction term of size 2048 stands. [Vol 4, Part E, 7.7.65.44]
public struct ReceivedPowerLevel: SignedFieldValue {
  /// Every received power, in dBm.
  public static let powers: ClosedRange<ReceivedPowerLevel> = -127...20
  /// Not available.
  @inlinable public static var unavailable: ReceivedPowerLevel { ReceivedPowerLevel(rawValue: 127) }

  /// The octet, in two's complement.
  public var rawValue: Int8

  /// Takes any number.
  @inlinable
  public init(rawValue: Int8) { self.rawValue = rawValue }

  /// The power next to one in dBm.
  @inlinable
  public init(nearest dbm: Double) { self.init(rawValue: Int8(max(-127, min(20, dbm.rounded())))) }

  /// The power in dBm; nil where it is not available.
  @inlinable
  public var dbm: Int? { self == .unavailable ? nil : Int(rawValue) }

  /// Whether it is a power, -127 to 20 dBm, or not available.
  public var isDefined: Bool { Self.powers.contains(self) || self == .unavailable }

  /// The power so many dB above it, as far as there is such a power.
  @inlinable
  public func raised(byDecibels decibels: Int) -> ReceivedPowerLevel {
    ReceivedPowerLevel(rawValue: Int8(max(-127, min(20, Int(rawValue) + decibels))))
  }
}

/// The gain of the path between radio and antenna, in units of 0.1 dB. [Vol 4, Part E, 7.8.76]
public struct RFPathCompensation: SignedFieldValue {
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
