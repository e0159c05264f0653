internal import CoreTypes
internal import Faults
internal import HCI
internal import LinkLayer
internal import SimulationKernel

/// How this device answers the advertiser it is to connect to. [Vol 6, Part B, 4.4.4]
extension Scanner {
  /// An AUX_CONNECT_REQ that was sent, or is about to be.
  struct Attempt {
    let target: ConnectionTarget
    let peer: VirtualController.Seen
    let data: LLData
    let channel: ChannelIndex
    let phy: PHY
    var connectEnd: Instant
  }

  /// Whether an advertisement is one that `target` waits for. [Vol 6, Part B, 4.3.5]
  func wants(_ heard: Advertisement, for target: ConnectionTarget) -> Bool {
    guard heard.isConnectable, let sender = heard.sender, attempt == nil else { return false }
    if let meant = heard.target, !isMeant(meant, target) { return false }
    if heard.isLegacy, target.windows.allSatisfy({ $0.phy != .le1M }) { return false }
    return target.peer.map { $0 == sender.identity }
      ?? controller.hostState.filterAcceptList.contains(sender.identity)
  }

  /// Whether directed advertising names this initiator. One that is to use private addresses answers to those
  /// alone. [Vol 6, Part B, 6.4]
  private func isMeant(_ meant: DeviceAddress, _ target: ConnectionTarget) -> Bool {
    target.ownAddressType.isResolvable
      ? controller.hostState.resolvingList.isLocal(meant) : controller.isOwn(meant, own: target.ownAddress)
  }

  /// The target with the address that this device uses toward `peer`.
  private func settled(_ target: ConnectionTarget, for peer: VirtualController.Seen) -> ConnectionTarget {
    var target = target
    target.ownAddress =
      controller.ownAddress(type: target.ownAddressType, peer: peer.identity) ?? target.ownAddress
    return target
  }

  private func parameters(of target: ConnectionTarget, on phy: PHY) -> LLData {
    let wanted = target.parameters(on: phy).range
    var data = LLData()
    data.accessAddress = AccessAddress.draw(using: &random)
    data.crcInit = CRCInit(rawValue: UInt32(truncatingIfNeeded: random.next() >> 40))
    data.parameters = ConnectionParameters(
      interval: wanted.intervalMin, latency: wanted.latency, timeout: wanted.timeout)
    data.channelMap = controller.hostState.dataChannels
    data.hop = 5 + UInt8(random.next() % 12)
    if controller.faults.contains(.hopLeftOut) { data.hop = 0 }
    data.sca = .upTo50Ppm
    data.winOffset = windowOffset(interval: data.parameters.interval)
    return data
  }

  /// When the first connection event is to be: as far as can be from the events of the links that this device is the
  /// central of, so that none of them starves. 0 where there is no such link.
  private func windowOffset(interval: ConnectionInterval) -> TransmitWindowOffset {
    let links = controller.connections.values.filter { $0.role == .central }
    guard !links.isEmpty else { return 0 }
    let unit = Picoseconds.microseconds(TransmitWindowOffset.unitMicroseconds).rawValue
    func distance(_ offset: UInt16) -> Int64 {
      let begin = simulation.now.picoseconds + Int64(offset + 1) * unit
      return links.map { link -> Int64 in
        let period = min(interval, link.interval).time.rawValue
        let phase = ((begin - link.rhythm.anchor.picoseconds) % period + period) % period
        return min(phase, period - phase)
      }.min() ?? 0
    }
    return TransmitWindowOffset(
      rawValue: (0..<interval.rawValue).max { distance($0) < distance($1) } ?? 0)
  }

  /// Answers a legacy advertisement.
  func answer(
    _ target: ConnectionTarget, _ peer: VirtualController.Seen, on channel: ChannelIndex, chSel: Bool
  ) {
    self.target = nil
    leaveWindows()
    let target = settled(target, for: peer)
    let data = parameters(of: target, on: .le1M)
    let usesAlgorithm2 = chSel && controller.features[.channelSelectionAlgorithm2]
    let request = AdvertisingPDU.connectInd(
      AdvertisingFlags(
        sender: target.ownAddress.kind, target: peer.onAir.kind, chSel: usesAlgorithm2),
      ConnectInd(initA: target.ownAddress.bdAddr, advA: peer.onAir.bdAddr, llData: data))
    answerTimer = simulation.schedule(after: Connection.interFrameSpace) { [weak self] in
      guard let self else { return }
      let frame = self.controller.transmit(request, on: channel)
      self.answerTimer = self.simulation.schedule(at: frame.end) { [weak self] in
        guard let self else { return }
        self.controller.connect(
          Connection.Origin(
            role: .central, handle: self.controller.nextHandle(), peer: peer, llData: data,
            usesAlgorithm2: usesAlgorithm2, connectEnd: frame.end,
            localResolvable: self.controller.madeAddress(target.ownAddress, type: target.ownAddressType)))
        if self.isReporting { self.openWindow() }
      }
    }
  }

