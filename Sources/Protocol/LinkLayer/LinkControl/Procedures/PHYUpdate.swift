public import CoreTypes
internal import Faults

/// The PHYs of both directions and what may become of them.
struct PHYUpdate: Hashable, Sendable {
  /// An agreed change that waits for its Instant.
  struct Pending: Hashable, Sendable {
    var tx: PHY
    var rx: PHY
    var instant: ConnEventCounter
    /// This side's host asked for the change.
    var isRequested: Bool
  }

  /// What the device can use.
  let supported: PHYSet
  /// What the host prefers to transmit on.
  var preferredTx: PHYSet
  /// What the host prefers to receive on.
  var preferredRx: PHYSet
  /// In use from this side to the peer.
  var tx: PHY
  /// In use from the peer to this side.
  var rx: PHY
  /// The change that comes.
  var pending: Pending?

  /// Starts on `current` in both directions, without a preference of the host.
  init(supported: PHYSet, current: PHY = .le1M) {
    self.supported = supported.union([.le1M, PHYSet(current)])
    tx = current
    rx = current
    preferredTx = self.supported
    preferredRx = self.supported
  }

  /// The fastest PHY of `phys`, or `current` if there is none.
  func best(_ phys: PHYSet, else current: PHY) -> PHY {
    [PHY.le2M, .le1M, .leCoded].first { phys.intersection(supported).supports($0) } ?? current
  }

  /// The PHY that a field of LL_PHY_UPDATE_IND names, or `current` for none; nil if it names what this device
  /// lacks.
  func named(_ phys: PHYSet, else current: PHY) -> PHY? {
    phys.isEmpty ? current : PHY.allCases.first { PHYSet($0) == phys && supported.contains(phys) }
  }
}

extension PHYSet {
  /// Why a device of these PHYs refuses what its host prefers in the two directions, nil for no preference; nil if it
  /// does not. [Vol 4, Part E, 7.8.48, 7.8.49]
  public func refusal(preferring tx: PHYSet?, _ rx: PHYSet?) -> ErrorCode? {
    let preferences = [tx, rx].compactMap { $0 }
    if preferences.contains([]) { return .invalidHCICommandParameters }
    return preferences.allSatisfy(isSuperset) ? nil : .unsupportedFeatureOrParameterValue
  }
}

/// The PHY update procedure. [Vol 6, Part B, 5.1.10]
extension LinkControl {
  func phyRefusal(tx: PHYSet?, rx: PHYSet?) -> ErrorCode? {
    guard identity.features[.le2MPHY] else { return .unsupportedFeatureOrParameterValue }
    return phy.supported.refusal(preferring: tx, rx)
  }

  /// Takes what the host prefers to send and to receive on, nil for no preference. It limits nothing that the host asks
  /// for later. [Vol 4, Part E, 7.8.48]
  public mutating func preferPHYs(tx: PHYSet?, rx: PHYSet?) {
    phy.preferredTx = tx ?? phy.supported
    phy.preferredRx = rx ?? phy.supported
  }

  mutating func beginPHYUpdate(tx: PHYSet?, rx: PHYSet?) {
    preferPHYs(tx: tx, rx: rx)
    guard !lacksRemotely(.le2MPHY) else { return notifyPHY(.unsupportedRemoteFeature) }
    open(.setPHY(tx: tx, rx: rx), as: .phy, with: .phyReq(preferredPHYs))
  }

  private var preferredPHYs: PHYReq {
    var pdu = PHYReq()
    pdu.txPHYs = faults.contains(.phyNotNamed) ? [] : phy.preferredTx
    pdu.rxPHYs = phy.preferredRx
    return pdu
  }

  mutating func receivePHYReq(_ pdu: PHYReq) {
    guard admits(.phy, begunBy: .phyReq) else { return }
    if role == .central {
      settlePHYs(with: pdu)
    } else {
      answer(.phyRsp(preferredPHYs), awaiting: .phy)
    }
  }

  mutating func receivePHYRsp(_ pdu: PHYRsp) {
    guard isOpen(.phy), local?.opcode == .phyReq else { return }
    settlePHYs(with: pdu)
  }

  /// The central chooses the PHYs and sends LL_PHY_UPDATE_IND.
  private mutating func settlePHYs(with peerPHYs: PHYReq) {
    let tx = phy.best(phy.preferredTx.intersection(peerPHYs.rxPHYs), else: phy.tx)
    let rx = phy.best(phy.preferredRx.intersection(peerPHYs.txPHYs), else: phy.rx)
    var pdu = PHYUpdateInd()
    pdu.phyCToP = tx == phy.tx ? [] : PHYSet(tx)
    pdu.phyPToC = rx == phy.rx ? [] : PHYSet(rx)
    let changes = tx != phy.tx || rx != phy.rx
    let isRequested = isOpen(.phy)
    if changes {
      pdu.instant = nextSafeInstant
      phy.pending = PHYUpdate.Pending(tx: tx, rx: rx, instant: pdu.instant, isRequested: isRequested)
    }
    if isRequested {
      proceed(with: .phyUpdateInd(pdu), awaitsAnswer: false)
      if !changes, closeLocal(.phy) != nil { notifyPHY(.success) }
    } else {
      send(.phyUpdateInd(pdu))
    }
  }

  mutating func receivePHYUpdateInd(_ pdu: PHYUpdateInd) {
    let isAnswer = isOpen(.phy)
    guard isAnswer || peer?.kind == .phy else { return }
    guard let tx = phy.named(pdu.phyPToC, else: phy.tx), let rx = phy.named(pdu.phyCToP, else: phy.rx) else {
      return refuseAsUnknown(.phyUpdateInd)
    }
    closePeer(.phy)
    guard tx != phy.tx || rx != phy.rx else {
      if closeLocal(.phy) != nil { notifyPHY(.success) }
      return
    }
    if comesTooLate(pdu.instant) { return end(.instantPassed) }
    if isAnswer { local?.deadline = nil }
    phy.pending = PHYUpdate.Pending(tx: tx, rx: rx, instant: pdu.instant, isRequested: isAnswer)
    if pdu.instant == moment.eventCounter { applyPHYUpdate() }
  }

  mutating func applyPHYUpdate() {
    guard let pending = phy.pending, !moment.eventCounter.isPassed(at: pending.instant) else { return }
    phy.pending = nil
    phy.tx = pending.tx
    phy.rx = pending.rx
    let isCentral = role == .central
    actions.append(
      .usePHY(
        centralToPeripheral: isCentral ? phy.tx : phy.rx, peripheralToCentral: isCentral ? phy.rx : phy.tx))
    if pending.isRequested { _ = closeLocal(.phy) }
    notifyPHY(.success)
  }

  mutating func notifyPHY(_ code: ErrorCode) { notify(.phyUpdated(code, tx: phy.tx, rx: phy.rx)) }
}
