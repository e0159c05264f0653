internal import CoreTypes

extension LinkControl {
  /// Answers a PDU that this side does not know, or that is malformed.
  ///
  /// LL_UNKNOWN_RSP and the reject PDUs get no answer, else two devices could go on for ever.
  mutating func refuseAsUnknown(_ opcode: ControlOpcode) {
    guard ![.unknownRsp, .rejectInd, .rejectExtInd].contains(opcode) else { return }
    if opcode.length == nil {
      if lapses(.ignoresUnknownOpcodes) { return }
      if lapses(.leavesOverUnknownOpcodes) { return end(.unspecified) }
    }
    send(.unknownRsp(UnknownRsp(unknownType: opcode.rawValue)))
  }

  /// Refuses the PDU `opcode` of the peer. A peer without extended rejects gets LL_REJECT_IND.
  /// [Vol 6, Part B, 2.4.2.18]
  mutating func reject(_ opcode: ControlOpcode, _ code: ErrorCode) {
    let isExtended =
      identity.features[.extendedRejectIndication]
      && featureExchange.remote?[.extendedRejectIndication] ?? true
    if isExtended {
      send(.rejectExtInd(RejectExtInd(rejectOpcode: opcode.rawValue, errorCode: code.rawValue)))
    } else {
      send(.rejectInd(RejectInd(errorCode: code.rawValue)))
    }
  }

  mutating func receiveUnknownRsp(_ pdu: UnknownRsp) {
    refused(ControlOpcode(rawValue: pdu.unknownType), .unsupportedRemoteFeature)
  }

  mutating func receiveRejectExtInd(_ pdu: RejectExtInd) {
    refused(ControlOpcode(rawValue: pdu.rejectOpcode), ErrorCode(rawValue: pdu.errorCode))
  }

  /// The peer's reject without opcode can only mean what this side sent last in a procedure.
  mutating func receiveRejectInd(_ pdu: RejectInd) {
    guard let opcode = local?.opcode ?? peer?.opcode else { return }
    refused(opcode, ErrorCode(rawValue: pdu.errorCode))
  }

  private mutating func refused(_ opcode: ControlOpcode, _ code: ErrorCode) {
    let code = code == .success ? .unspecified : code
    if opcode == .csInd { return seriesRefused(code) }
    if let running = local, running.opcode == opcode {
      if fallsBack(from: running, code) { return }
      local = nil
      if !running.isYielded, let request = running.request { fail(request, code) }
    } else if let running = peer, running.opcode == opcode {
      peer = nil
      switch running.kind {
      case .csStart(let id): notifyNotStarted(id, code)
      case .encryption: failEncryption(code)
      default: break
      }
    }
  }

  /// Whether a refused procedure goes on in another way.
  private mutating func fallsBack(from running: RunningProcedure, _ code: ErrorCode) -> Bool {
    switch (running.kind, running.request) {
    case (.connectionParameters, .updateConnection(let min, let max, let latency, let timeout)?)
    where role == .central && code == .unsupportedRemoteFeature:
      indicateConnectionUpdate(
        ConnectionParameterRange(intervalMin: min, intervalMax: max, latency: latency, timeout: timeout))
      local?.kind = .connectionUpdate
      return true
    case (.features, .readAllRemoteFeatures?):
      return endFeatureExchangeWithoutPages(afterRefusalOf: running.opcode)
    default:
      return false
    }
  }
}
