public import Wire

/// Octets kept as they came, where the layout is not known.
public struct OpaqueCtrData: PDU {
  /// The octets after the opcode or the header, in the order of the air.
  public var octets: [UInt8] = []

  public init() {}

  public init(octets: [UInt8]) { self.octets = octets }

  /// All octets as one field.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.rest("CtrData", &octets)
  }
}

/// LL_OTA_UTP_IND (6.2), a container of test messages. [Vol 6, Part B, 2.4.2]
public typealias OTAUTPInd = OpaqueCtrData

/// LL_CONNECTION_RATE_REQ (6.2) [Vol 6, Part B, 2.4.2]
///
/// Interpretation: no public source gives the layout, so none is assumed; the alternative is to guess it from
/// LL_SUBRATE_REQ.
public typealias ConnectionRateReq = OpaqueCtrData

/// LL_CONNECTION_RATE_IND (6.2) [Vol 6, Part B, 2.4.2]
///
/// Interpretation: as `ConnectionRateReq`.
public typealias ConnectionRateInd = OpaqueCtrData
