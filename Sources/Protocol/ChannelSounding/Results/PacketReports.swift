public import CoreTypes

/// Measured_Freq_Offset or Frequency_Compensation: 15 bits in two's complement, in units of 0.01 ppm.
/// [Vol 4, Part E, 7.7.65.44]
///
/// Interpretation: bit 15, in which controllers differ, is no part of the value; the alternative is that it repeats the
/// sign. `==` compares it: whether a received offset is available, `hundredths` says.
public struct FrequencyOffset: FieldValue {
  /// In place of an offset: the side measures or compensates none.
  @inlinable public static var notAvailable: FrequencyOffset { FrequencyOffset(rawValue: 0xC000) }

  /// The greatest Measured_Freq_Offset, either way; a greater offset reads the same.
  @inlinable public static var greatestHundredths: Int { 10_000 }

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The low 15 bits of an offset in 0.01 ppm.
  @inlinable
  public init(hundredths: Int) { self.init(rawValue: UInt16(truncatingIfNeeded: hundredths) & 0x7FFF) }

  /// The offset nearest to `ppm`, at most 100 ppm either way; a half rounds away from zero.
  public init(nearestPpm ppm: Double) {
    let most = Double(Self.greatestHundredths)
    self.init(hundredths: Int(max(-most, min(most, (ppm * 100).rounded()))))
  }

  /// The bits of the value.
  @inlinable
  public var bits: UInt16 { rawValue & 0x7FFF }

  /// In 0.01 ppm; nil where not available.
  @inlinable
  public var hundredths: Int? {
    let value = Int16(bitPattern: rawValue << 1) >> 1
    return value == -0x4000 ? nil : Int(value)
  }

  /// In 0.01 ppm; nil where not available, or at the end of the range, where the true one may be greater.
  @inlinable
  public var exactHundredths: Int? {
    hundredths.flatMap { $0.magnitude < Self.greatestHundredths ? $0 : nil }
  }

  /// In ppm; nil where not available.
  @inlinable
  public var ppm: Double? { hundredths.map { Double($0) / 100 } }

  /// The same offset with the other sign; what is not available stays so.
  public var negated: FrequencyOffset { hundredths.map { FrequencyOffset(hundredths: -$0) } ?? self }
}

/// Packet_Quality: whether the access address of a CS_SYNC packet was found, and with how many bit errors.
/// [Vol 4, Part E, 7.7.65.44]
public struct PacketQuality: FieldValue {
  /// The low nibble.
  public enum AccessAddress: UInt8, Sendable {
    case withoutErrors = 0
    case withErrors = 1
    case notFound = 2
  }

  @inlinable public static var withoutErrors: PacketQuality { PacketQuality(rawValue: 0) }
  @inlinable public static var notFound: PacketQuality { PacketQuality(rawValue: 2) }

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The quality of a packet that was found, whose access address had 0 to 15 wrong bits.
  @inlinable
  public init(bitErrors: Int) {
    self = bitErrors == 0 ? .withoutErrors : Self(rawValue: UInt8(truncatingIfNeeded: bitErrors) << 4 | 1)
  }

  /// What it says of the access address; nil where it is reserved.
  @inlinable
  public var accessAddress: AccessAddress? { AccessAddress(rawValue: rawValue & 0xF) }

  /// The high nibble.
  @inlinable
  public var bitErrors: Int { Int(rawValue >> 4) }

  /// Whether the access address was found, with bit errors or without.
  @inlinable
  public var isFound: Bool { rawValue & 0xF < 2 }
}
