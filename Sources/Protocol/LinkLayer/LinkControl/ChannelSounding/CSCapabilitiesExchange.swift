internal import ChannelSounding
internal import CoreTypes
internal import Faults
internal import Wire

/// The Channel Sounding capabilities exchange procedure. [Vol 6, Part B, 5.1.23]
extension LinkControl {
  func cachedCapabilitiesRefusal(_ capabilities: CSCapabilities) -> ErrorCode? {
    if let refusal = csRefusal { return refusal }
    guard capabilities.isPossible, capabilities.tSW.isDefined else {
      return .invalidHCICommandParameters
    }
    let isTooLate = cs.hasExchangedCapabilities || cs.configurations.contains { $0 != nil }
    return isTooLate ? .commandDisallowed : nil
  }

  mutating func beginCSCapabilitiesExchange() {
    if let capabilities = cs.remoteCapabilities {
      return notify(.remoteCSCapabilities(.success, capabilities))
    }
    open(.readRemoteCSCapabilities, as: .csCapabilities, with: .csCapabilitiesReq(declaredCSCapabilities))
  }

  private var declaredCSCapabilities: CSCapabilitiesReq {
    CSCapabilitiesReq(
      identity.declaredCSCapabilities ?? identity.csCapabilities,
      layout: identity.interpretations.capabilityLayout)
  }

  mutating func receiveCSCapabilitiesReq(_ pdu: CSCapabilitiesReq) {
    guard learnCapabilities(pdu) else {
      return reject(.csCapabilitiesReq, .unsupportedFeatureOrParameterValue)
    }
    send(.csCapabilitiesRsp(declaredCSCapabilities))
    if !faults.contains(.peersExchangeHidden) { notifyCapabilities() }
  }

  mutating func receiveCSCapabilitiesRsp(_ pdu: CSCapabilitiesRsp) {
    guard let request = closeLocal(.csCapabilities) else { return }
    if learnCapabilities(pdu) {
      notifyCapabilities()
    } else {
      fail(request, .unsupportedFeatureOrParameterValue)
    }
  }

  /// Takes what the peer declares; false if no device can be like that.
  private mutating func learnCapabilities(_ pdu: CSCapabilitiesReq) -> Bool {
    var capabilities = pdu.capabilities(layout: identity.interpretations.capabilityLayout)
    if faults.contains(.remoteCapabilitiesAltered) {
      capabilities.tFCS = capabilities.tFCS.intersection(0xFF)
    }
    guard capabilities.isPossible || faults.contains(.impossibleCapabilitiesTaken) else { return false }
    cs.remoteCapabilities = capabilities
    cs.hasExchangedCapabilities = true
    return true
  }

  private mutating func notifyCapabilities() {
    guard let capabilities = cs.remoteCapabilities else { return }
    notify(.remoteCSCapabilities(.success, capabilities))
  }
}

extension CSCapabilities {
  /// Whether a device can be like that.
  fileprivate var isPossible: Bool {
    (1...4).contains(numConfigs) && (1...4).contains(numAntennas)
      && (numAntennas...4).contains(maxAntennaPaths) && !roles.isEmpty
  }
}

/// The mode-0 FAE table request procedure. [Vol 6, Part B, 5.1.25]
extension LinkControl {
  private var peerHasNoFAE: Bool { cs.remoteCapabilities?.subfeatures.contains(.noFAE) ?? false }

  var faeRefusal: ErrorCode? {
    if let refusal = csRefusal ?? csEncryptionRefusal { return refusal }
    return peerHasNoFAE ? .unsupportedFeatureOrParameterValue : nil
  }

  var cachedFAERefusal: ErrorCode? {
    if let refusal = csRefusal { return refusal }
    if peerHasNoFAE { return .unsupportedFeatureOrParameterValue }
    let isTooLate = cs.hasExchangedFAETable || cs.configurations.contains { $0 != nil }
    return isTooLate ? .commandDisallowed : nil
  }

  mutating func beginFAEExchange() {
    if let table = cs.remoteFAETable { return notify(.remoteFAETable(.success, table)) }
    open(.readRemoteFAETable, as: .csFAETable, with: .csFAEReq(CSFAEReq()))
  }

  mutating func receiveFAEReq() {
    let hasNone = identity.csCapabilities.subfeatures.contains(.noFAE)
    if hasNone, !faults.contains(.frequencyErrorsToldThoughNone) {
      return reject(.csFAEReq, .unsupportedFeatureOrParameterValue)
    }
    var pdu = CSFAERsp()
    pdu.channelFAE = identity.faeTable
    guard faults.contains(.faeTableShort) else { return send(.csFAERsp(pdu)) }
    send(.unknown(opcode: .csFAERsp, octets: Array(pdu.encoded().dropLast())))
  }

  mutating func receiveCSFAERsp(_ pdu: CSFAERsp) {
    guard closeLocal(.csFAETable) != nil else { return }
    cs.remoteFAETable = pdu.channelFAE
    cs.hasExchangedFAETable = true
    notify(.remoteFAETable(.success, pdu.channelFAE))
  }
}
