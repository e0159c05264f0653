public import CoreTypes

/// Lays the fields of a packet out as octets.
public struct Writer: FieldVisitor {
  /// The octets so far; an octet still open is already there with its high bits 0.
  public private(set) var octets: [UInt8] = []
  private var openBits = 0

  /// Starts with no octets.
  public init(reservingCapacity capacity: Int = 0) { octets.reserveCapacity(capacity) }

  /// Starts with `prefix`, as far as there is one.
  init(after prefix: UInt8?, reservingCapacity capacity: Int) {
    octets.reserveCapacity(capacity)
    if let prefix { octets.append(prefix) }
  }

  /// Lays out a field of `width` bits. A value wider than that is a bug of the caller.
  public mutating func field(_ width: Int, _ name: StaticString, _ value: inout UInt64) throws(WireError) {
    precondition(width == 64 || value >> UInt64(width) == 0, "\(name) does not fit its field")
    if openBits == 0, width & 7 == 0 { return append(value, octetCount: width >> 3) }
    var left = width
    var bits = value
    while left > 0 {
      if openBits == 0 { octets.append(0) }
      let step = min(8 - openBits, left)
      octets[octets.count - 1] |= UInt8(truncatingIfNeeded: (bits & ((1 << UInt64(step)) - 1))) << openBits
      bits >>= UInt64(step)
      left -= step
      openBits = (openBits + step) & 7
    }
  }

  private mutating func append(_ value: UInt64, octetCount: Int) {
    for octet in 0..<octetCount { octets.append(UInt8(truncatingIfNeeded: value &>> UInt64(8 &* octet))) }
  }

  /// Lays out exactly `count` octets. Another count is a bug of the caller.
  public mutating func octets(
    _ count: Int, _ name: StaticString, _ value: inout [UInt8]
  ) throws(WireError) {
    precondition(openBits == 0, "\(name) does not start on an octet")
    precondition(value.count == count, "\(name) has \(value.count) octets, not \(count)")
    octets.append(contentsOf: value)
  }

  /// Lays out the six octets of an address.
  public mutating func address(_ name: StaticString, _ value: inout BDADDR) throws(WireError) {
    var number = value.rawValue
    try field(48, name, &number)
  }

  /// Lays out all of `value`.
  public mutating func rest(_ name: StaticString, _ value: inout [UInt8]) throws(WireError) {
    try octets(value.count, name, &value)
  }
}
