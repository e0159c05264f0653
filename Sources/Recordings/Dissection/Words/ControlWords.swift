internal import ChannelSounding
internal import CoreTypes
internal import LinkLayer

/// What LL control PDUs are for. [Vol 6, Part B, 2.4.2 and 5.1]
enum ControlWords {
  /// What a PDU is for, then what it says.
  static func sentences(_ pdu: ControlPDU) -> [String] {
    let purpose = pdu.opcode.purpose
    return [purpose ?? "Unknown opcode."] + details(pdu, isKnown: purpose != nil)
  }

  private static func details(_ pdu: ControlPDU, isKnown: Bool) -> [String] {
    switch pdu {
    case .terminateInd(let pdu): ["The reason is \(pdu.errorCode)."]
    case .unknownRsp(let pdu): ["It does not support \(pdu.unknownType)."]
    case .rejectInd(let pdu): ["The reason is \(pdu.errorCode)."]
    case .rejectExtInd(let pdu): ["It refuses \(pdu.rejectOpcode): \(pdu.errorCode)."]
    case .csCapabilitiesReq(let pdu), .csCapabilitiesRsp(let pdu):
      [ChannelSoundingWords.sentence(pdu.capabilities(layout: Interpretations().capabilityLayout))]
    case .csConfigReq(let pdu): ChannelSoundingWords.sentences(pdu)
    case .unknown where isKnown: ["Its parameters are not those of this PDU."]
    default: []
    }
  }
}
