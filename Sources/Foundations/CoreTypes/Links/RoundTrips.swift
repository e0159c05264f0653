/// How much longer than nominal it took from a packet to its answer: ToA_ToD of an initiator, ToD_ToA of a reflector, in
/// units of 0.5 ns. [Vol 4, Part E, 7.7.65.44]
public struct TimeDifference: FieldValue {
  /// In place of a time.
  @inlinable public static var notAvailable: TimeDifference { TimeDifference(rawValue: .min) }

  /// The two octets, in two's complement.
  public var rawValue: Int16

  @inlinable
  public init(rawValue: Int16) { self.rawValue = rawValue }

  /// The nearest that there is room for.
  @inlinable
  public init(nearestNanoseconds nanoseconds: Double) {
    self.init(rawValue: Int16(max(-32_767, min(32_767, (nanoseconds * 2).rounded()))))
  }

  /// In nanoseconds; nil where not available.
  @inlinable
  public var nanoseconds: Double? { self == .notAvailable ? nil : Double(rawValue) / 2 }
}

/// The normalized attack detector metric of a CS_SYNC packet: 0, an attack is extremely unlikely, to 6, extremely
/// likely. [Vol 4, Part E, 7.7.65.44]
public struct NADM: FieldValue, Comparable {
  /// The highest value that says something.
  public static let mostLikely: NADM = 6
  /// The metric is not available.
  @inlinable public static var unknown: NADM { NADM(rawValue: 0xFF) }

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether it is a metric or not available.
  public var isDefined: Bool { self <= .mostLikely || self == .unknown }

  /// The metric; nil where not available.
  @inlinable
  public var known: NADM? { self == .unknown ? nil : self }
}
