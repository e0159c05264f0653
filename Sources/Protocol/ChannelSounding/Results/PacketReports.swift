public import CoreTypes

/// Measured_Freq_Offset or Frequency_Compensation: 15 bits in two's complement, in units of 0.01 ppm.
/// [Vol 4, Part E, 7.7.65.44]
public struct FrequencyOffset: FieldValue {
  /// In place of an offset: the side measures or compensates none.
  @inlinable public static var notAvailable: FrequencyOffset { FrequencyOffset(rawValue: 0xC000) }

  /// The greatest Measured_Freq_Offset, in 0.01 ppm either way; a greater offset reads the same.
  public static let greatest = 10_000

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The low 15 bits of an offset in 0.01 ppm.
  @inlinable
  public init(hundredths: Int) { self.init(rawValue: UInt16(truncatingIfNeeded: hundredths) & 0x7FFF) }

  /// The nearest that is measured.
  public init(nearestPpm ppm: Double) {
    let most = Double(Self.greatest)
    self.init(hundredths: Int(max(-most, min(most, (ppm * 100).rounded()))))
  }

  /// In 0.01 ppm; nil where not available. Controllers differ in bit 15, so the sign is taken from bit 14.
  @inlinable
  public var hundredths: Int? {
    let value = Int16(bitPattern: rawValue << 1) >> 1
    return value == -0x4000 ? nil : Int(value)
  }

  /// In 0.01 ppm; nil where not available, or at the end of the range, where the true one may be greater.
  public var exactHundredths: Int? { hundredths.flatMap { $0.magnitude < Self.greatest ? $0 : nil } }

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

  public static let notFound: PacketQuality = 2

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The quality of a packet that was found, whose access address had 0 to 15 wrong bits.
  @inlinable
  public init(bitErrors: Int) {
    self.init(rawValue: bitErrors == 0 ? 0 : UInt8(truncatingIfNeeded: bitErrors) << 4 | 1)
  }

  /// What it says of the access address; nil where it is reserved.
  public var accessAddress: AccessAddress? { AccessAddress(rawValue: rawValue & 0xF) }

  /// The high nibble.
  public var bitErrors: UInt8 { rawValue >> 4 }

  /// Whether the access address was found, with bit errors or without.
  @inlinable
  public var isFound: Bool { rawValue & 0xF < 2 }
}
