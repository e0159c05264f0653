internal import ChannelSounding
internal import CoreTypes
internal import Faults

extension LinkControl {
  /// Answers a PDU that this side does not know, or that is malformed.
  ///
  /// LL_UNKNOWN_RSP and the reject PDUs get no answer, else two devices could go on for ever.
  mutating func refuseAsUnknown(_ opcode: ControlOpcode) {
    guard ![.unknownRsp, .rejectInd, .rejectExtInd].contains(opcode) else { return }
    if opcode.length == nil {
      if faults.contains(.unknownOpcodeSilence) { return }
      if faults.contains(.dropsLinkOnUnknownPDU) { return end(.unspecified) }
    }
    send(.unknownRsp(UnknownRsp(unknownType: opcode)))
  }

  /// Refuses the PDU `opcode` of the peer. A peer without extended rejects gets LL_REJECT_IND.
  /// [Vol 6, Part B, 2.4.2.18]
  mutating func reject(_ opcode: ControlOpcode, _ code: ErrorCode) {
    let isExtended =
      identity.features[.extendedRejectIndication]
      && featureExchange.remote?[.extendedRejectIndication] ?? true
    if isExtended {
      send(.rejectExtInd(RejectExtInd(rejectOpcode: opcode, errorCode: code)))
    } else {
      send(.rejectInd(RejectInd(errorCode: code)))
    }
  }

  /// Refuses a PDU for a reason, which people can read.
  mutating func reject(_ opcode: ControlOpcode, _ refusal: LinkRefusal) {
    lastRefusal = refusal
    reject(opcode, refusal.code)
  }

  mutating func receiveUnknownRsp(_ pdu: UnknownRsp) {
    refused(pdu.unknownType, .unsupportedRemoteFeature)
  }

  mutating func receiveRejectExtInd(_ pdu: RejectExtInd) {
    refused(pdu.rejectOpcode, pdu.errorCode)
  }

  /// The peer's reject without opcode can only mean what this side sent last in a procedure.
  mutating func receiveRejectInd(_ pdu: RejectInd) {
    guard let opcode = local?.opcode ?? peer?.opcode else { return }
    refused(opcode, pdu.errorCode)
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
    case (.connectionParameters, .updateConnection(let range)?)
    where role == .central && code == .unsupportedRemoteFeature:
      indicateConnectionUpdate(range)
      local?.kind = .connectionUpdate
      return true
    case (.features, .readAllRemoteFeatures?):
      return endFeatureExchangeWithoutPages(afterRefusalOf: running.opcode)
    default:
      return false
    }
  }
}

extension LinkControl {
  /// The error with which the HCI command of `request` fails now; nil if it can go on. [Vol 4, Part E, 7.8]
  func refusal(of request: LinkRequest) -> ErrorCode? {
    let code = rightfulRefusal(of: request)
    return faults.isEmpty ? code : mistaken(code, of: request)
  }

  private func rightfulRefusal(of request: LinkRequest) -> ErrorCode? {
    if termination.isAnnounced { return .commandDisallowed }
    switch request {
    case .readRemoteVersion, .terminate: return nil
    case .readRemoteFeatures, .readAllRemoteFeatures: return featureExchangeRefusal
    case .setDataLength(let length): return dataLengthRefusal(length)
    case .setPHY(let tx, let rx): return phyRefusal(tx: tx, rx: rx)
    case .readRemoteTransmitPower: return powerRefusal(concernsPeer: true)
    case .setTransmitPowerReporting(_, let remote): return powerRefusal(concernsPeer: remote)
    case .updateFrameSpace(let wish): return frameSpaceRefusal(wish)
    case .updateConnection(let range): return connectionUpdateRefusal(range)
    case .acceptConnectionParameters(let range):
      guard peer?.kind == .connectionParameters else { return .commandDisallowed }
      return range.isLegal ? nil : .invalidHCICommandParameters
    case .rejectConnectionParameters:
      return peer?.kind == .connectionParameters ? nil : .commandDisallowed
    case .setChannelMap(let map):
      guard role == .central else { return .commandDisallowed }
      return map.usedChannels.count >= 2 ? nil : .invalidHCICommandParameters
    case .enableEncryption: return encryptionRefusal
    case .longTermKey: return encryption.phase == .awaitingKey ? nil : .commandDisallowed
    case .readRemoteCSCapabilities: return csRefusal ?? csEncryptionRefusal
    case .writeCachedRemoteCSCapabilities(let capabilities):
      return cachedCapabilitiesRefusal(capabilities)
    case .readRemoteFAETable: return faeRefusal
    case .writeCachedRemoteFAETable: return cachedFAERefusal
    case .setCSDefaultSettings(let roles, let antenna, let power):
      return defaultSettingsRefusal(roles: roles, antenna: antenna, power: power)
    case .createCSConfig(let configuration, _): return configurationRefusal(configuration)
    case .removeCSConfig(let id): return removalRefusal(id: id)
    case .enableCSSecurity: return csSecurityRefusal
    case .setCSProcedureParameters(let parameters): return procedureParametersRefusal(parameters)
    case .enableCSProcedures(let id): return csStartRefusal(configID: id)
    case .disableCSProcedures(let id): return csTerminationRefusal(configID: id)
    case .setCSChannelClassification(let map): return classificationRefusal(map)
    }
  }

  /// Tells the host that a request it was granted has failed after all.
  mutating func fail(_ request: LinkRequest, _ code: ErrorCode) {
    switch request {
    case .readRemoteVersion: notify(.remoteVersion(code, version: 0, companyID: 0, subversion: 0))
    case .readRemoteFeatures: notify(.remoteFeatures(code, FeatureSet()))
    case .readAllRemoteFeatures:
      notify(.allRemoteFeatures(code, maxRemotePage: 0, maxValidPage: 0, FeatureSet()))
    case .setPHY: notifyPHY(code)
    case .readRemoteTransmitPower(let phy):
      notify(.remoteTransmitPower(code, phy, RemoteTransmitPower(), isRead: true))
    case .updateFrameSpace: notify(.frameSpaceUpdated(code, isOwn: true, FrameSpaceRsp()))
    case .updateConnection: notifyConnection(code)
    case .enableEncryption: failEncryption(code)
    case .readRemoteCSCapabilities: notify(.remoteCSCapabilities(code, CSCapabilities()))
    case .readRemoteFAETable:
      notify(.remoteFAETable(code, FAETable()))
    case .createCSConfig(let configuration, _):
      notify(.csConfigComplete(code, isCreated: true, configuration))
    case .removeCSConfig(let id):
      notifyNotRemoved(id, code)
    case .enableCSSecurity: notify(.csSecurityEnabled(code))
    case .enableCSProcedures(let id): notifyNotStarted(id, code)
    case .disableCSProcedures(let id): stopSeries(id)
    case .setDataLength, .setTransmitPowerReporting, .acceptConnectionParameters, .rejectConnectionParameters,
      .setChannelMap, .terminate, .longTermKey, .writeCachedRemoteCSCapabilities, .writeCachedRemoteFAETable,
      .setCSDefaultSettings, .setCSProcedureParameters, .setCSChannelClassification:
      break
    }
  }
}
