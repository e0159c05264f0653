internal import ChannelSounding
internal import CoreTypes

/// The mode-0 FAE table request procedure. [Vol 6, Part B, 5.1.25]
extension LinkControl {
  private var peerHasNoFAE: Bool { cs.remoteCapabilities?.subfeatures.contains(.noFAE) ?? false }

  var faeRefusal: ErrorCode? {
    if let refusal = csRefusal ?? csEncryptionRefusal { return refusal }
    return peerHasNoFAE ? .unsupportedFeatureOrParameterValue : nil
  }

  func cachedFAERefusal(_ table: [Int8]) -> ErrorCode? {
    if let refusal = csRefusal { return refusal }
    guard table.count == CSChannelMap.allowed.count else { return .invalidHCICommandParameters }
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
    if hasNone, !lapses(.tellsFrequencyErrorsWithoutAny) {
      return reject(.csFAEReq, .unsupportedFeatureOrParameterValue)
    }
    var pdu = CSFAERsp()
    pdu.channelFAE = identity.faeTable
    guard lapses(.shortensFrequencyErrors) else { return send(.csFAERsp(pdu)) }
    let octets = ControlPDU.csFAERsp(pdu).encoded
    send(.unknown(opcode: octets[0], octets: Array(octets[1...].dropLast())))
  }

  mutating func receiveCSFAERsp(_ pdu: CSFAERsp) {
    guard closeLocal(.csFAETable) != nil else { return }
    cs.remoteFAETable = pdu.channelFAE
    cs.hasExchangedFAETable = true
    notify(.remoteFAETable(.success, pdu.channelFAE))
  }
}
