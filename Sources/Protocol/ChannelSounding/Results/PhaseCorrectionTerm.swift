public import CoreTypes

/// A phase correction term (PCT): two parts of 12 bits in two's complement. [Vol 6, Part H, 4.6]
public struct PhaseCorrectionTerm: FieldValue {
  /// I in bits 0 to 11, Q in bits 12 to 23; the bits above are not looked at.
  public var rawValue: UInt32

  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes a term of parts of -2048 to 2047.
  @inlinable
  public init(i: Int16, q: Int16) {
    rawValue = UInt32(UInt16(bitPattern: i) & 0xFFF) | UInt32(UInt16(bitPattern: q) & 0xFFF) << 12
  }

  /// In-phase part, -2048 to 2047.
  @inlinable public var i: Int16 { Int16(truncatingIfNeeded: rawValue << 4) >> 4 }

  /// Quadrature part, -2048 to 2047.
  @inlinable public var q: Int16 { Int16(truncatingIfNeeded: rawValue >> 8) >> 4 }

  /// Whether both parts are 0, which has no phase: nothing was measured.
  @inlinable public var isZero: Bool { rawValue & 0xFF_FFFF == 0 }
}

/// Packet_PCT1 or Packet_PCT2, the term of a tone of a sounding sequence. [Vol 4, Part E, 7.7.65.44]
public struct PacketPCT: FieldValue {
  public static let unavailable = PacketPCT(rawValue: .max)

  /// The term in the low 24 bits.
  public var rawValue: UInt32

  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The term; nil where it is not available.
  public var term: PhaseCorrectionTerm? {
    self == .unavailable ? nil : PhaseCorrectionTerm(rawValue: rawValue & 0xFF_FFFF)
  }
}

/// How well a tone was received: bits 0 to 3 of Tone_Quality_Indicator. [Vol 4, Part E, 7.7.65.44]
public struct ToneQualityIndicator: NamedFieldValue {
  @inlinable public static var high: ToneQualityIndicator { ToneQualityIndicator(rawValue: 0) }
  @inlinable public static var medium: ToneQualityIndicator { ToneQualityIndicator(rawValue: 1) }
  /// Also that of a tone that was not sent.
  @inlinable public static var low: ToneQualityIndicator { ToneQualityIndicator(rawValue: 2) }
  /// That of every tone where the device does not rate tones.
  @inlinable public static var unavailable: ToneQualityIndicator { ToneQualityIndicator(rawValue: 3) }
  public static let defined = [high, medium, low, unavailable]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}
