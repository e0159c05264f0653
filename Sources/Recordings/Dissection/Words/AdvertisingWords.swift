internal import Capture
internal import CoreTypes
internal import HostStack
internal import LinkLayer
internal import Wire

/// What packets on the advertising channels are for. [Vol 6, Part B, 2.3]
enum AdvertisingWords {
  private static let purposes: [String: String] = [
    "ADV_IND": "The device advertises; every device may connect, or request a scan response.",
    "ADV_DIRECT_IND": "The device advertises to one peer, which may connect.",
    "ADV_NONCONN_IND": "The device advertises; no device may connect or request a scan response.",
    "ADV_SCAN_IND": "The device advertises; every device may request a scan response, but not connect.",
    "SCAN_REQ": "A scanner requests a scan response.",
    "SCAN_RSP": "An advertiser sends its scan response.",
    "CONNECT_IND": "The initiator connects: it becomes the central, the advertiser the peripheral.",
    "ADV_EXT_IND": "The device announces the channel and time of its advertising packet.",
    "AUX_ADV_IND": "The advertising packet that ADV_EXT_IND announced.",
    "AUX_CHAIN_IND": "More advertising data.",
    "AUX_SYNC_IND": "A packet of a periodic advertising train.",
    "AUX_SCAN_REQ": "A scanner requests a scan response.",
    "AUX_SCAN_RSP": "An advertiser sends its scan response.",
    "AUX_CONNECT_REQ": "The initiator requests a connection.",
    "AUX_CONNECT_RSP": "The advertiser accepts the connection, and becomes the peripheral.",
  ]

  /// The specification's name, which on a secondary channel the type alone does not give.
  static func name(_ pdu: AdvertisingPDU, _ channel: LinkReception.Channel) -> String {
    guard case .auxiliary(let kind) = channel else { return pdu.name }
    switch (pdu, kind) {
    case (.scanReq, _): return "AUX_SCAN_REQ"
    case (.connectInd, _): return "AUX_CONNECT_REQ"
    case (.advExtInd, .advInd): return "AUX_ADV_IND"
    case (.advExtInd, .chainInd): return "AUX_CHAIN_IND"
    case (.advExtInd, .syncInd): return "AUX_SYNC_IND"
    case (.advExtInd, .scanRsp): return "AUX_SCAN_RSP"
    default: return pdu.name
    }
  }

  /// What a packet is for, then what it says.
  static func sentences(_ pdu: AdvertisingPDU, _ name: String) -> [String] {
    guard let purpose = purposes[name] else { return ["Unknown type of advertising PDU."] }
    var sentences = [isAlone(pdu, name) ? aloneSentence : purpose]
    switch pdu {
    case .advInd(_, let payload): sentences += Self.sentences(payload.advData)
    case .advNonconnInd(_, let payload): sentences += Self.sentences(payload.advData)
    case .advScanInd(_, let payload): sentences += Self.sentences(payload.advData)
    case .scanRsp(_, let payload): sentences += Self.sentences(payload.advData)
    case .advExtInd(_, let payload), .auxConnectRsp(_, let payload):
      sentences += Self.sentences(payload.advData)
    case .connectInd(_, let payload):
      sentences.append(
        "The interval is \(FieldNotes.milliseconds(payload.llData.parameters.interval)), the supervision timeout "
          + "\(FieldNotes.milliseconds(payload.llData.parameters.timeout)).")
    case .unknown: sentences.append("Its payload is not one of this type.")
    case .advDirectInd, .scanReq: break
    }
    return sentences
  }

  private static let aloneSentence =
    "The device advertises, and sends no advertising packet on another channel."

  /// Whether an ADV_EXT_IND announces nothing: its AuxPtr is not there. [Vol 6, Part B, 2.3.1.5]
  private static func isAlone(_ pdu: AdvertisingPDU, _ name: String) -> Bool {
    guard case .advExtInd(_, let payload) = pdu, name == "ADV_EXT_IND" else { return false }
    return payload.auxPtr == nil
  }

  /// What advertising data says.
  private static func sentences(_ octets: [UInt8]) -> [String] {
    let data = AdvertisingData(parsing: octets)
    var parts: [String] = []
    if let name = data.localName { parts.append("the name \"\(name)\"") }
    if !data.serviceUUIDs.isEmpty {
      let noun = data.serviceUUIDs.count == 1 ? "service" : "services"
      parts.append("the \(noun) \(data.serviceUUIDs.map(AttributeWords.text).joined(separator: ", "))")
    }
    parts += data.manufacturerData.map { item in
      "\(FieldNotes.counted(item.data.count, "octet")) of manufacturer data (\(CompanyIdentifier(rawValue: item.company)))"
    }
    if let power = data.txPowerLevel { parts.append("a transmit power of \(power) dBm") }
    return parts.isEmpty ? [] : ["It advertises " + parts.joined(separator: ", ") + "."]
  }
}
