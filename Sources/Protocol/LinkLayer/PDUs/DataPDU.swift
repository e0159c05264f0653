internal import CryptoToolbox
public import Wire

/// A data physical channel PDU without MIC: the header and its payload. [Vol 6, Part B, 2.4]
public struct DataPDU: PDU {
  /// LLID of a continuation fragment of an L2CAP message, or of an empty PDU.
  public static let continuation: UInt8 = 1
  /// LLID of the start of an L2CAP message, or of a complete one.
  public static let start: UInt8 = 2
  /// LLID of a control PDU.
  public static let control: UInt8 = 3

  /// `continuation`, `start` or `control`; 2 bits.
  public var llid: UInt8 = continuation
  /// Next expected sequence number, 1 bit.
  public var nesn: UInt8 = 0
  /// Sequence number, 1 bit.
  public var sn: UInt8 = 0
  /// More data, 1 bit.
  public var md: UInt8 = 0
  /// 1 if CTEInfo follows the length and a constant tone extension the CRC.
  public var cp: UInt8 = 0
  /// The 2 reserved bits.
  public var rfu: UInt8 = 0
  /// CTEInfo; on the air only if `cp` is 1.
  public var cteInfo: UInt8 = 0
  /// 0 to 251 octets, 255 with MIC.
  public var payload: [UInt8] = []

  public init() {}

  /// Makes a PDU of its kind and payload; sequence numbers are the link's.
  public init(llid: UInt8, payload: [UInt8]) {
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
    try visitor.bits(1, "MD", &md)
    try visitor.bits(1, "CP", &cp)
    try visitor.bits(2, "RFU", &rfu)
    var length = UInt8(clamping: payload.count)
    try visitor.u8("Length", &length)
    if cp == 1 { try visitor.u8("CTEInfo", &cteInfo) }
    try visitor.octets(Int(length), "Payload", &payload)
  }
}
