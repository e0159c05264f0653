public import CoreTypes
internal import CryptoToolbox
public import Wire

/// What a data physical channel PDU carries; 2 bits. [Vol 6, Part B, 2.4]
public struct LLID: FieldValue {
  /// No PDU has it.
  @inlinable public static var reserved: LLID { LLID(rawValue: 0) }
  /// A continuation fragment of an L2CAP message, or an empty PDU.
  @inlinable public static var continuation: LLID { LLID(rawValue: 1) }
  /// The start of an L2CAP message, or a complete one.
  @inlinable public static var start: LLID { LLID(rawValue: 2) }
  /// A control PDU.
  @inlinable public static var control: LLID { LLID(rawValue: 3) }

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// That of a PDU with this first octet.
  @inlinable
  public init(header: UInt8) { self.init(rawValue: header & 3) }
}

/// A data physical channel PDU without MIC: the header and its payload. [Vol 6, Part B, 2.4]
public struct DataPDU: PDU {
  public var llid = LLID.continuation
  /// Next expected sequence number, 1 bit.
  public var nesn: UInt8 = 0
  /// Sequence number, 1 bit.
  public var sn: UInt8 = 0
  /// More data.
  public var md = false
  /// Whether CTEInfo follows the length and a constant tone extension the CRC.
  public var cp = false
  /// The 2 reserved bits.
  public var rfu: UInt8 = 0
  /// CTEInfo; on the air only if `cp`.
  public var cteInfo: UInt8 = 0
  /// 0 to 251 octets, 255 with MIC.
  public var payload: [UInt8] = []

  public init() {}

  /// Makes a PDU of its kind and payload; sequence numbers are the link's.
  public init(llid: LLID, payload: [UInt8]) {
    self.llid = llid
    self.payload = payload
  }

  /// Whether the payload is longer than a MIC. A shorter one was never encrypted, so LL_PAUSE_ENC_RSP, with which
  /// the central leaves encryption, and LL_START_ENC_REQ are recognised on any link. [Vol 6, Part B, 5.1.3]
  public var canBeEncrypted: Bool { payload.count > LinkCipher.micLength }

  /// Visits the header and the payload.
  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(2, "LLID", &llid)
    try visitor.bits(1, "NESN", &nesn)
    try visitor.bits(1, "SN", &sn)
    try visitor.flag("MD", &md)
    try visitor.flag("CP", &cp)
    try visitor.bits(2, "RFU", &rfu)
    var length = UInt8(clamping: payload.count)
    try visitor.u8("Length", &length)
    if cp { try visitor.u8("CTEInfo", &cteInfo) }
    try visitor.octets(Int(length), "Payload", &payload)
  }
}

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

/// The CRC of a packet, in the three octets that follow the PDU on the air. [Vol 6, Part B, 3.1.1]
///
/// The generator is x^24 + x^10 + x^9 + x^6 + x^4 + x^3 + x + 1.
///
/// - Parameters:
///   - octets: The PDU from its header on, before whitening.
///   - initial: That of advertising, or of the CONNECT_IND of a connection.
public func crc24(_ octets: some Sequence<UInt8>, initial: CRCInit) -> [UInt8] {
  // The register is mirrored, since both the PDU and the high end of the CRC go first.
  var register = reversed24(initial.rawValue)
  for octet in octets {
    register ^= UInt32(octet)
    for _ in 0..<8 {
      register = register & 1 == 1 ? register >> 1 ^ mirroredGenerator : register >> 1
    }
  }
  return (0..<3).map { UInt8(truncatingIfNeeded: register >> UInt32(8 * $0)) }
}

private let mirroredGenerator = reversed24(1 << 10 | 1 << 9 | 1 << 6 | 1 << 4 | 1 << 3 | 1 << 1 | 1)

/// The low 24 bits of `value` in the opposite order.
private func reversed24(_ value: UInt32) -> UInt32 {
  (0..<24).reduce(0) { $0 | (value >> UInt32($1) & 1) << UInt32(23 - $1) }
}
