public import CoreTypes

/// Walks the field list of a packet: reads it, writes it, measures it or prints it.
///
/// Fields are little-endian; bit fields fill an octet from its least significant bit. A group of bit fields
/// ends on an octet boundary.
public protocol FieldVisitor {
  /// A field of `width` bits, 1 to 64.
  mutating func field(_ width: Int, _ name: StaticString, _ value: inout UInt64) throws(WireError)

  /// A field of `count` octets, in the order of the air.
  mutating func octets(_ count: Int, _ name: StaticString, _ value: inout [UInt8]) throws(WireError)

  /// All octets that remain.
  mutating func rest(_ name: StaticString, _ value: inout [UInt8]) throws(WireError)

  /// The six octets of an address.
  mutating func address(_ name: StaticString, _ value: inout BDADDR) throws(WireError)
}

extension FieldVisitor {
  /// A field of `width` bits held in a narrower integer.
  @inlinable
  public mutating func bits<T: FixedWidthInteger & UnsignedInteger>(
    _ width: Int, _ name: StaticString, _ value: inout T
  ) throws(WireError) {
    var wide = UInt64(value)
    try field(width, name, &wide)
    value = T(truncatingIfNeeded: wide)
  }

  /// A single bit that reads as an assertion.
  @inlinable
  public mutating func flag(_ name: StaticString, _ value: inout Bool) throws(WireError) {
    var wide: UInt64 = value ? 1 : 0
    try field(1, name, &wide)
    value = wide == 1
  }

  /// An unsigned octet.
  @inlinable
  public mutating func u8(_ name: StaticString, _ value: inout UInt8) throws(WireError) {
    try bits(8, name, &value)
  }

  /// An unsigned 16-bit number.
  @inlinable
  public mutating func u16(_ name: StaticString, _ value: inout UInt16) throws(WireError) {
    try bits(16, name, &value)
  }

  /// An unsigned 24-bit number.
  @inlinable
  public mutating func u24(_ name: StaticString, _ value: inout UInt32) throws(WireError) {
    try bits(24, name, &value)
  }

  /// An unsigned 32-bit number.
  @inlinable
  public mutating func u32(_ name: StaticString, _ value: inout UInt32) throws(WireError) {
    try bits(32, name, &value)
  }

  /// An unsigned 64-bit number.
  @inlinable
  public mutating func u64(_ name: StaticString, _ value: inout UInt64) throws(WireError) {
    try field(64, name, &value)
  }

  /// A signed octet in two's complement.
  @inlinable
  public mutating func i8(_ name: StaticString, _ value: inout Int8) throws(WireError) {
    var bits = UInt8(bitPattern: value)
    try u8(name, &bits)
    value = Int8(bitPattern: bits)
  }

  /// A signed 16-bit number in two's complement.
  @inlinable
  public mutating func i16(_ name: StaticString, _ value: inout Int16) throws(WireError) {
    var bits = UInt16(bitPattern: value)
    try u16(name, &bits)
    value = Int16(bitPattern: bits)
  }

  /// A signed 32-bit number in two's complement.
  @inlinable
  public mutating func i32(_ name: StaticString, _ value: inout Int32) throws(WireError) {
    var bits = UInt32(bitPattern: value)
    try u32(name, &bits)
    value = Int32(bitPattern: bits)
  }

  /// A value of `width` bits.
  @inlinable
  public mutating func bits<Value: FieldValue>(
    _ width: Int, _ name: StaticString, _ value: inout Value
  ) throws(WireError) where Value.RawValue: UnsignedInteger {
    var raw = value.rawValue
    try bits(width, name, &raw)
    value = Value(rawValue: raw)
  }

  /// A value of an octet with a sign.
  @inlinable
  public mutating func i8<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(WireError) where Value.RawValue == Int8 {
    var raw = value.rawValue
    try i8(name, &raw)
    value = Value(rawValue: raw)
  }

  /// A value of 16 bits with a sign.
  @inlinable
  public mutating func i16<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(WireError) where Value.RawValue == Int16 {
    var raw = value.rawValue
    try i16(name, &raw)
    value = Value(rawValue: raw)
  }

  /// A value of an octet.
  @inlinable
  public mutating func u8<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(WireError) where Value.RawValue == UInt8 {
    try bits(8, name, &value)
  }

  /// A value of 16 bits.
  @inlinable
  public mutating func u16<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(WireError) where Value.RawValue == UInt16 {
    try bits(16, name, &value)
  }

  /// A value of 24 bits.
  @inlinable
  public mutating func u24<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(WireError) where Value.RawValue == UInt32 {
    try bits(24, name, &value)
  }

  /// A value of 32 bits.
  @inlinable
  public mutating func u32<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(WireError) where Value.RawValue == UInt32 {
    try bits(32, name, &value)
  }

  /// A value of 64 bits.
  @inlinable
  public mutating func u64<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(WireError) where Value.RawValue == UInt64 {
    try bits(64, name, &value)
  }

  /// A number that stands for its octets, the least significant first, as keys and random values do.
  public mutating func octets<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T
  ) throws(WireError) {
    let count = T.bitWidth / 8
    var octets = (0..<count).map { UInt8(truncatingIfNeeded: value >> T(8 * $0)) }
    try self.octets(count, name, &octets)
    value = octets.reversed().reduce(0) { $0 << 8 | T($1) }
  }

  /// The 16 octets of a long term key, the least significant first.
  public mutating func octets(_ name: StaticString, _ value: inout LongTermKey) throws(WireError) {
    try octets(name, &value.rawValue)
  }

  /// The six octets of an address.
  @inlinable
  public mutating func address(_ name: StaticString, _ value: inout BDADDR) throws(WireError) {
    var octets = value.octets
    try self.octets(6, name, &octets)
    value = BDADDR(octets: octets)
  }

  /// The kind of an address, then the address.
  @inlinable
  public mutating func address(
    _ kindName: StaticString, _ name: StaticString, _ value: inout DeviceAddress
  ) throws(WireError) {
    try u8(kindName, &value.kind)
    try address(name, &value.bdAddr)
  }

  /// The octets of a length, then its time in microseconds.
  @inlinable
  public mutating func dataLength(
    _ octetsName: StaticString, _ timeName: StaticString, _ value: inout DataLength
  ) throws(WireError) {
    try u16(octetsName, &value.octets)
    try u16(timeName, &value.microseconds)
  }

  /// The channels of Channel Sounding, a bit for each.
  @inlinable
  public mutating func channelMap(_ name: StaticString, _ value: inout CSChannelMap) throws(WireError) {
    var octets = value.octets
    try self.octets(10, name, &octets)
    value = CSChannelMap(octets: octets)
  }
}
