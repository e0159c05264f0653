public import Wire

/// The CtrData of a PDU that is an opcode and nothing else.
public struct EmptyCtrData: PDU {
  public init() {}

  /// No fields.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {}
}

/// LL_START_ENC_REQ [Vol 6, Part B, 2.4.2.6]
public typealias StartEncReq = EmptyCtrData
/// LL_START_ENC_RSP [Vol 6, Part B, 2.4.2.7]
public typealias StartEncRsp = EmptyCtrData
/// LL_PAUSE_ENC_REQ [Vol 6, Part B, 2.4.2.11]
public typealias PauseEncReq = EmptyCtrData
/// LL_PAUSE_ENC_RSP [Vol 6, Part B, 2.4.2.12]
public typealias PauseEncRsp = EmptyCtrData
/// LL_PING_REQ [Vol 6, Part B, 2.4.2.19]
public typealias PingReq = EmptyCtrData
/// LL_PING_RSP [Vol 6, Part B, 2.4.2.20]
public typealias PingRsp = EmptyCtrData
/// LL_CTE_RSP [Vol 6, Part B, 2.4.2.26]
public typealias CTERsp = EmptyCtrData
/// LL_CS_FAE_REQ [Vol 6, Part B, 2.4.2.51]
public typealias CSFAEReq = EmptyCtrData
