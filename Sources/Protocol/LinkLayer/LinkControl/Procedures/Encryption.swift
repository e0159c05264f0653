internal import CoreTypes
internal import CryptoToolbox

/// How far the encryption of a link has come.
struct Encryption: Hashable, Sendable {
  /// What the encryption start and pause procedures await.
  enum Phase: Hashable, Sendable {
    /// No encryption procedure runs.
    case idle
    /// The central awaits LL_PAUSE_ENC_RSP.
    case awaitingPauseRsp
    /// The central awaits LL_ENC_RSP.
    case awaitingEncRsp
    /// The central awaits LL_START_ENC_REQ.
    case awaitingStartEncReq
    /// The peripheral awaits the central's LL_PAUSE_ENC_RSP.
    case awaitingPauseEnd
    /// The peripheral awaits LL_ENC_REQ of a paused link.
    case awaitingEncReq
    /// The peripheral awaits its host's key.
    case awaitingKey
    /// Either side awaits the other's LL_START_ENC_RSP.
    case awaitingStartEncRsp
  }

  var phase = Phase.idle
  /// Both directions are encrypted.
  var isOn = false
  /// The link was encrypted before this procedure.
  var isRefresh = false
  /// SKD_C and IV_C.
  var central = EncReq()
  /// SKD_P and IV_P.
  var peripheral = EncRsp()
  /// The key that this side's host gave; 0 without a procedure.
  var longTermKey: LongTermKey = 0
  /// What the peer had sent before it knew that encryption starts; answered afterwards.
  var deferred: [ControlPDU] = []

  /// Whether an encryption procedure runs, so that no other may begin.
  var isUnderWay: Bool { phase != .idle }

  /// The keys of the link under `longTermKey`. [Vol 6, Part B, 5.1.3.1]
  func keys(longTermKey: LongTermKey) -> LinkKeys {
    LinkKeys(
      longTermKey: longTermKey, diversifier: UInt128(peripheral.skdP) << 64 | UInt128(central.skdC),
      sessionKey: LinkCipher.sessionKey(
        longTermKey: longTermKey, skdCentral: central.skdC, skdPeripheral: peripheral.skdP),
      iv: LinkCipher.initializationVector(ivCentral: central.ivC, ivPeripheral: peripheral.ivP))
  }
}

extension LinkControl {
  /// Whether both directions of the link are encrypted; not so while encryption pauses.
  public var isEncrypted: Bool { encryption.isOn }

  /// Whether the PDU may go to its procedure now.
  ///
  /// What the peripheral sent before it heard of the encryption procedure is kept until that is over; a
  /// request that can only have been sent in the middle of it ends the link. [Vol 6, Part B, 5.1.3.1]
  mutating func admitsWhileEncrypting(_ pdu: ControlPDU) -> Bool {
    guard encryption.isUnderWay, pdu.isRequest else { return true }
    switch encryption.phase {
    case .awaitingPauseRsp, .awaitingEncRsp: encryption.deferred.append(pdu)
    default: end(.micFailure)
    }
    return false
  }

  /// Ends the encryption procedure and takes up what had to wait.
  private mutating func resumeAfterEncryption() {
    encryption.phase = .idle
    encryption.isRefresh = false
    encryption.longTermKey = 0
    _ = closeLocal(.encryption)
    closePeer(.encryption)
    actions.append(.pauseData(false))
    let deferred = encryption.deferred
    encryption.deferred = []
    for pdu in deferred where !termination.isOver { dispatch(pdu) }
  }

  /// Tells the host that encryption did not come. A link that was paused for it cannot go on.
  mutating func failEncryption(_ code: ErrorCode) {
    let isRefresh = encryption.isRefresh || encryption.isOn
    let isPaused = encryption.isRefresh && !encryption.isOn
    if encryption.isUnderWay { resumeAfterEncryption() }
    notify(isRefresh ? .encryptionKeyRefreshed(code) : .encryptionChanged(code, isEnabled: false))
    if isPaused { announceTermination(code) }
  }

  private mutating func completeEncryption() {
    let isRefresh = encryption.isRefresh
    encryption.isOn = true
    startPayloadTimer()
    notify(isRefresh ? .encryptionKeyRefreshed(.success) : .encryptionChanged(.success, isEnabled: true))
    resumeAfterEncryption()
  }
}

extension ControlPDU {
  /// Whether the PDU starts a procedure that is neither encryption nor the end of the link.
  fileprivate var isRequest: Bool {
    switch self {
    case .versionInd, .featureReq, .peripheralFeatureReq, .featureExtReq, .lengthReq, .phyReq,
      .connectionUpdateInd, .connectionParamReq, .channelMapInd, .pingReq, .powerControlReq, .powerChangeInd,
      .frameSpaceReq, .csCapabilitiesReq, .csFAEReq, .csConfigReq, .csSecReq, .csReq, .csTerminateReq,
      .csChannelMapInd:
      true
    default: false
    }
  }
}

