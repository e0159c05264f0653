internal import CoreTypes
internal import CryptoToolbox

/// Phase 1: what both sides ask, and whether that can be Just Works. [Vol 3, Part H, 2.3.5.1]
extension Pairing {
  mutating func respond(to peer: PairingFeatures) -> [PairingAction] {
    state = .awaitingPublicKey
    guard policy.acceptsPairing else { return fail(.pairingNotSupported) }
    request = peer
    response = features()
    response.initiatorKeys.formIntersection(peer.initiatorKeys)
    response.responderKeys.formIntersection(peer.responderKeys)
    if let reason = objection(to: peer) { return fail(reason) }
    return [.send(.pairingResponse(response))]
  }

  mutating func take(response peer: PairingFeatures) -> [PairingAction] {
    response = peer
    if let reason = objection(to: peer) { return fail(reason) }
    guard response.initiatorKeys.isSubset(of: request.initiatorKeys),
      response.responderKeys.isSubset(of: request.responderKeys)
    else { return fail(.invalidParameters) }
    state = .awaitingPublicKey
    return [.send(.pairingPublicKey(SMPPublicKey(localKey)))]
  }

  /// Octets of the key, the shorter wish of both.
  var keySize: UInt8 { min(request.maximumKeySize, response.maximumKeySize) }

  private func objection(to peer: PairingFeatures) -> PairingFailure? {
    guard IOCapability(rawValue: peer.ioCapability) != nil, peer.oobDataFlag <= 1,
      (7...16).contains(peer.maximumKeySize)
    else { return .invalidParameters }
    guard peer.authenticationRequirements.contains(.secureConnections) else {
      return .authenticationRequirements
    }
    guard peer.oobDataFlag == 0 else { return .oobNotAvailable }
    guard keySize >= policy.minimumKeySize else { return .encryptionKeySize }
    return isJustWorks && !policy.requiresMITM ? nil : .authenticationRequirements
  }

  /// Where a side asks for protection and both sides have the means, the model would be another one.
  /// [Vol 3, Part H, 2.3.5.1, table 2.8]
  private var isJustWorks: Bool {
    let wishes = request.authenticationRequirements.union(response.authenticationRequirements)
    guard wishes.contains(.mitm) else { return true }
    let initiator = IOCapability(rawValue: request.ioCapability)
    let responder = IOCapability(rawValue: response.ioCapability)
    return switch (initiator, responder) {
    case (.noInputNoOutput, _), (_, .noInputNoOutput): true
    case (.displayOnly, .displayOnly), (.displayOnly, .displayYesNo), (.displayYesNo, .displayOnly): true
    default: false
    }
  }
}
