internal import ChannelSounding
internal import CoreTypes
internal import Faults

/// The Channel Sounding configuration procedure, which either side begins. [Vol 6, Part B, 5.1.25]
extension LinkControl {
  func configurationRefusal(_ configuration: CSConfiguration) -> ErrorCode? {
    if let refusal = csRefusal { return refusal }
    guard var remote = cs.remoteCapabilities else { return .commandDisallowed }
    if let refusal = csEncryptionRefusal { return refusal }
    if identity.probesUndeclared { remote.roles = [.initiator, .reflector] }
    var configuration = configuration
    configuration.selectTimes(own: identity.csCapabilities, peer: remote)
    var problems = LegalConfiguration.problems(
      in: configuration, local: identity.csCapabilities, remote: remote)
    if faults.contains(.fewChannelsLeftToPeer) { problems.removeAll { $0.rule == .tooFewChannels } }
    if let problem = problems.first { return problem.hciErrorCode }
    guard isEnabled(configuration.role) else { return .invalidHCICommandParameters }
    if cs.runningSeries(configuration.id) != nil { return .commandDisallowed }
    let limit = min(identity.csCapabilities.numConfigs, remote.numConfigs)
    return cs.hasPlace(for: configuration.id, limit: limit) ? nil : .limitedResources
  }

  private func isEnabled(_ role: CSRole) -> Bool {
    cs.enabledRoles.contains(role.capability) || faults.contains(.disabledRoleTaken)
  }

  func removalRefusal(id: ConfigID) -> ErrorCode? {
    guard cs.configuration(id) != nil else { return .invalidHCICommandParameters }
    if cs.runningSeries(id) != nil { return .commandDisallowed }
    return csEncryptionRefusal
  }

  mutating func beginCSConfiguration(_ wanted: CSConfiguration, onPeer: Bool) {
    guard let remote = cs.remoteCapabilities else { return }
    let isShared = onPeer || faults.contains(.localConfigShared)
    var configuration = isShared ? wanted.carried(under: identity.interpretations) : wanted
    configuration.selectTimes(own: identity.csCapabilities, peer: remote)
    if configuration.subMode == nil {
      configuration.minMainModeSteps = 0
      configuration.maxMainModeSteps = 0
    }
    guard isShared else { return complete(configuration) }
    cs.proposed = configuration
    let pdu = CSConfigReq(
      configuration, action: .create, interpretations: identity.interpretations)
    open(
      .createCSConfig(wanted, createContextOnPeer: true), as: .csConfiguration(id: configuration.id),
      with: .csConfigReq(pdu))
  }

  mutating func beginCSConfigurationRemoval(id: ConfigID) {
    guard let configuration = cs.configuration(id) else { return }
    let pdu = CSConfigReq(
      configuration, action: .remove, interpretations: identity.interpretations)
    open(.removeCSConfig(id: id), as: .csConfiguration(id: id), with: .csConfigReq(pdu))
  }

  mutating func receiveCSConfigReq(_ pdu: CSConfigReq) {
    guard admits(.csConfiguration(id: pdu.configID), begunBy: .csConfigReq) else { return }
    if cs.runningSeries(pdu.configID) != nil, !faults.contains(.configReplacedInSeries) {
      return reject(.csConfigReq, .commandDisallowed)
    }
    if pdu.action == .remove {
      guard cs.configuration(pdu.configID) != nil else { return reject(.csConfigReq, .invalidLLParameters) }
      send(.csConfigRsp(CSConfigRsp(configID: pdu.configID)))
      return faults.contains(.configRemoveIgnored)
        ? notifyNotRemoved(pdu.configID, .success) : remove(pdu.configID)
    }
    guard pdu.action == .create, pdu.rfuRole == 0 || !faults.contains(.reservedBitsRefused),
      let configuration = pdu.received(interpretations: identity.interpretations)
    else { return reject(.csConfigReq, refusalOfConfigurations) }
    if let refusal = refusal(ofPeers: configuration) { return reject(.csConfigReq, refusal) }
    send(.csConfigRsp(CSConfigRsp(configID: pdu.configID)))
    complete(configuration)
  }

