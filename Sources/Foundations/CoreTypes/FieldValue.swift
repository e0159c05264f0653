/// A value that a field of a packet carries as a number.
///
/// Each number of the field's width has a value, also a reserved one: a capture shows what was sent. The values
/// with a meaning have names; a literal is for the others.
public protocol FieldValue: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
where RawValue: FixedWidthInteger {
  /// Takes any number.
  init(rawValue: RawValue)
}

extension FieldValue {
  /// The value of a number of the packet; of one with a sign, of a number below 0 too.
  @inlinable
  public init(integerLiteral value: Int128) { self.init(rawValue: RawValue(value)) }

  /// The number.
  public var description: String { "\(rawValue)" }
}

extension FieldValue where Self: Comparable {
  @inlinable
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// One of the values that have a name in the specification, and that an octet of a packet carries.
public protocol NamedFieldValue: FieldValue {
  /// The values with a name, in ascending order.
  static var defined: [Self] { get }
}

extension NamedFieldValue {
  /// Whether the value has a name; the others are reserved.
  public var isDefined: Bool { Self.defined.contains(self) }
}

extension UInt16 {
  /// The number of two octets, the least significant first, as most fields have it.
  @inlinable
  public init(octets low: UInt8, _ high: UInt8) { self = UInt16(low) | UInt16(high) << 8 }
}
