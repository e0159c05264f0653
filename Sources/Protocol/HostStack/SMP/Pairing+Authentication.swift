internal import CoreTypes
internal import CryptoToolbox

/// Phase 2: public keys, confirm and random values, check values. [Vol 3, Part H, 2.3.5.6]
extension Pairing {
  mutating func take(key: P256PublicKey) -> [PairingAction] {
    if let reason = objection(to: key) { return fail(reason) }
    // Interpretation: a key that is no point of the curve, or that is our own sent back, ends pairing with
    // "DHKey Check Failed"; implementations also answer "Invalid Parameters" or "Unspecified Reason".
    guard let shared = secrets.keyPair.dhKey(with: key) else { return fail(.dhKeyCheckFailed) }
    peerKey = key
    dhKey = shared
    guard isInitiator else {
      state = .awaitingRandom
      let confirm = PairingFunctions.f4(u: localKey.x, v: key.x, x: secrets.nonce, z: 0)
      return [
        .send(.pairingPublicKey(SMPPublicKey(localKey))), .send(.pairingConfirm(SMPValue(confirm))),
      ]
    }
    state = .awaitingConfirm
    return []
  }

  mutating func take(confirm: UInt128) -> [PairingAction] {
    peerConfirm = confirm
    state = .awaitingRandom
    return [.send(.pairingRandom(SMPValue(secrets.nonce)))]
  }

  mutating func take(random: UInt128) -> [PairingAction] {
    guard let peerKey else { return fail(.unspecifiedReason) }
    peerNonce = random
    if isInitiator {
      let expected = PairingFunctions.f4(u: peerKey.x, v: localKey.x, x: random, z: 0)
      guard expected == peerConfirm else { return fail(.confirmValueFailed) }
    }
    deriveKeys()
    state = .awaitingCheck
    return isInitiator ? [.send(localCheck)] : [.send(.pairingRandom(SMPValue(secrets.nonce)))]
  }

  mutating func take(check: UInt128) -> [PairingAction] {
    guard check == checkValue(ofInitiator: !isInitiator) else { return fail(.dhKeyCheckFailed) }
    state = .awaitingEncryption
    guard isInitiator else { return [.send(localCheck)] }
    return longTermKey.map { [.startEncryption($0)] } ?? []
  }

  private var localCheck: SMPPDU { .pairingDHKeyCheck(SMPValue(checkValue(ofInitiator: isInitiator))) }

  private func objection(to key: P256PublicKey) -> PairingFailure? {
    if key.x == P256PublicKey.debugX {
      return policy.allowsDebugKey ? nil : .authenticationRequirements
    }
    return key.x == localKey.x ? .dhKeyCheckFailed : nil
  }

  private mutating func deriveKeys() {
    let (initiator, responder) = isInitiator ? (localAddress, peerAddress) : (peerAddress, localAddress)
    let (na, nb) = isInitiator ? (secrets.nonce, peerNonce) : (peerNonce, secrets.nonce)
    let keys = PairingFunctions.f5(dhKey: dhKey, n1: na, n2: nb, a1: initiator, a2: responder)
    macKey = keys.macKey
    longTermKey = keys.longTermKey.shortened(to: keySize)
    dhKey = []
  }

  /// Ea or Eb; r is 0 in Just Works.
  private func checkValue(ofInitiator: Bool) -> UInt128 {
    let isLocal = ofInitiator == isInitiator
    return PairingFunctions.f6(
      macKey: macKey, n1: isLocal ? secrets.nonce : peerNonce, n2: isLocal ? peerNonce : secrets.nonce, r: 0,
      ioCapabilities: (ofInitiator ? request : response).forCheck,
      a1: isLocal ? localAddress : peerAddress, a2: isLocal ? peerAddress : localAddress)
  }
}

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
      guard identity.address.kind.isPublicOrRandom else { return fail(.invalidParameters) }
      peerIdentity = identity.address
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
    if policy.identityDistribution == .reversed { address.address.bdAddr = address.address.bdAddr.reversed }
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
