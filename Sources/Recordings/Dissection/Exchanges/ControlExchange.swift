internal import LinkLayer

/// Which LL control PDU answers which. [Vol 6, Part B, 5.1]
enum ControlExchange {
  /// What a PDU that came on `stream` may answer, the likeliest first.
  static func questions(behind pdu: ControlPDU, from stream: PacketStream) -> [Question] {
    func ask(_ kind: Question.Kind) -> Question { Question(stream: stream.reverse, kind: kind) }
    switch pdu {
    case .rejectExtInd(let pdu): return [ask(.control(pdu.rejectOpcode))]
    case .unknownRsp(let pdu): return [ask(.control(pdu.unknownType))]
    case .rejectInd: return [ask(.anyControl)]
    // Both sides send it, so the second one is the answer.
    case .versionInd: return [ask(.control(ControlOpcode.versionInd.rawValue))]
    case .startEncRsp:
      return [
        ask(.control(ControlOpcode.startEncReq.rawValue)), ask(.control(ControlOpcode.startEncRsp.rawValue)),
      ]
    default:
      return ControlOpcode(rawValue: pdu.opcode).answers.map { ask(.control($0.rawValue)) }
    }
  }

  /// Whether a PDU that is an answer waits for one itself.
  static func isAnswered(_ pdu: ControlPDU) -> Bool {
    let opcode = ControlOpcode(rawValue: pdu.opcode)
    return ControlOpcode.known.contains { $0.answers.contains(opcode) } || opcode == .versionInd
      || opcode == .startEncRsp
  }
}
