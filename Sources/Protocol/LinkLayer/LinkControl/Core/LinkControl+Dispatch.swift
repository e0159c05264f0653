internal import CoreTypes
internal import Faults

extension LinkControl {
  /// Takes a decoded PDU to its procedure.
  mutating func dispatch(_ pdu: ControlPDU) {
    guard isUnderstood(pdu) else { return refuseAsUnknown(pdu.opcode) }
    guard admitsWhileEncrypting(pdu), admitsForChannelSounding(pdu) else { return }
    switch pdu {
    case .versionInd(let pdu): receiveVersionInd(pdu)
    case .featureReq(let pdu): answerFeatures(pdu)
    case .peripheralFeatureReq(let pdu): answerFeatures(pdu)
    case .featureRsp(let pdu): receiveFeatureRsp(pdu)
    case .featureExtReq(let pdu): receiveFeatureExtReq(pdu)
    case .featureExtRsp(let pdu): receiveFeatureExtRsp(pdu)
    case .lengthReq(let pdu): receiveLengthReq(pdu)
    case .lengthRsp(let pdu): receiveLengthRsp(pdu)
    case .phyReq(let pdu): receivePHYReq(pdu)
    case .phyRsp(let pdu): receivePHYRsp(pdu)
    case .phyUpdateInd(let pdu): receivePHYUpdateInd(pdu)
    case .connectionUpdateInd(let pdu): receiveConnectionUpdateInd(pdu)
    case .connectionParamReq(let pdu): receiveConnectionParamReq(pdu)
    case .connectionParamRsp(let pdu): receiveConnectionParamRsp(pdu)
    case .channelMapInd(let pdu): receiveChannelMapInd(pdu)
    case .terminateInd(let pdu): end(pdu.errorCode)
    case .pingReq: send(.pingRsp(PingRsp()))
    case .pingRsp: receivePingRsp()
    case .unknownRsp(let pdu): receiveUnknownRsp(pdu)
    case .rejectInd(let pdu): receiveRejectInd(pdu)
    case .rejectExtInd(let pdu): receiveRejectExtInd(pdu)
    case .encReq(let pdu): receiveEncReq(pdu)
    case .encRsp(let pdu): receiveEncRsp(pdu)
    case .startEncReq: receiveStartEncReq()
    case .startEncRsp: receiveStartEncRsp()
    case .pauseEncReq: receivePauseEncReq()
    case .pauseEncRsp: receivePauseEncRsp()
    case .powerControlReq(let pdu): receivePowerControlReq(pdu)
    case .powerControlRsp(let pdu): receivePowerControlRsp(pdu)
    case .powerChangeInd(let pdu): receivePowerChangeInd(pdu)
    case .frameSpaceReq(let pdu): receiveFrameSpaceReq(pdu)
    case .frameSpaceRsp(let pdu): receiveFrameSpaceRsp(pdu)
    default: dispatchChannelSounding(pdu)
    }
  }

  private mutating func dispatchChannelSounding(_ pdu: ControlPDU) {
    switch pdu {
    case .csCapabilitiesReq(let pdu): receiveCSCapabilitiesReq(pdu)
    case .csCapabilitiesRsp(let pdu): receiveCSCapabilitiesRsp(pdu)
    case .csFAEReq: receiveFAEReq()
    case .csFAERsp(let pdu): receiveCSFAERsp(pdu)
    case .csConfigReq(let pdu): receiveCSConfigReq(pdu)
    case .csConfigRsp(let pdu): receiveCSConfigRsp(pdu)
    case .csSecReq(let pdu): receiveCSSecReq(pdu)
    case .csSecRsp(let pdu): receiveCSSecRsp(pdu)
    case .csReq(let pdu): receiveCSReq(pdu)
    case .csRsp(let pdu): receiveCSRsp(pdu)
    case .csInd(let pdu): receiveCSInd(pdu)
    case .csTerminateReq(let pdu): receiveCSTerminateReq(pdu)
    case .csTerminateRsp(let pdu): receiveCSTerminateRsp(pdu)
    case .csChannelMapInd(let pdu): receiveCSChannelMapInd(pdu)
    default: break
    }
  }

