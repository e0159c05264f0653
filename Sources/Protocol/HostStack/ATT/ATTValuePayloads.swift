public import Wire

/// ATT_READ_BY_TYPE_REQ and ATT_READ_BY_GROUP_TYPE_REQ. [Vol 3, Part F, 3.4.4.1 and 3.4.4.9]
public struct ATTTypedRange: PDU {
  /// The handles asked for.
  public var range = HandleRange.all
  /// The attribute type or group type.
  public var type = BluetoothUUID.primaryService

  public init() {}

  /// Asks for a type in a range.
  public init(_ range: HandleRange, type: BluetoothUUID) {
    self.range = range
    self.type = type
  }

  /// Visits the range and the type.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.range(&range)
    try visitor.uuid("Attribute Type", &type)
  }
}

/// ATT_READ_BY_TYPE_RSP and ATT_READ_BY_GROUP_TYPE_RSP: records of one length.
/// [Vol 3, Part F, 3.4.4.2 and 3.4.4.10]
public struct ATTAttributeList: PDU {
  /// The octets of each record.
  public var length: UInt8 = 0
  /// The records.
  public private(set) var data: [UInt8] = []

  public init() {}

  /// Lists records, all as long as the first.
  public init(records: [[UInt8]]) {
    length = UInt8(records.first?.count ?? 0)
    data = records.flatMap { $0 }
  }

  /// Visits the length and the records.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("Length", &length)
    try visitor.rest("Attribute Data List", &data)
  }

  /// The records; nil if they do not have the length.
  public var records: [[UInt8]]? { data.records(of: Int(length)) }
}

/// ATT_READ_REQ. [Vol 3, Part F, 3.4.4.3]
public struct ATTReadRequest: PDU {
  public var handle: UInt16 = 0

  public init() {}

  public init(handle: UInt16) { self.handle = handle }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("Attribute Handle", &handle)
  }
}

/// ATT_READ_BLOB_REQ. [Vol 3, Part F, 3.4.4.5]
public struct ATTReadBlobRequest: PDU {
  public var handle: UInt16 = 0
  /// The first octet wanted, counted from 0.
  public var offset: UInt16 = 0

  public init() {}

  /// Asks for the value from an offset.
  public init(handle: UInt16, offset: UInt16) {
    self.handle = handle
    self.offset = offset
  }

  /// Visits the handle and the offset.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("Attribute Handle", &handle)
    try visitor.u16("Value Offset", &offset)
  }
}

/// ATT_READ_RSP and ATT_READ_BLOB_RSP. [Vol 3, Part F, 3.4.4.4 and 3.4.4.6]
public struct ATTValue: PDU {
  /// The value, or the part that fits.
  public var value: [UInt8] = []

  public init() {}

  public init(_ value: [UInt8]) { self.value = value }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.rest("Attribute Value", &value)
  }
}

/// ATT_WRITE_REQ, ATT_WRITE_CMD, ATT_HANDLE_VALUE_NTF and _IND. [Vol 3, Part F, 3.4.5 and 3.4.7]
public struct ATTHandleValue: PDU {
  public var handle: UInt16 = 0
  public var value: [UInt8] = []

  /// An empty value of no attribute.
  public init() {}

  /// Carries a value of an attribute.
  public init(handle: UInt16, value: [UInt8]) {
    self.handle = handle
    self.value = value
  }

  /// Visits the handle and the value.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("Attribute Handle", &handle)
    try visitor.rest("Attribute Value", &value)
  }
}

/// ATT_PREPARE_WRITE_REQ and _RSP. [Vol 3, Part F, 3.4.6.1]
public struct ATTPreparedWrite: PDU {
  public var handle: UInt16 = 0
  /// Where the part belongs, counted from 0.
  public var offset: UInt16 = 0
  /// The part.
  public var value: [UInt8] = []

  /// An empty part of no attribute.
  public init() {}

  /// Carries a part of a value.
  public init(handle: UInt16, offset: UInt16, value: [UInt8]) {
    self.handle = handle
    self.offset = offset
    self.value = value
  }

  /// Visits the handle, the offset and the part.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("Attribute Handle", &handle)
    try visitor.u16("Value Offset", &offset)
    try visitor.rest("Part Attribute Value", &value)
  }
}

/// ATT_EXECUTE_WRITE_REQ. [Vol 3, Part F, 3.4.6.3]
public struct ATTExecuteWriteRequest: PDU {
  /// 0 cancels the prepared writes, 1 makes them.
  public var flags: UInt8 = 0

  public init() {}

  /// Cancels with 0, writes with 1.
  public init(flags: UInt8) { self.flags = flags }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("Flags", &flags)
  }
}

/// A PDU with an opcode we have no layout for.
public struct ATTUnknown: PDU {
  public var opcode: UInt8 = 0
  /// What follows it.
  public var parameters: [UInt8] = []

  public init() {}

  /// Keeps an opcode and what follows it.
  public init(opcode: UInt8, parameters: [UInt8]) {
    self.opcode = opcode
    self.parameters = parameters
  }

  /// Visits the parameters; the opcode stands before every payload.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.rest("Attribute Parameters", &parameters)
  }
}
