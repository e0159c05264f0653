internal import CoreTypes
public import Wire

extension FieldVisitor {
  mutating func range(_ value: inout HandleRange) throws(WireError) {
    try u16("Starting Handle", &value.start)
    try u16("Ending Handle", &value.end)
  }

  /// An attribute type fills the rest of its PDU, with 2 octets or with 16.
  mutating func uuid(_ name: StaticString, _ value: inout BluetoothUUID) throws(WireError) {
    var octets = value.octets
    try rest(name, &octets)
    guard octets.count != 4, let uuid = BluetoothUUID(octets: octets) else {
      throw .invalid(field: "\(name) length", value: UInt64(octets.count))
    }
    value = uuid
  }
}

/// A PDU that is its opcode only.
public struct ATTEmpty: PDU {
  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {}
}

/// ATT_ERROR_RSP. [Vol 3, Part F, 3.4.1.1]
public struct ATTErrorResponse: PDU {
  /// The opcode of the refused request.
  public var requestOpcode: UInt8 = 0
  /// The attribute that the error is about, or 0.
  public var handle: UInt16 = 0
  public var errorCode = ATTErrorCode(rawValue: 0)

  public init() {}

  public init(requestOpcode: UInt8, handle: UInt16, errorCode: ATTErrorCode) {
    self.requestOpcode = requestOpcode
    self.handle = handle
    self.errorCode = errorCode
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("Request Opcode In Error", &requestOpcode)
    try visitor.u16("Attribute Handle In Error", &handle)
    try visitor.u8("Error Code", &errorCode.rawValue)
  }
}

/// ATT_EXCHANGE_MTU_REQ and _RSP. [Vol 3, Part F, 3.4.2]
public struct ATTReceiveMTU: PDU {
  /// The longest ATT PDU that the sender takes, in octets.
  public var receiveMTU: UInt16 = 23

  public init() {}

  /// Makes one for a number of octets.
  public init(_ receiveMTU: UInt16) { self.receiveMTU = receiveMTU }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("Rx MTU", &receiveMTU)
  }
}

/// ATT_FIND_INFORMATION_REQ. [Vol 3, Part F, 3.4.3.1]
public struct ATTFindInformationRequest: PDU {
  /// The handles asked for.
  public var range = HandleRange.all

  public init() {}

  public init(_ range: HandleRange) { self.range = range }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.range(&range)
  }
}

/// ATT_FIND_INFORMATION_RSP. [Vol 3, Part F, 3.4.3.2]
public struct ATTFindInformationResponse: PDU {
  /// 1 for 16-bit types, 2 for 128-bit types.
  public var format: UInt8 = 1
  /// Pairs of handle and type.
  public private(set) var data: [UInt8] = []

  public init() {}

  /// Lists attributes whose types all have the form of the first.
  public init(_ entries: [(handle: UInt16, type: BluetoothUUID)]) {
    format = entries.first?.type.octets.count == 16 ? 2 : 1
    data = entries.flatMap { $0.handle.octets + $0.type.octets }
  }

  /// Visits the format and the list.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("Format", &format)
    try visitor.rest("Information Data", &data)
  }

  /// The pairs; nil if the list does not fit its format.
  public var entries: [(handle: UInt16, type: BluetoothUUID)]? {
    guard format == 1 || format == 2 else { return nil }
    return data.records(of: format == 1 ? 4 : 18)?.compactMap { record in
      BluetoothUUID(octets: Array(record.dropFirst(2))).map { (record.handle(at: 0), $0) }
    }
  }
}

/// ATT_FIND_BY_TYPE_VALUE_REQ. [Vol 3, Part F, 3.4.3.3]
public struct ATTFindByTypeValueRequest: PDU {
  /// The handles asked for.
  public var range = HandleRange.all
  /// The attribute type, a 16-bit one.
  public var type: UInt16 = 0
  /// The value the attribute must have.
  public var value: [UInt8] = []

  /// Asks for every handle of no type.
  public init() {}

  /// Asks for a type and value in a range.
  public init(_ range: HandleRange, type: UInt16, value: [UInt8]) {
    self.range = range
    self.type = type
    self.value = value
  }

  /// Visits the range, the type and the value.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.range(&range)
    try visitor.u16("Attribute Type", &type)
    try visitor.rest("Attribute Value", &value)
  }
}

/// ATT_FIND_BY_TYPE_VALUE_RSP. [Vol 3, Part F, 3.4.3.4]
public struct ATTFindByTypeValueResponse: PDU {
  /// Pairs of found handle and group end handle.
  public private(set) var data: [UInt8] = []

  public init() {}

  public init(_ groups: [HandleRange]) { data = groups.flatMap { $0.start.octets + $0.end.octets } }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.rest("Handles Information List", &data)
  }

  /// The groups; nil if the list is not made of pairs.
  public var groups: [HandleRange]? {
    data.records(of: 4)?.map { HandleRange($0.handle(at: 0), $0.handle(at: 2)) }
  }
}

extension UInt16 {
  /// Two octets, least significant first.
  var octets: [UInt8] { [UInt8(truncatingIfNeeded: self), UInt8(self >> 8)] }
}

extension [UInt8] {
  /// The octets cut into records of `length`; nil if that does not come out even or there is none.
  func records(of length: Int) -> [[UInt8]]? {
    guard length > 0, !isEmpty, count % length == 0 else { return nil }
    return stride(from: 0, to: count, by: length).map { Array(self[$0..<$0 + length]) }
  }

  /// The little-endian number at an offset.
  func handle(at offset: Int) -> UInt16 { UInt16(octets: self[offset], self[offset + 1]) }
}
