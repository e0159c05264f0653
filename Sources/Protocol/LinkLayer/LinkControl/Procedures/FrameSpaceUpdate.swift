internal import CoreTypes

/// The frame spaces of a link and what may become of them.
struct FrameSpaceUpdate: Hashable, Sendable {
  /// In use.
  var current = FrameSpaces()
  /// What this side answered and the peer has not acknowledged.
  var answered: FrameSpaceRsp?
}

/// The frame space update procedure. [Vol 6, Part B, 5.1.30]
///
/// Interpretation: the side that answers changes its spaces when its answer is acknowledged, the side that asked when
/// it gets the answer; the alternative is before the answer is sent. Both wait for the longer space meanwhile.
extension LinkControl {
  /// Interpretation: a PHY or space that the device lacks is refused with 0x11, as in other commands; the
  /// alternative is 0x12. [Vol 4, Part E, 7.8.151]
  func frameSpaceRefusal(_ wish: FrameSpaceReq) -> ErrorCode? {
    guard identity.features[.frameSpaceUpdate] else { return .unsupportedFeatureOrParameterValue }
    guard !wish.phys.isEmpty, !wish.spacingTypes.isEmpty, wish.fsMin <= wish.fsMax,
      wish.fsMax.isLegal
    else { return .invalidHCICommandParameters }
    guard phy.supported.isSuperset(of: wish.phys), Spacing.types.isSuperset(of: wish.spacingTypes),
      reachesFrameSpaces(wish)
    else { return .unsupportedFeatureOrParameterValue }
    return peerLacksFrameSpaceUpdate ? .unsupportedRemoteFeature : nil
  }

  /// Only page 1 tells, which a peer without further pages does not have.
  private var peerLacksFrameSpaceUpdate: Bool {
    guard let remote = featureExchange.remote else { return false }
    return !remote[featureExchange.remotePage1 == nil ? .extendedFeatureSet : .frameSpaceUpdate]
  }

  /// FS_Max must reach the spaces in use.
  private func reachesFrameSpaces(_ wish: FrameSpaceReq) -> Bool {
    FrameSpaces.named(phys: wish.phys, types: wish.spacingTypes)
      .allSatisfy { frameSpaceUpdate.current[$0.space, $0.phy] <= wish.fsMax }
  }

  mutating func beginFrameSpaceUpdate(_ wish: FrameSpaceReq) {
    var pdu = wish
    pdu.fsMin = max(wish.fsMin, FrameSpaces.shortest)
    open(.updateFrameSpace(pdu), as: .frameSpace, with: .frameSpaceReq(pdu))
  }

  mutating func receiveFrameSpaceReq(_ pdu: FrameSpaceReq) {
    guard admits(.frameSpace, begunBy: .frameSpaceReq) else { return }
    guard !pdu.phys.isEmpty, !pdu.spacingTypes.isEmpty else {
      return reject(.frameSpaceReq, .invalidLLParameters)
    }
    guard let answer = frameSpaceAnswer(to: pdu) else {
      return reject(.frameSpaceReq, .unsupportedFeatureOrParameterValue)
    }
    send(.frameSpaceRsp(answer))
    guard !answer.spacingTypes.isEmpty else { return }
    frameSpaceUpdate.answered = answer
    actions.append(.expectFrameSpaces(frameSpaceUpdate.current.changed(by: answer)))
  }

  /// The lowest space in the range that this device can keep, with the bits of what changes; nil if there is none.
  private func frameSpaceAnswer(to pdu: FrameSpaceReq) -> FrameSpaceRsp? {
    var answer = FrameSpaceRsp()
    answer.fs = max(pdu.fsMin, FrameSpaces.shortest)
    let named = FrameSpaces.named(phys: pdu.phys.intersection(phy.supported), types: pdu.spacingTypes)
    guard !named.isEmpty, answer.fs <= pdu.fsMax, pdu.fsMax.isLegal, reachesFrameSpaces(pdu)
    else { return nil }
    for (space, phy) in named where frameSpaceUpdate.current[space, phy] != answer.fs {
      answer.phys.insert(PHYSet(phy))
      answer.spacingTypes.insert(space.type)
    }
    return fitsInterval(frameSpaceUpdate.current.changed(by: answer)) ? answer : nil
  }

  /// Whether an exchange of the longest packets fits the interval. [Vol 6, Part B, 4.5.10]
  private func fitsInterval(_ spaces: FrameSpaces) -> Bool {
    let phy = role == .central ? self.phy.tx : self.phy.rx
    let received = dataLength.effective.rx
    let longest = min(Int(received.microseconds), Int(received.octets) * 64 + 976)
    let required =
      spaces[.centralToPeripheral, phy].microseconds + spaces[.betweenEvents, phy].microseconds + longest
      + (phy == .leCoded ? 2704 : 328)
    return required <= moment.interval.microseconds
  }

  /// The peer has the answer of this side, and leaves the new spaces.
  mutating func useAnsweredFrameSpaces() {
    guard let answer = frameSpaceUpdate.answered else { return }
    frameSpaceUpdate.answered = nil
    use(answer, isOwn: false)
  }

  /// An answer beyond the request changes nothing.
  mutating func receiveFrameSpaceRsp(_ pdu: FrameSpaceRsp) {
    guard case .updateFrameSpace(let wish)? = closeLocal(.frameSpace) else { return }
    let isWithin = wish.phys.isSuperset(of: pdu.phys) && wish.spacingTypes.isSuperset(of: pdu.spacingTypes)
    let isChange = !pdu.phys.isEmpty && !pdu.spacingTypes.isEmpty
    guard isWithin, !isChange || (wish.fsMin...wish.fsMax).contains(pdu.fs) else {
      return notify(.frameSpaceUpdated(.invalidLLParameters, isOwn: true, FrameSpaceRsp()))
    }
    use(pdu, isOwn: true)
  }

  private mutating func use(_ pdu: FrameSpaceRsp, isOwn: Bool) {
    frameSpaceUpdate.current = frameSpaceUpdate.current.changed(by: pdu)
    actions += [.expectFrameSpaces(frameSpaceUpdate.current), .useFrameSpaces(frameSpaceUpdate.current)]
    notify(.frameSpaceUpdated(.success, isOwn: isOwn, pdu))
  }
}
