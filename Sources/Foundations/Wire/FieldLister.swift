internal import Notation

/// One field of a packet, for people.
public struct ListedField: Hashable, Sendable {
  /// The specification's name.
  public var name: String
  /// The first bit, counted from the start of the packet.
  public var bitOffset: Int
  /// The number of bits.
  public var bitWidth: Int
  /// The value: a number, or octets in hex in the order of the air.
  public var value: String
}

/// Lists the fields of a packet with their places, and so measures it too.
public struct FieldLister: FieldVisitor {
  /// The fields in order.
  public private(set) var fields: [ListedField] = []
  /// The number of bits so far.
  public private(set) var bitCount = 0

  public init() {}

  /// Lists a number.
  public mutating func field(_ width: Int, _ name: StaticString, _ value: inout UInt64) throws(WireError) {
    append(name, width, String(value))
  }

  /// Lists octets.
  public mutating func octets(
    _ count: Int, _ name: StaticString, _ value: inout [UInt8]
  ) throws(WireError) {
    append(name, 8 * count, value.hex())
  }

  /// Lists octets.
  public mutating func rest(_ name: StaticString, _ value: inout [UInt8]) throws(WireError) {
    append(name, 8 * value.count, value.hex())
  }

  private mutating func append(_ name: StaticString, _ width: Int, _ value: String) {
    fields.append(ListedField(name: "\(name)", bitOffset: bitCount, bitWidth: width, value: value))
    bitCount += width
  }
}