  /// Answers an AUX_ADV_IND.
  func answerAuxiliary(_ target: ConnectionTarget, _ peer: VirtualController.Seen, on frame: AirFrame) {
    leaveWindows()
    let target = settled(target, for: peer)
    let attempt = Attempt(
      target: target, peer: peer, data: parameters(of: target, on: frame.phy), channel: frame.channel,
      phy: frame.phy, connectEnd: simulation.now)
    self.attempt = attempt
    answerTimer = simulation.schedule(after: Connection.interFrameSpace) { [weak self] in self?.send(attempt)
    }
  }

  private func send(_ attempt: Attempt) {
    guard self.attempt != nil, !controller.isLinkListening else { return attemptFailed() }
    let request = AdvertisingPDU.connectInd(
      AdvertisingFlags(sender: attempt.target.ownAddress.kind, target: attempt.peer.onAir.kind),
      ConnectInd(
        initA: attempt.target.ownAddress.bdAddr, advA: attempt.peer.onAir.bdAddr, llData: attempt.data))
    let frame = controller.transmit(request, on: attempt.channel, attempt.phy, direction: .auxiliary(.other))
    self.attempt?.connectEnd = frame.end
    answerTimer = simulation.schedule(at: frame.end) { [weak self] in
      guard let self, self.attempt != nil else { return }
      self.controller.listen(on: attempt.channel, attempt.phy, for: .scanner)
      self.answerTimer = self.simulation.schedule(after: Connection.interFrameSpace + Connection.syncTime) {
        [weak self] in self?.answerTimedOut()
      }
    }
  }

  private func answerTimedOut() {
    guard let attempt else { return }
    guard controller.isReceiving(for: .scanner) else { return attemptFailed() }
    let longest = AirFrame.duration(of: 2 + 255, on: attempt.phy)
    answerTimer = simulation.schedule(after: longest) { [weak self] in self?.attemptFailed() }
  }

  /// Without AUX_CONNECT_RSP there is no link, and the search goes on.
  private func attemptFailed() {
    attempt = nil
    openWindow()
  }

  /// A frame on the channel of the AUX_CONNECT_REQ has ended; nil if it was not understood.
  func receiveAnswer(_ frame: AirFrame, _ pdu: AdvertisingPDU?) {
    guard let attempt else { return }
    if let answerTimer { simulation.cancel(answerTimer) }
    guard case .auxConnectRsp(let flags, let answer) = pdu,
      answer.advA.map({ DeviceAddress($0, kind: flags.sender) }) == attempt.peer.onAir,
      answer.targetA.map({ DeviceAddress($0, kind: flags.target) }) == attempt.target.ownAddress
    else { return attemptFailed() }
    self.attempt = nil
    target = nil
    controller.connect(
      Connection.Origin(
        role: .central, handle: controller.nextHandle(), peer: attempt.peer, llData: attempt.data,
        usesAlgorithm2: true, connectEnd: attempt.connectEnd, phy: attempt.phy, isAuxiliary: true,
        localResolvable: controller.madeAddress(
          attempt.target.ownAddress, type: attempt.target.ownAddressType)))
    if isReporting { openWindow() } else { stopIfIdle() }
  }
}

/// What the host set for scanning.
struct ScanParameters {
  /// When the radio listens on one primary PHY.
  struct Window: Hashable {
    var phy = PHY.le1M
    var isActive = false
    var interval: ScanTime = 0x10
    var window: ScanTime = 0x10

    /// Whether scanning may have these times. [Vol 4, Part E, 7.8.10]
    var isLegal: Bool { ScanTime.legal.lowerBound <= window && window <= interval }

    /// Whether a legacy command may have these times.
    var isLegalForLegacy: Bool { isLegal && interval.isLegal }
  }

  var windows = [Window()]
  var ownAddressType = OwnAddressType.public
  var usesFilterAcceptList = false
}

/// A connection that waits for its advertiser.
struct ConnectionTarget {
  /// How the connection is to be if it begins on a PHY.
  struct Parameters {
    var phy = PHY.le1M
    /// When the radio listens for the advertiser, if this is a primary PHY.
    var window = ScanParameters.Window()
    /// The connection parameters that the host accepts; it begins with the least interval.
    var range: ConnectionParameterRange
  }

  /// The advertiser; nil for any of the filter accept list.
  var peer: DeviceAddress?
  var ownAddress: DeviceAddress
  /// Own_Address_Type, which may ask for an address made for the advertiser.
  var ownAddressType = OwnAddressType.public
  /// Whether the extended commands asked for it.
  var isExtended = false
  /// At least one, in order of the PHYs.
  var phys: [Parameters]

  /// The windows in which the radio listens.
  var windows: [ScanParameters.Window] { phys.filter { $0.phy != .le2M }.map(\.window) }

  /// How the connection is to be on `phy`.
  ///
  /// Interpretation: on a PHY that the host gave no parameters for, those of its first PHY hold; a controller
  /// could also leave such an advertiser alone.
  func parameters(on phy: PHY) -> Parameters { phys.first { $0.phy == phy } ?? phys[0] }
}
