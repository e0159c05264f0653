public import ChannelSounding
public import CoreTypes
public import Wire

/// LL_CS_SEC_REQ [Vol 6, Part B, 2.4.2.42]
public struct CSSecReq: PDU {
  /// The sender's share.
  public var vectors = CSSecurityVectors()

  public init() {}

  /// Makes the PDU that carries a share.
  public init(_ vectors: CSSecurityVectors) { self.vectors = vectors }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.octets("CS_IV", &vectors.initializationVector)
    try visitor.octets("CS_IN", &vectors.instantiationNonce)
    try visitor.octets("CS_PV", &vectors.personalizationVector)
  }
}

/// LL_CS_SEC_RSP [Vol 6, Part B, 2.4.2.43]
public typealias CSSecRsp = CSSecReq

/// LL_CS_FAE_RSP [Vol 6, Part B, 2.4.2.52]
public struct CSFAERsp: PDU {
  public var channelFAE = FAETable()

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try channelFAE.field("ChFAE", &visitor)
  }
}

/// LL_CS_CHANNEL_MAP_IND [Vol 6, Part B, 2.4.2.53]
public struct CSChannelMapInd: PDU {
  /// ChM, 10 octets, bit n for CS channel n.
  public var channelMap = [UInt8](repeating: 0, count: 10)
  /// The connEventCounter at which the classification applies.
  public var instant: ConnEventCounter = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.octets(10, "ChM", &channelMap)
    try visitor.u16("Instant", &instant)
  }
}
