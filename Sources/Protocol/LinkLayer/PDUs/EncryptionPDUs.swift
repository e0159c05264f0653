public import CoreTypes
public import Wire

/// LL_ENC_REQ [Vol 6, Part B, 2.4.2.4]
public struct EncReq: PDU {
  /// Rand and EDIV.
  public var keyName = LongTermKeyName.secureConnections
  /// SKD_C, the central's half of the session key diversifier.
  public var skdC: UInt64 = 0
  /// IV_C, the central's half of the initialisation vector.
  public var ivC: UInt32 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u64("Rand", &keyName.random)
    try visitor.u16("EDIV", &keyName.encryptedDiversifier)
    try visitor.u64("SKD_C", &skdC)
    try visitor.u32("IV_C", &ivC)
  }
}

/// LL_ENC_RSP [Vol 6, Part B, 2.4.2.5]
public struct EncRsp: PDU {
  /// SKD_P, the peripheral's half of the session key diversifier.
  public var skdP: UInt64 = 0
  /// IV_P, the peripheral's half of the initialisation vector.
  public var ivP: UInt32 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u64("SKD_P", &skdP)
    try visitor.u32("IV_P", &ivP)
  }
}
