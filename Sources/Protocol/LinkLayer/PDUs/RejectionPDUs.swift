public import CoreTypes
public import Wire

/// LL_TERMINATE_IND [Vol 6, Part B, 2.4.2.3]
public struct TerminateInd: PDU {
  /// Why the connection ends.
  public var errorCode: ErrorCode = 0

  public init() {}

  /// Makes a PDU of its error code.
  public init(errorCode: ErrorCode) { self.errorCode = errorCode }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("ErrorCode", &errorCode)
  }
}

/// LL_UNKNOWN_RSP [Vol 6, Part B, 2.4.2.8]
public struct UnknownRsp: PDU {
  /// The opcode that was not understood.
  public var unknownType: ControlOpcode = 0

  public init() {}

  /// Makes a PDU of the opcode that was not understood.
  public init(unknownType: ControlOpcode) { self.unknownType = unknownType }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("UnknownType", &unknownType)
  }
}

/// LL_REJECT_IND [Vol 6, Part B, 2.4.2.14]
public struct RejectInd: PDU {
  /// Why the request is refused.
  public var errorCode: ErrorCode = 0

  public init() {}

  /// Makes a PDU of its error code.
  public init(errorCode: ErrorCode) { self.errorCode = errorCode }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("ErrorCode", &errorCode)
  }
}

/// LL_REJECT_EXT_IND [Vol 6, Part B, 2.4.2.18]
public struct RejectExtInd: PDU {
  /// The opcode of the PDU that is refused.
  public var rejectOpcode: ControlOpcode = 0
  /// Why it is refused.
  public var errorCode: ErrorCode = 0

  public init() {}

  /// Makes a PDU of what is refused and why.
  public init(rejectOpcode: ControlOpcode, errorCode: ErrorCode) {
    self.rejectOpcode = rejectOpcode
    self.errorCode = errorCode
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u8("RejectOpcode", &rejectOpcode)
    try visitor.u8("ErrorCode", &errorCode)
  }
}