  /// Whether a device of this role and with these features knows the PDU. [Vol 6, Part B, 2.4.2]
  private func isUnderstood(_ pdu: ControlPDU) -> Bool {
    let features = identity.features
    switch pdu {
    case .versionInd, .terminateInd, .unknownRsp, .rejectInd, .rejectExtInd, .featureRsp, .startEncRsp,
      .pauseEncRsp, .pingRsp:
      return true
    case .connectionUpdateInd, .channelMapInd, .featureReq, .encReq, .pauseEncReq:
      return role == .peripheral
    case .encRsp, .startEncReq: return role == .central
    case .peripheralFeatureReq:
      return role == .central && features[.peripheralInitiatedFeaturesExchange]
    case .connectionParamReq: return features[.connectionParametersRequest]
    case .connectionParamRsp: return role == .central && features[.connectionParametersRequest]
    case .pingReq: return features[.lePing]
    case .lengthReq, .lengthRsp: return features[.dataPacketLengthExtension]
    case .phyReq: return features[.le2MPHY]
    case .phyRsp: return role == .central && features[.le2MPHY]
    case .phyUpdateInd: return role == .peripheral && features[.le2MPHY]
    case .featureExtReq, .featureExtRsp: return features[.extendedFeatureSet]
    case .powerControlReq, .powerControlRsp, .powerChangeInd: return features[.lePowerControlRequest]
    case .frameSpaceReq, .frameSpaceRsp: return features[.frameSpaceUpdate]
    case .csSecReq, .csInd: return role == .peripheral && features[.channelSounding]
    case .csSecRsp, .csRsp: return role == .central && features[.channelSounding]
    case .csCapabilitiesReq, .csCapabilitiesRsp, .csFAEReq, .csFAERsp, .csConfigReq, .csConfigRsp, .csReq,
      .csTerminateReq, .csTerminateRsp, .csChannelMapInd:
      return features[.channelSounding]
    default: return false
    }
  }
}

extension LinkControl {
  mutating func send(_ pdu: ControlPDU) { actions.append(.send(pdu)) }

  mutating func notify(_ notification: LinkNotification) { actions.append(.notify(notification)) }

  /// Sends the first PDU of this side's procedure and awaits the answer; without a request no host asked.
  mutating func open(_ request: LinkRequest?, as kind: ProcedureKind, with pdu: ControlPDU) {
    local = RunningProcedure(
      kind: kind, request: request, opcode: pdu.opcode,
      deadline: moment.now + Self.responseTimeout)
    send(pdu)
  }

  /// Sends a further PDU of this side's procedure and awaits the answer, or only an Instant.
  mutating func proceed(with pdu: ControlPDU, awaitsAnswer: Bool = true) {
    local?.opcode = pdu.opcode
    local?.deadline = awaitsAnswer ? moment.now + Self.responseTimeout : nil
    send(pdu)
  }

  /// Sends an answer within the peer's procedure and awaits its next PDU.
  mutating func answer(_ pdu: ControlPDU, awaiting kind: ProcedureKind) {
    peer = RunningProcedure(
      kind: kind, request: nil, opcode: pdu.opcode,
      deadline: faults.contains(.waitsForEver) ? nil : moment.now + Self.responseTimeout)
    send(pdu)
  }

  /// The request of this side's procedure if that is of `kind` and has not yielded; the procedure is then
  /// over.
  mutating func closeLocal(_ kind: ProcedureKind) -> LinkRequest? {
    guard let running = local, running.kind == kind, !running.isYielded else { return nil }
    local = nil
    return running.request
  }

  /// Whether this side runs a procedure of `kind` that the peer may answer.
  func isOpen(_ kind: ProcedureKind) -> Bool { local?.kind == kind && local?.isYielded == false }

  /// Ends the peer's procedure of `kind`.
  mutating func closePeer(_ kind: ProcedureKind) {
    if peer?.kind == kind { peer = nil }
  }

  /// Settles a collision of the peer's procedure `kind`, which `opcode` began, with one of this side: the
  /// central refuses the peer's, the peripheral gives up its own. False if the peer's was refused.
  /// [Vol 6, Part B, 5.3]
  mutating func admits(_ kind: ProcedureKind, begunBy opcode: ControlOpcode) -> Bool {
    guard let running = local, running.kind.collides(with: kind) else {
      let meetsUpdate = connection.pending != nil && kind.collides(with: .connectionUpdate)
      guard role == .central, meetsUpdate || kind.hasInstant && awaitsInstant else { return true }
      reject(opcode, .differentTransactionCollision)
      return false
    }
    var code = running.kind.collisionCode(with: kind)
    if case .csConfiguration = kind, faults.contains(.collisionCodesMixedUp) {
      code = .differentTransactionCollision
    }
    if case .csStart = kind, faults.contains(.crossedStartUnanswered) { return false }
    if role == .central {
      reject(opcode, code)
      return false
    }
    if !running.isYielded {
      local?.isYielded = true
      if let request = running.request { fail(request, code) }
    }
    return true
  }
}
