public import CoreTypes

/// The Security Manager of a link.
extension HostLink {
  /// Whether pairing began and has not ended.
  public var isPairing: Bool { pairing?.isInProgress ?? false }

  /// Rises whenever the Security Manager Timer of a pairing under way restarts; nil without one. Each command that is
  /// sent restarts it, and of those received a Pairing Request and a Security Request. Where the number stays for
  /// 30 s, the owner calls `pairingTimedOut()`. [Vol 3, Part H, 3.4]
  public var pairingTimerStarts: Int? { isPairing ? securityTimerStarts : nil }

  /// The keys that the peer agreed to send in the pairing under way and has not sent, in their order.
  public var awaitedKeys: [String] {
    guard let pairing, pairing.isInProgress else { return [] }
    return pairing.awaitedKeys.map {
      switch $0 {
      case .identityInformation: "Identity Information"
      case .identityAddressInformation: "Identity Address Information"
      default: "Signing Information"
      }
    }
  }

  /// Protects the link: the central encrypts with the bond it has, or pairs; the peripheral asks for that, unless a
  /// pairing has timed out.
  public mutating func secure() -> [HostAction] {
    switch role {
    case .peripheral:
      if pairing?.state == .timedOut { return [] }
      return sendSecurity(.securityRequest(SMPSecurityRequest(policy.authenticationRequirements)))
    case .central:
      return bond.map { [.startEncryption($0.longTermKey)] } ?? startPairing()
    }
  }

  /// Pairs anew, even where a bond exists; the central only, with `pairingSecrets` in place. Nothing happens
  /// while a pairing runs; after a timeout the link has to be made anew first.
  public mutating func startPairing() -> [HostAction] {
    precondition(role == .central, "only the central starts pairing")
    guard !isPairing else { return [] }
    if pairing?.state == .timedOut { return [.pairingFailed(.unspecifiedReason, isByPeer: false)] }
    guard var run = newPairing() else { return [.pairingFailed(.repeatedAttempts, isByPeer: false)] }
    let actions = run.start()
    pairing = run
    return perform(actions)
  }

  /// The key for the controller of a peripheral; nil if there is none. [Vol 3, Part H, 2.4.4]
  public func longTermKeyRequested(_ name: LongTermKeyName) -> LongTermKey? {
    guard name == .secureConnections else { return nil }
    if let pairing, pairing.isInProgress { return pairing.verifiedKey }
    return bond?.longTermKey
  }

  /// Records that the controller changed encryption, or failed to.
  public mutating func encryptionChanged(
    isEncrypted: Bool, status: ErrorCode = .success
  ) -> [HostAction] {
    let isOn = isEncrypted && status == .success
    if status == .success { self.isEncrypted = isEncrypted }
    var actions: [HostAction] = status == .success ? [] : [.encryptionFailed(status)]
    if var run = pairing, run.isInProgress {
      let steps = run.encryptionChanged(isEncrypted: isOn)
      pairing = run
      actions += perform(steps)
    }
    return actions
  }

  /// Ends a pairing whose Security Manager Timer has reached 30 s. [Vol 3, Part H, 3.4]
  public mutating func pairingTimedOut() -> [HostAction] {
    guard policy.timesOut, var run = pairing else { return [] }
    let actions = run.timeOut()
    pairing = run
    return perform(actions)
  }

  mutating func receive(_ pdu: SMPPDU) -> [HostAction] {
    if pairing?.state == .timedOut { return [] }
    // A code that is reserved for future use is ignored. [Vol 3, Part H, 3.3]
    if case .unknown = pdu { return [] }
    if case .securityRequest = pdu, role == .central { securityTimerStarts += 1 }
    if case .securityRequest(let request) = pdu, role == .central, !isPairing {
      return answer(request.authenticationRequirements)
    }
    if case .pairingRequest = pdu, role == .peripheral, !isPairing {
      pairing = newPairing()
      if pairing == nil { return refuse(.repeatedAttempts) }
    }
    if case .pairingFailed = pdu, !isPairing { return [] }
    guard var run = pairing else {
      return refuse(
        role == .central && pdu.code == SMPCode.pairingRequest.rawValue
          ? .commandNotSupported : .unspecifiedReason)
    }
    let actions = run.receive(pdu)
    pairing = run
    return perform(actions)
  }

  mutating func refuseMalformedPairing() -> [HostAction] {
    guard var run = pairing else { return refuse(.invalidParameters) }
    let actions = run.receiveMalformed()
    pairing = run
    return perform(actions)
  }

  private mutating func refuse(_ reason: PairingFailure) -> [HostAction] {
    sendSecurity(.pairingFailed(SMPPairingFailed(reason)))
  }

  private mutating func sendSecurity(_ pdu: SMPPDU) -> [HostAction] {
    securityTimerStarts += 1
    return send(.securityManager, pdu.encoded())
  }

  /// A bond that is strong enough answers by itself; whether to pair is the owner's choice.
  private func answer(_ requirements: AuthenticationRequirements) -> [HostAction] {
    let report = HostAction.securityRequested(requirements)
    guard !isEncrypted, let bond, bond.satisfies(requirements) else { return [report] }
    return [report, .startEncryption(bond.longTermKey)]
  }

  private mutating func newPairing() -> Pairing? {
    guard let secrets = pairingSecrets else { return nil }
    pairingSecrets = nil
    return Pairing(
      role: role, localAddress: localAddress, peerAddress: peerAddress, policy: policy, secrets: secrets)
  }

  private mutating func perform(_ actions: [PairingAction]) -> [HostAction] {
    var performed: [HostAction] = []
    for action in actions {
      switch action {
      case .send(let pdu): performed += sendSecurity(pdu)
      case .startEncryption(let key): performed.append(.startEncryption(key))
      case .failed(let reason, let isByPeer):
        performed.append(.pairingFailed(reason, isByPeer: isByPeer))
      case .completed(let bond):
        self.bond = bond
        performed.append(.paired(bond))
      }
    }
    return performed
  }
}
