/// A time that a field of a packet carries as a number of units.
public protocol CountedTime: FieldValue, Comparable where RawValue: UnsignedInteger {
  /// The unit in microseconds.
  static var unitMicroseconds: Int { get }
  /// The times that the field may have; a code in place of a time is none of them.
  static var legal: ClosedRange<Self> { get }
}

extension CountedTime {
  /// The unit in milliseconds.
  @inlinable
  public static var unitMilliseconds: Double { Double(unitMicroseconds) / 1000 }

  /// The times that the field may have, in microseconds.
  public static var legalMicroseconds: ClosedRange<Int> {
    legal.lowerBound.microseconds...legal.upperBound.microseconds
  }

  /// The times that the field may have, in milliseconds.
  public static var legalMilliseconds: ClosedRange<Double> {
    legal.lowerBound.milliseconds...legal.upperBound.milliseconds
  }

  /// The time in the number of units that is nearest, a half away from zero; the field must have room for it.
  public init(nearestMilliseconds milliseconds: Double) {
    self.init(rawValue: RawValue((milliseconds / Self.unitMilliseconds).rounded()))
  }

  /// The fewest units that are no shorter than a time of 0 microseconds or more; the field must have room for them.
  @inlinable
  public init(atLeastMicroseconds microseconds: Int) {
    self.init(rawValue: RawValue((microseconds + Self.unitMicroseconds - 1) / Self.unitMicroseconds))
  }

  /// The most units that the field has room for and that are no longer than a time of 0 microseconds or more.
  @inlinable
  public init(atMostMicroseconds microseconds: Int) {
    self.init(rawValue: RawValue(clamping: microseconds / Self.unitMicroseconds))
  }

  /// Whether the field may have it.
  public var isLegal: Bool { Self.legal.contains(self) }

  /// In whole microseconds.
  @inlinable
  public var microseconds: Int { Int(rawValue) * Self.unitMicroseconds }

  /// In milliseconds.
  @inlinable
  public var milliseconds: Double { Double(microseconds) / 1000 }

  /// In virtual time.
  @inlinable
  public var time: Picoseconds { .microseconds(microseconds) }
}
