internal import CoreTypes
internal import Wire

extension FieldVisitor {
  mutating func errorCode(_ name: StaticString, _ value: inout ErrorCode) throws(WireError) {
    var raw = value.rawValue
    try u8(name, &raw)
    value = ErrorCode(rawValue: raw)
  }

  mutating func status(_ value: inout ErrorCode) throws(WireError) {
    try errorCode("Status", &value)
  }

  mutating func handle(_ value: inout UInt16) throws(WireError) {
    try u16("Connection_Handle", &value)
  }

  mutating func opcode(_ name: StaticString, _ value: inout Opcode) throws(WireError) {
    var raw = value.rawValue
    try u16(name, &raw)
    value = Opcode(rawValue: raw)
  }

  mutating func channelMap(_ name: StaticString, _ value: inout CSChannelMap) throws(WireError) {
    var octets = value.octets
    try self.octets(10, name, &octets)
    value = CSChannelMap(octets: octets)
  }

  /// One octet for each of the 72 channels of `CSChannelMap.allowed`, in ascending order.
  mutating func faeTable(_ value: inout [Int8]) throws(WireError) {
    var octets = value.map(UInt8.init(bitPattern:))
    try self.octets(72, "Remote_FAE_Table", &octets)
    value = octets.map(Int8.init(bitPattern:))
  }

  /// An octet that counts elements, then the elements one after the other.
  mutating func counted<Element: PDU>(
    _ name: StaticString, _ elements: inout [Element]
  ) throws(WireError) {
    var count = UInt8(elements.count)
    try u8(name, &count)
    try each(Int(count), &elements)
  }

  /// Exactly `count` elements, one after the other; a writer has that many already.
  mutating func each<Element: PDU>(_ count: Int, _ elements: inout [Element]) throws(WireError) {
    while elements.count < count { elements.append(Element()) }
    precondition(elements.count == count, "\(elements.count) elements stand where \(count) are counted")
    for index in elements.indices { try elements[index].fields(&self) }
  }

  /// A length of `width` bits, then that many octets.
  mutating func lengthPrefixed(
    _ lengthName: StaticString, _ name: StaticString, _ value: inout [UInt8], width: Int = 8
  ) throws(WireError) {
    var length = UInt16(value.count)
    try bits(width, lengthName, &length)
    try octets(Int(length), name, &value)
  }
}
