public import CoreTypes
internal import CryptoToolbox

/// What pairing wants done.
public enum PairingAction: Hashable, Sendable {
  case send(SMPPDU)
  /// Encrypt the link with this key, EDIV and Rand 0; the central only.
  case startEncryption(LongTermKey)
  /// Both sides have all keys.
  case completed(Bond)
  /// Pairing ended without a key.
  case failed(PairingFailure, isByPeer: Bool)
}

/// One run of LE Secure Connections pairing, Just Works, as initiator or responder. [Vol 3, Part H, 2.3.5.6]
///
/// The central is the initiator. The timeout of 30 s is the caller's.
public struct Pairing: Sendable {
  enum State: Hashable, Sendable {
    case idle, awaitingResponse, awaitingPublicKey, awaitingConfirm, awaitingRandom, awaitingCheck
    case awaitingEncryption, distributing, completed, failed, timedOut
  }

  let role: LinkRole
  let localAddress: DeviceAddress
  let peerAddress: DeviceAddress
  let policy: PairingPolicy
  let secrets: PairingSecrets
  /// What is sent; it is the key pair's, unless a test replays a recording.
  var localKey: P256PublicKey

  /// What comes next.
  var state = State.idle
  var request = PairingFeatures()
  var response = PairingFeatures()
  var peerKey: P256PublicKey?
  var dhKey: [UInt8] = []
  var peerConfirm: UInt128 = 0
  var peerNonce: UInt128 = 0
  var macKey: UInt128 = 0
  var peerIRK: UInt128?
  var peerIdentity: DeviceAddress?
  var awaitedKeys: [SMPCode] = []

  /// The key of the link once it is known, 0 in the octets beyond the agreed size.
  public internal(set) var longTermKey: LongTermKey?

  /// The key that may encrypt the link; nil until the peer's check value is found right. [Vol 3, Part H, 2.3.5.6.5]
  var verifiedKey: LongTermKey? {
    state == .awaitingEncryption || state == .distributing ? longTermKey : nil
  }

  /// Makes a run between two devices, whose addresses are those that the link was made with.
  public init(
    role: LinkRole, localAddress: DeviceAddress, peerAddress: DeviceAddress, policy: PairingPolicy,
    secrets: PairingSecrets
  ) {
    self.role = role
    self.localAddress = localAddress
    self.peerAddress = peerAddress
    self.policy = policy
    self.secrets = secrets
    localKey = secrets.keyPair.publicKey
  }

  /// Whether pairing began and has not ended.
  public var isInProgress: Bool {
    switch state {
    case .idle, .completed, .failed, .timedOut: false
    default: true
    }
  }

  /// Sends the Pairing Request; the central only, once.
  public mutating func start() -> [PairingAction] {
    precondition(role == .central && state == .idle, "only the central starts pairing, and once")
    request = features()
    state = .awaitingResponse
    return [.send(.pairingRequest(request))]
  }

  /// Takes a PDU of the peer.
  public mutating func receive(_ pdu: SMPPDU) -> [PairingAction] {
    if state == .timedOut { return [] }
    if case .pairingFailed(let failed) = pdu {
      guard isInProgress else { return [] }
      state = .failed
      return [.failed(failed.reason, isByPeer: true)]
    }
    switch (state, pdu) {
    case (.idle, .pairingRequest(let peer)) where role == .peripheral: return respond(to: peer)
    case (.awaitingResponse, .pairingResponse(let peer)): return take(response: peer)
    case (.awaitingPublicKey, .pairingPublicKey(let key)): return take(key: key.point)
    case (.awaitingConfirm, .pairingConfirm(let confirm)): return take(confirm: confirm.value)
    case (.awaitingRandom, .pairingRandom(let random)): return take(random: random.value)
    case (.awaitingCheck, .pairingDHKeyCheck(let check)): return take(check: check.value)
    case (.distributing, _) where awaitedKeys.first?.rawValue == pdu.code: return take(distributed: pdu)
    case (_, .securityRequest) where role == .central: return []
    case (_, .unknown): return []
    default: return fail(.unspecifiedReason)
    }
  }

  /// Records octets that are no PDU of the code they begin with.
  public mutating func receiveMalformed() -> [PairingAction] {
    state == .timedOut ? [] : fail(.invalidParameters)
  }

  /// Records that the link is now encrypted, or that encrypting it failed.
  public mutating func encryptionChanged(isEncrypted: Bool) -> [PairingAction] {
    guard state == .awaitingEncryption else { return [] }
    guard isEncrypted else {
      state = .failed
      return [.failed(.unspecifiedReason, isByPeer: false)]
    }
    return distribute()
  }

  /// Ends pairing when the Security Manager Timer has reached 30 s; nothing more is sent or taken on this link.
  /// [Vol 3, Part H, 3.4]
  public mutating func timeOut() -> [PairingAction] {
    guard isInProgress else { return [] }
    state = .timedOut
    return [.failed(.unspecifiedReason, isByPeer: false)]
  }

  var isInitiator: Bool { role == .central }

  mutating func fail(_ reason: PairingFailure) -> [PairingAction] {
    let wasInProgress = isInProgress
    if state != .completed { state = .failed }
    let answer = PairingAction.send(.pairingFailed(SMPPairingFailed(reason)))
    return wasInProgress ? [answer, .failed(reason, isByPeer: false)] : [answer]
  }

  func features() -> PairingFeatures {
    var features = PairingFeatures()
    features.ioCapability = policy.ioCapability.rawValue
    features.authenticationRequirements = policy.authenticationRequirements
    features.maximumKeySize = policy.maximumKeySize
    features.initiatorKeys = offeredKeys
    features.responderKeys = offeredKeys
    return features
  }

  private var offeredKeys: KeyDistribution {
    policy.isBondable ? policy.keyDistribution.intersection([.encryption, .identity]) : []
  }
}

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
    // EncKey and reserved bits are ignored. [Vol 3, Part H, 3.6.1]
    let known: KeyDistribution = [.identity, .signing, .link]
    guard response.initiatorKeys.intersection(known).isSubset(of: request.initiatorKeys),
      response.responderKeys.intersection(known).isSubset(of: request.responderKeys)
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
