internal import CoreTypes
internal import CryptoToolbox

/// Phase 3: the responder sends its keys, then the initiator. [Vol 3, Part H, 3.6.1]
extension Pairing {
  mutating func distribute() -> [PairingAction] {
    state = .distributing
    let peerKeys = isInitiator ? response.responderKeys : response.initiatorKeys
    if peerKeys.contains(.identity) { awaitedKeys += [.identityInformation, .identityAddressInformation] }
    if peerKeys.contains(.signing) { awaitedKeys.append(.signingInformation) }
    if isInitiator && !awaitedKeys.isEmpty { return [] }
    return ownKeys() + (awaitedKeys.isEmpty ? complete() : [])
  }

  mutating func take(distributed pdu: SMPPDU) -> [PairingAction] {
    awaitedKeys.removeFirst()
    switch pdu {
    case .identityInformation(let irk):
      peerIRK = irk.value == 0 ? nil : irk.value
    case .identityAddressInformation(let identity):
      guard let address = identity.address else { return fail(.invalidParameters) }
      peerIdentity = address
    default:
      break
    }
    guard awaitedKeys.isEmpty else { return [] }
    return (isInitiator ? ownKeys() : []) + complete()
  }

  private func ownKeys() -> [PairingAction] {
    let keys = isInitiator ? response.initiatorKeys : response.responderKeys
    guard keys.contains(.identity) else { return [] }
    var address = SMPIdentityAddress(policy.identityAddress ?? localAddress)
    if policy.identityDistribution == .reversed { address.octets.reverse() }
    let identity: [PairingAction] = [
      .send(.identityInformation(SMPValue(policy.identityResolvingKey))),
      .send(.identityAddressInformation(address)),
    ]
    return switch policy.identityDistribution {
    case .never: []
    case .once, .reversed: identity
    case .twice: identity + identity
    }
  }

  private mutating func complete() -> [PairingAction] {
    guard let longTermKey else { return fail(.unspecifiedReason) }
    state = .completed
    let bothBond = request.authenticationRequirements.intersection(response.authenticationRequirements)
    let debugX = P256PublicKey.debugX
    let bond = Bond(
      longTermKey: longTermKey, keySize: keySize, peerIdentityAddress: peerIdentity ?? peerAddress,
      peerLinkAddress: peerAddress, peerIdentityResolvingKey: peerIRK, isAuthenticated: false,
      isPersistent: bothBond.contains(.bonding),
      usesDebugKey: peerKey?.x == debugX || localKey.x == debugX)
    return [.completed(bond)]
  }
}