/// The encryption start procedure. [Vol 6, Part B, 5.1.3.1]
extension LinkControl {
  var encryptionRefusal: ErrorCode? {
    guard role == .central else { return .commandDisallowed }
    guard identity.features[.leEncryption] else { return .unsupportedFeatureOrParameterValue }
    if lacksRemotely(.leEncryption) { return .unsupportedRemoteFeature }
    let isAskedAlready = queue.contains { $0.kind == .encryption } || encryption.isUnderWay
    return isAskedAlready ? .commandDisallowed : nil
  }

  /// The central starts encryption, or pauses it first where it is on.
  mutating func beginEncryption(_ request: LinkRequest) {
    guard case .enableEncryption(let longTermKey, let name) = request else { return }
    encryption.longTermKey = longTermKey
    encryption.central.keyName = name
    actions.append(.pauseData(true))
    if encryption.isOn {
      encryption.isRefresh = true
      encryption.phase = .awaitingPauseRsp
      open(request, as: .encryption, with: .pauseEncReq(PauseEncReq()))
    } else {
      open(request, as: .encryption, with: .encReq(makeEncReq()))
    }
  }

  /// Draws SKD_C and IV_C.
  private mutating func makeEncReq() -> EncReq {
    encryption.central.skdC = random.next()
    encryption.central.ivC = UInt32(truncatingIfNeeded: random.next())
    encryption.phase = .awaitingEncRsp
    return encryption.central
  }

  mutating func receiveEncReq(_ pdu: EncReq) {
    guard identity.features[.leEncryption] else { return reject(.encReq, .unsupportedRemoteFeature) }
    guard encryption.phase == .awaitingEncReq || (encryption.phase == .idle && !encryption.isOn) else {
      return end(.micFailure)
    }
    if encryption.phase == .idle { actions.append(.pauseData(true)) }
    encryption.central = pdu
    encryption.peripheral.skdP = random.next()
    encryption.peripheral.ivP = UInt32(truncatingIfNeeded: random.next())
    encryption.phase = .awaitingKey
    answer(.encRsp(encryption.peripheral), awaiting: .encryption)
    peer?.deadline = nil
    actions.append(.requestLongTermKey(pdu.keyName))
  }

  mutating func receiveEncRsp(_ pdu: EncRsp) {
    guard encryption.phase == .awaitingEncRsp else { return }
    encryption.peripheral = pdu
    encryption.phase = .awaitingStartEncReq
    local?.deadline = moment.now + Self.responseTimeout
  }

  /// The peripheral's host answers. Without a key the link stays as it is, or ends where encryption was
  /// paused.
  mutating func useLongTermKey(_ longTermKey: LongTermKey?) {
    guard encryption.phase == .awaitingKey else { return }
    guard let longTermKey else {
      if encryption.isRefresh { return announceTermination(.pinOrKeyMissing) }
      reject(.encReq, .pinOrKeyMissing)
      return resumeAfterEncryption()
    }
    encryption.phase = .awaitingStartEncRsp
    encryption.longTermKey = longTermKey
    answer(.startEncReq(StartEncReq()), awaiting: .encryption)
    actions.append(.startReceivingEncrypted(encryption.keys(longTermKey: longTermKey)))
  }

  mutating func receiveStartEncReq() {
    guard encryption.phase == .awaitingStartEncReq else { return }
    encryption.phase = .awaitingStartEncRsp
    let keys = encryption.keys(longTermKey: encryption.longTermKey)
    actions += [.startTransmittingEncrypted(keys), .startReceivingEncrypted(keys)]
    proceed(with: .startEncRsp(StartEncRsp()))
  }

  mutating func receiveStartEncRsp() {
    guard encryption.phase == .awaitingStartEncRsp else { return }
    if role == .peripheral {
      actions.append(.startTransmittingEncrypted(encryption.keys(longTermKey: encryption.longTermKey)))
      send(.startEncRsp(StartEncRsp()))
    }
    completeEncryption()
  }
}

/// The encryption pause procedure, which precedes a new start. [Vol 6, Part B, 5.1.3.2]
extension LinkControl {
  mutating func receivePauseEncReq() {
    guard encryption.phase == .idle, encryption.isOn else {
      return reject(.pauseEncReq, .commandDisallowed)
    }
    encryption.isRefresh = true
    encryption.phase = .awaitingPauseEnd
    actions.append(.pauseData(true))
    answer(.pauseEncRsp(PauseEncRsp()), awaiting: .encryption)
    actions.append(.stopReceivingEncrypted)
    forgetKeys()
  }

  mutating func receivePauseEncRsp() {
    switch encryption.phase {
    case .awaitingPauseRsp:
      actions += [.stopReceivingEncrypted, .stopTransmittingEncrypted]
      forgetKeys()
      send(.pauseEncRsp(PauseEncRsp()))
      let request = makeEncReq()
      proceed(with: .encReq(request))
    case .awaitingPauseEnd:
      actions.append(.stopTransmittingEncrypted)
      encryption.phase = .awaitingEncReq
      peer?.deadline = moment.now + Self.responseTimeout
    default: break
    }
  }

  /// Encryption is off, and with it goes what CS security has settled.
  private mutating func forgetKeys() {
    encryption.isOn = false
    cs.isSecured = false
  }
}
