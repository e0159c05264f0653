internal import LinkLayer

/// Which LL control PDU answers which. [Vol 6, Part B, 5.1]
enum ControlExchange {
  /// The requests by the opcode of what answers them.
  private static let requests: [ControlOpcode: [ControlOpcode]] = [
    .encRsp: [.encReq], .startEncReq: [.encReq], .startEncRsp: [.startEncReq],
    .featureRsp: [.featureReq, .peripheralFeatureReq], .pauseEncRsp: [.pauseEncReq],
    .connectionParamRsp: [.connectionParamReq],
    .connectionUpdateInd: [.connectionParamRsp, .connectionParamReq],
    .pingRsp: [.pingReq], .lengthRsp: [.lengthReq], .phyRsp: [.phyReq], .phyUpdateInd: [.phyRsp, .phyReq],
    .cteRsp: [.cteReq], .clockAccuracyRsp: [.clockAccuracyReq], .cisRsp: [.cisReq], .cisInd: [.cisRsp],
    .powerControlRsp: [.powerControlReq], .subrateInd: [.subrateReq], .featureExtRsp: [.featureExtReq],
    .csSecRsp: [.csSecReq], .csCapabilitiesRsp: [.csCapabilitiesReq], .csConfigRsp: [.csConfigReq],
    .csRsp: [.csReq], .csInd: [.csRsp, .csReq], .csTerminateRsp: [.csTerminateReq], .csFAERsp: [.csFAEReq],
    .frameSpaceRsp: [.frameSpaceReq], .connectionRateInd: [.connectionRateReq],
  ]

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
      return (requests[ControlOpcode(rawValue: pdu.opcode)] ?? []).map { ask(.control($0.rawValue)) }
    }
  }

  /// Whether a PDU that is an answer waits for one itself.
  static func isAnswered(_ pdu: ControlPDU) -> Bool {
    let opcode = ControlOpcode(rawValue: pdu.opcode)
    return requests.contains { $0.value.contains(opcode) } || opcode == .versionInd || opcode == .startEncRsp
  }
}
