public import CoreTypes
public import Wire

/// A PDU of the advertising physical channels, primary or secondary. [Vol 6, Part B, 2.3]
///
/// The type alone does not name the PDU: on a secondary channel a `.scanReq` is AUX_SCAN_REQ, a `.connectInd`
/// is AUX_CONNECT_REQ, and an `.advExtInd` is AUX_ADV_IND, AUX_SCAN_RSP or AUX_CHAIN_IND.
public enum AdvertisingPDU: Hashable, Sendable {
  case advInd(AdvertisingFlags, AdvInd)
  case advDirectInd(AdvertisingFlags, AdvDirectInd)
  case advNonconnInd(AdvertisingFlags, AdvNonconnInd)
  case scanReq(AdvertisingFlags, ScanReq)
  case scanRsp(AdvertisingFlags, ScanRsp)
  case connectInd(AdvertisingFlags, ConnectInd)
  case advScanInd(AdvertisingFlags, AdvScanInd)
  case advExtInd(AdvertisingFlags, AdvExtInd)
  case auxConnectRsp(AdvertisingFlags, AuxConnectRsp)
  /// A type that is not known, or a known one with a payload of a length it cannot have.
  case unknown(type: UInt8, AdvertisingFlags, payload: [UInt8])

  /// Reads a PDU, header first. A payload that fits no known type becomes `.unknown`.
  ///
  /// - Throws: `WireError` if the header is not whole, or its length is not that of the payload.
  public init(decoding octets: [UInt8]) throws(WireError) {
    let frame = try AdvertisingFrame(decoding: octets)
    let known = AdvertisingPDUEntry.entry(ofType: frame.type)?.decode(frame)
    self = known ?? .unknown(type: frame.type, frame.flags, payload: frame.payload)
  }

  /// The PDU, header first.
  public var encoded: [UInt8] {
    let parts = parts
    var frame = AdvertisingFrame()
    frame.type = parts.type
    frame.flags = parts.flags
    frame.payload = parts.payload.encoded()
    return frame.encoded()
  }

  /// The PDU Type, 0 to 15.
  public var type: UInt8 { parts.type }

  /// The flags of the header.
  public var flags: AdvertisingFlags { parts.flags }

  /// The specification's name on a primary channel, as `ADV_IND`; for an unknown type its number.
  public var name: String {
    AdvertisingPDUEntry.entry(ofType: type)?.name ?? "advertising PDU type \(type)"
  }

  /// The payload as one packet, for its fields and their places.
  public var payload: any PDU { parts.payload }

  private var parts: (type: UInt8, flags: AdvertisingFlags, payload: any PDU) {
    switch self {
    case .advInd(let flags, let pdu): (AdvertisingPDUEntry.advInd.type, flags, pdu)
    case .advDirectInd(let flags, let pdu): (AdvertisingPDUEntry.advDirectInd.type, flags, pdu)
    case .advNonconnInd(let flags, let pdu): (AdvertisingPDUEntry.advNonconnInd.type, flags, pdu)
    case .scanReq(let flags, let pdu): (AdvertisingPDUEntry.scanReq.type, flags, pdu)
    case .scanRsp(let flags, let pdu): (AdvertisingPDUEntry.scanRsp.type, flags, pdu)
    case .connectInd(let flags, let pdu): (AdvertisingPDUEntry.connectInd.type, flags, pdu)
    case .advScanInd(let flags, let pdu): (AdvertisingPDUEntry.advScanInd.type, flags, pdu)
    case .advExtInd(let flags, let pdu): (AdvertisingPDUEntry.advExtInd.type, flags, pdu)
    case .auxConnectRsp(let flags, let pdu): (AdvertisingPDUEntry.auxConnectRsp.type, flags, pdu)
    case .unknown(let type, let flags, let payload): (type, flags, OpaqueCtrData(octets: payload))
    }
  }
}

/// The header of an advertising physical channel PDU with the payload it counts. [Vol 6, Part B, 2.3]
struct AdvertisingFrame: PDU {
  var type: UInt8 = 0
  var flags = AdvertisingFlags()
  var payload: [UInt8] = []

  init() {}

  mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(4, "PDU Type", &type)
    try visitor.bits(1, "RFU", &flags.rfu)
    try visitor.flag("ChSel", &flags.chSel)
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

/// The bits beside the type in the header of an advertising physical channel PDU. [Vol 6, Part B, 2.3]
public struct AdvertisingFlags: Hashable, Sendable {
  /// The reserved bit above the type.
  public var rfu: UInt8 = 0
  /// Whether the sender supports channel selection algorithm #2.
  public var chSel = false
  /// 1 if the sender's address is random.
  public var txAdd: UInt8 = 0
  /// 1 if the target's address is random.
  public var rxAdd: UInt8 = 0

  public init() {}

  /// Makes the flags of a PDU between addresses of the given kinds.
  public init(sender: DeviceAddress.Kind, target: DeviceAddress.Kind = .public, chSel: Bool = false) {
    txAdd = sender.asPublicOrRandom.rawValue
    rxAdd = target.asPublicOrRandom.rawValue
    self.chSel = chSel
  }

  /// The kind of the sender's address.
  public var sender: DeviceAddress.Kind { txAdd == 1 ? .random : .public }

  /// The kind of the target's address, where the PDU has one.
  public var target: DeviceAddress.Kind { rxAdd == 1 ? .random : .public }
}