  mutating func receiveCSConfigRsp(_ pdu: CSConfigRsp) {
    guard let request = closeLocal(.csConfiguration(id: pdu.configID)) else { return }
    guard case .removeCSConfig(let id) = request else { return complete(cs.proposed) }
    remove(id, isTold: !faults.contains(.removalNotReported))
  }

  mutating func notifyNotRemoved(_ id: ConfigID, _ code: ErrorCode) {
    var configuration = cs.configuration(id) ?? CSConfiguration()
    configuration.id = id
    notify(.csConfigComplete(code, isCreated: false, configuration))
  }

  /// The code for values that this side cannot take.
  private var refusalOfConfigurations: ErrorCode {
    ConfigurationProblem(.configID, .outOfRange).llErrorCode(identity.interpretations)
  }

  /// Why the peer's configuration, as this side would hold it, is refused; nil if it is not.
  ///
  /// Without the peer's capabilities only this side's bind.
  private func refusal(ofPeers configuration: CSConfiguration) -> LinkRefusal? {
    let own = identity.csCapabilities
    var problems = LegalConfiguration.problems(
      in: configuration, local: own, remote: cs.remoteCapabilities ?? .everything)
    if !faults.isEmpty { problems.removeAll(where: faults.overlook) }
    if let problem = problems.first {
      return LinkRefusal(code: problem.llErrorCode(identity.interpretations), reason: problem.description)
    }
    guard isEnabled(configuration.role) else {
      let role = configuration.role == .initiator ? "initiator" : "reflector"
      return LinkRefusal(
        code: refusalOfConfigurations,
        reason: "its host has not enabled the \(role) role with LE CS Set Default Settings")
    }
    if faults.refuse(configuration) {
      return LinkRefusal(code: refusalOfConfigurations, reason: "a planted fault refuses the configuration")
    }
    let limit = faults.contains(.secondConfigRefused) ? 1 : own.numConfigs
    return cs.hasPlace(for: configuration.id, limit: limit)
      ? nil : LinkRefusal(code: .limitedResources, reason: "it has no place for another configuration")
  }

  private mutating func complete(_ configuration: CSConfiguration) {
    cs.configurations[configuration.id.index] = configuration
    notify(.csConfigComplete(.success, isCreated: true, configuration))
  }

  private mutating func remove(_ id: ConfigID, isTold: Bool = true) {
    guard let configuration = cs.configuration(id) else { return }
    cs.configurations[id.index] = nil
    cs.parameters[id.index] = nil
    if isTold { notify(.csConfigComplete(.success, isCreated: false, configuration)) }
  }
}

extension CSConfiguration {
  /// Chooses T_IP1, T_IP2, T_FCS and T_PM, which is the right of the side that asks.
  fileprivate mutating func selectTimes(own: CSCapabilities, peer: CSCapabilities) {
    selectShortestTimes(
      initiator: role == .initiator ? own : peer, reflector: role == .initiator ? peer : own)
  }
}

extension CSCapabilities {
  /// A peer that has not said what it can do, and so forbids nothing.
  fileprivate static var everything: CSCapabilities {
    var result = CSCapabilities()
    result.roles = [.initiator, .reflector]
    result.modes = .mode3
    result.rttAAOnlyN = 1
    result.rttSoundingN = 1
    result.rttRandomSequenceN = 1
    result.csSyncPHYs = [.le2M, .le2M2BT]
    result.subfeatures = [.channelSelection3c, .inlinePCT]
    result.tIP1 = .all
    result.tIP2 = .all
    result.tail.tIP2IPT = .all
    result.tFCS = .all
    result.tPM = .all
    return result
  }
}
