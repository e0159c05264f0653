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
