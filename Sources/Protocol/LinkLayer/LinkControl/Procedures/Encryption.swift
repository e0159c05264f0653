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
  /// The key the central's host gave, most significant octet first.
  var longTermKey: [UInt8] = []
  /// What the peer had sent before it knew that encryption starts; answered afterwards.
  var deferred: [ControlPDU] = []

  /// Whether an encryption procedure runs, so that no other may begin.
  var isUnderWay: Bool { phase != .idle }

  /// The keys of the link under `longTermKey`, 16 octets. [Vol 6, Part B, 5.1.3.1]
  func keys(longTermKey: [UInt8]) -> LinkKeys {
    let key = LinkCipher.sessionKey(
      longTermKey: longTermKey.reduce(0) { $0 << 8 | UInt128($1) }, skdCentral: central.skdC,
      skdPeripheral: peripheral.skdP)
    return LinkKeys(
      longTermKey: longTermKey,
      diversifier: (UInt128(peripheral.skdP) << 64 | UInt128(central.skdC)).mostSignificantFirst,
      sessionKey: key.mostSignificantFirst,
      iv: [central.ivC, peripheral.ivP].flatMap { half in
        (0..<4).map { UInt8(truncatingIfNeeded: half >> UInt32(8 * $0)) }
      })
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
  mutating func resumeAfterEncryption() {
    encryption.phase = .idle
    encryption.isRefresh = false
    encryption.longTermKey = []
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

  mutating func completeEncryption() {
    let isRefresh = encryption.isRefresh
    encryption.isOn = true
    notify(isRefresh ? .encryptionKeyRefreshed(.success) : .encryptionChanged(.success, isEnabled: true))
    resumeAfterEncryption()
  }
}

extension ControlPDU {
  /// Whether the PDU starts a procedure that is neither encryption nor the end of the link.
  fileprivate var isRequest: Bool {
    switch self {
    case .versionInd, .featureReq, .peripheralFeatureReq, .featureExtReq, .lengthReq, .phyReq,
      .connectionUpdateInd, .connectionParamReq, .channelMapInd, .pingReq, .csCapabilitiesReq, .csFAEReq,
      .csConfigReq, .csSecReq, .csReq, .csTerminateReq, .csChannelMapInd:
      true
    default: false
    }
  }
}
