internal import Wire

/// The header of an advertising physical channel PDU with the payload it counts. [Vol 6, Part B, 2.3]
struct AdvertisingFrame: PDU {
  var type: UInt8 = 0
  var flags = AdvertisingFlags()
  var payload: [UInt8] = []

  init() {}

  mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(4, "PDU Type", &type)
    try visitor.bits(1, "RFU", &flags.rfu)
    try visitor.bits(1, "ChSel", &flags.chSel)
    try visitor.bits(1, "TxAdd", &flags.txAdd)
    try visitor.bits(1, "RxAdd", &flags.rxAdd)
    var length = UInt8(clamping: payload.count)
    try visitor.u8("Length", &length)
    try visitor.octets(Int(length), "Payload", &payload)
  }
}

/// A row of the table of advertising PDUs.
struct AdvertisingPDUEntry: Sendable {
  var type: UInt8
  var name: String
  var length: ClosedRange<Int>
  private var read: @Sendable (AdvertisingFrame) throws(WireError) -> AdvertisingPDU

  private init<Payload: PDU>(
    _ type: UInt8, _ name: String, _ length: ClosedRange<Int>,
    _ wrap: @escaping @Sendable (AdvertisingFlags, Payload) -> AdvertisingPDU
  ) {
    self.type = type
    self.name = name
    self.length = length
    read = { frame throws(WireError) in wrap(frame.flags, try Payload(decoding: frame.payload)) }
  }

  /// The PDU of `frame`; nil if the length of its payload is not allowed.
  func decode(_ frame: AdvertisingFrame) -> AdvertisingPDU? {
    guard length.contains(frame.payload.count) else { return nil }
    do { return try read(frame) } catch { return nil }
  }

  static let advInd = AdvertisingPDUEntry(0, "ADV_IND", 6...37, AdvertisingPDU.advInd)
  static let advDirectInd = AdvertisingPDUEntry(1, "ADV_DIRECT_IND", 12...12, AdvertisingPDU.advDirectInd)
  static let advNonconnInd = AdvertisingPDUEntry(2, "ADV_NONCONN_IND", 6...37, AdvertisingPDU.advNonconnInd)
  static let scanReq = AdvertisingPDUEntry(3, "SCAN_REQ", 12...12, AdvertisingPDU.scanReq)
  static let scanRsp = AdvertisingPDUEntry(4, "SCAN_RSP", 6...37, AdvertisingPDU.scanRsp)
  static let connectInd = AdvertisingPDUEntry(5, "CONNECT_IND", 34...34, AdvertisingPDU.connectInd)
  static let advScanInd = AdvertisingPDUEntry(6, "ADV_SCAN_IND", 6...37, AdvertisingPDU.advScanInd)

  static let advExtInd = AdvertisingPDUEntry(7, "ADV_EXT_IND", 1...255, AdvertisingPDU.advExtInd)
  static let auxConnectRsp = AdvertisingPDUEntry(8, "AUX_CONNECT_RSP", 1...255, AdvertisingPDU.auxConnectRsp)

  static let all = [
    advInd, advDirectInd, advNonconnInd, scanReq, scanRsp, connectInd, advScanInd, advExtInd, auxConnectRsp,
  ]

  static func entry(ofType type: UInt8) -> AdvertisingPDUEntry? { all.first { $0.type == type } }
}
