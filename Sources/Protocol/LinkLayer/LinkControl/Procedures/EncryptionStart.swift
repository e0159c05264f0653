internal import CoreTypes

/// The encryption start procedure. [Vol 6, Part B, 5.1.3.1]
extension LinkControl {
  func encryptionRefusal(longTermKey: [UInt8]) -> ErrorCode? {
    guard role == .central else { return .commandDisallowed }
    guard longTermKey.count == 16 else { return .invalidHCICommandParameters }
    guard identity.features[.leEncryption] else { return .unsupportedFeatureOrParameterValue }
    if lacksRemotely(.leEncryption) { return .unsupportedRemoteFeature }
    let isAskedAlready = queue.contains { $0.kind == .encryption } || encryption.isUnderWay
    return isAskedAlready ? .commandDisallowed : nil
  }

  /// The central starts encryption, or pauses it first where it is on.
  mutating func beginEncryption(_ request: LinkRequest) {
    guard case .enableEncryption(let rand, let ediv, let longTermKey) = request else { return }
    encryption.longTermKey = longTermKey
    encryption.central.rand = rand
    encryption.central.ediv = ediv
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
  mutating func makeEncReq() -> EncReq {
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
    actions.append(.requestLongTermKey(rand: pdu.rand, ediv: pdu.ediv))
  }

  mutating func receiveEncRsp(_ pdu: EncRsp) {
    guard encryption.phase == .awaitingEncRsp else { return }
    encryption.peripheral = pdu
    encryption.phase = .awaitingStartEncReq
    local?.deadline = moment.now + Self.responseTimeout
  }

  /// The peripheral's host answers. Without a key the link stays as it is, or ends where encryption was
  /// paused.
  mutating func useLongTermKey(_ longTermKey: [UInt8]?) {
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
