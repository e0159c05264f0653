public import CoreTypes

/// Takes the fields of a packet from octets.
public struct Reader: FieldVisitor {
  @usableFromInline let source: [UInt8]
  @usableFromInline var bitPosition: Int
  @usableFromInline let bitEnd: Int

  /// Starts at the octet `start` of `source`.
  public init(_ source: [UInt8], from start: Int = 0) {
    self.source = source
    bitPosition = start * 8
    bitEnd = source.count * 8
  }

  /// The octets not yet taken; a started octet is not among them.
  public var remaining: ArraySlice<UInt8> { source[((bitPosition + 7) / 8)...] }

  /// Takes a field of `width` bits.
  @inlinable
  public mutating func field(_ width: Int, _ name: StaticString, _ value: inout UInt64) throws(WireError) {
    guard bitPosition + width <= bitEnd else {
      throw .truncated(field: "\(name)", neededBits: width, availableBits: bitEnd - bitPosition)
    }
    if bitPosition & 7 == 0, width & 7 == 0 {
      value = wholeOctets(width &>> 3)
      return
    }
    var result: UInt64 = 0
    var taken = 0
    while taken < width {
      let offset = bitPosition & 7
      let step = min(8 - offset, width - taken)
      let mask = UInt8(truncatingIfNeeded: (1 << step) - 1)
      result |= UInt64(source[bitPosition >> 3] >> offset & mask) << UInt64(taken)
      taken += step
      bitPosition += step
    }
    value = result
  }

  @inlinable @inline(__always)
  mutating func wholeOctets(_ count: Int) -> UInt64 {
    let start = bitPosition &>> 3
    var result: UInt64 = 0
    for octet in 0..<count { result |= UInt64(source[start &+ octet]) &<< UInt64(8 &* octet) }
    bitPosition &+= 8 &* count
    return result
  }

  /// Takes `count` octets.
  public mutating func octets(
    _ count: Int, _ name: StaticString, _ value: inout [UInt8]
  ) throws(WireError) {
    precondition(bitPosition & 7 == 0, "\(name) does not start on an octet")
    guard bitPosition + 8 * count <= bitEnd else {
      throw .truncated(field: "\(name)", neededBits: 8 * count, availableBits: bitEnd - bitPosition)
    }
    let start = bitPosition >> 3
    value = Array(source[start..<start + count])
    bitPosition += 8 * count
  }

  /// Takes the six octets of an address.
  public mutating func address(_ name: StaticString, _ value: inout BDADDR) throws(WireError) {
    var number: UInt64 = 0
    try field(48, name, &number)
    value = BDADDR(rawValue: number)
  }

  /// Takes all that remains.
  public mutating func rest(_ name: StaticString, _ value: inout [UInt8]) throws(WireError) {
    try octets((bitEnd - bitPosition) >> 3, name, &value)
  }
}

/// Why octets are not a value of a packet type.
public enum WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The octets end inside `field`.
  case truncated(field: String, neededBits: Int, availableBits: Int)
  /// Octets remain after the last field.
  case trailing(octets: Int)
  /// The field holds a value that decides the layout and is not known.
  case invalid(field: String, value: UInt64)

  /// The message for people.
  public var description: String {
    switch self {
    case .truncated(let field, let needed, let available):
      "the packet ends inside \(field): \(needed) bits needed, \(available) there"
    case .trailing(let octets): "\(octets) octets follow the last field"
    case .invalid(let field, let value): "\(field) has the value \(value), which has no meaning"
    }
  }
}
