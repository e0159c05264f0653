internal import ChannelSounding
internal import CoreTypes
internal import LinkLayer

/// What LL control PDUs are for. [Vol 6, Part B, 2.4.2 and 5.1]
enum ControlWords {
  /// What a PDU is for, then what it says.
  static func sentences(_ pdu: ControlPDU) -> [String] {
    let opcode = ControlOpcode(rawValue: pdu.opcode)
    return [opcode.purpose ?? "Unknown opcode."] + details(pdu, isKnown: opcode.purpose != nil)
  }

  private static func details(_ pdu: ControlPDU, isKnown: Bool) -> [String] {
    switch pdu {
    case .terminateInd(let pdu): ["The reason is \(ErrorCode(rawValue: pdu.errorCode))."]
    case .unknownRsp(let pdu): ["It does not support \(ControlOpcode(rawValue: pdu.unknownType))."]
    case .rejectInd(let pdu): ["The reason is \(ErrorCode(rawValue: pdu.errorCode))."]
    case .rejectExtInd(let pdu):
      ["It refuses \(ControlOpcode(rawValue: pdu.rejectOpcode)): \(ErrorCode(rawValue: pdu.errorCode))."]
    case .csCapabilitiesReq(let pdu):
      [
        ChannelSoundingWords.sentence(pdu.capabilities(layout: Interpretations().capabilityLayout))
      ]
    case .csCapabilitiesRsp(let pdu):
      [
        ChannelSoundingWords.sentence(pdu.capabilities(layout: Interpretations().capabilityLayout))
      ]
    case .csConfigReq(let pdu): ChannelSoundingWords.sentences(pdu)
    case .unknown where isKnown: ["Its parameters are not those of this PDU."]
    default: []
    }
  }
}
