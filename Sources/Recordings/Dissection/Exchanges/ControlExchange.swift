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
    case .versionInd: return [ask(.control(.versionInd))]
    case .startEncRsp:
      return [ask(.control(.startEncReq)), ask(.control(.startEncRsp))]
    default: return pdu.opcode.answers.map { ask(.control($0)) }
    }
  }

  /// Whether a PDU that is an answer waits for one itself.
  static func isAnswered(_ pdu: ControlPDU) -> Bool {
    ControlOpcode.known.contains { $0.answers.contains(pdu.opcode) }
      || [.versionInd, .startEncRsp].contains(pdu.opcode)
  }
}
