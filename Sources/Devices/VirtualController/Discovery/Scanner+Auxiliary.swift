internal import CoreTypes
internal import LinkLayer
internal import SimulationKernel

/// What comes on the secondary channels. [Vol 6, Part B, 4.4.3.3]
extension Scanner {
  /// An advertisement on its way from packet to packet.
  struct Following {
    /// What is to come next.
    enum Phase { case advInd, advChain, scanResponse, scanChain }

    var advertisement: Advertisement
    var phase: Phase
    var channel = ChannelIndex(rawValue: 0)
    var phy = PHY.le1M
    /// Whether the radio has left the primary channel for it.
    var isTuned = false
  }

  /// Goes where a packet that has just ended points to.
  func follow(_ pointer: AuxPtr, of frame: AirFrame, _ following: Following) {
    guard let channel = pointer.channel, let phy = pointer.phy, controller.supports(phy),
      pointer.offset >= frame.duration
    else { return lost(following) }
    var following = following
    (following.channel, following.phy, following.isTuned) = (channel, phy, false)
    self.following = following
    let ppm = pointer.worstPpm + LinkRhythm.ownAccuracyPpm
    let margin = Picoseconds(pointer.offset.rawValue / 1_000_000 * ppm) + .microseconds(16)
    let expected = simulation.now - frame.duration + pointer.offset
    let closing = expected + pointer.unit + margin + Connection.syncTime
    auxiliaryTimer = simulation.schedule(at: max(simulation.now, expected - margin)) { [weak self] in
      self?.tune(until: closing)
    }
    resumeWindow()
  }

  /// Listens where the next packet is to come, up to the instant when it would have begun.
  private func tune(until closing: Instant) {
    guard var following, attempt == nil else { return }
    following.isTuned = true
    self.following = following
    controller.listen(on: following.channel, following.phy, for: .scanner)
    auxiliaryTimer = simulation.schedule(at: closing) { [weak self] in self?.listeningTimedOut() }
  }

  private func listeningTimedOut() {
    guard let following else { return }
    guard controller.isReceiving(for: .scanner) else { return lost(following) }
    let longest = AirFrame.duration(of: 2 + 255, on: following.phy)
    auxiliaryTimer = simulation.schedule(after: longest) { [weak self] in
      if let self, let following = self.following { self.lost(following) }
    }
  }

  /// The next packet did not come; the host hears of the data so far.
  private func lost(_ following: Following) {
    stopFollowing()
    if following.phase == .advChain || following.phase == .scanChain {
      var advertisement = following.advertisement
      advertisement.isTruncated = true
      report(advertisement)
    }
    resumeWindow()
  }

  func stopFollowing() {
    if let auxiliaryTimer { simulation.cancel(auxiliaryTimer) }
    following = nil
  }

  /// A frame on the secondary channel this device was led to has ended; nil if it was not understood.
  func receiveAuxiliary(_ frame: AirFrame, _ pdu: AdvertisingPDU?, rssi: ReceivedPowerLevel) {
    guard var following else { return }
    if let auxiliaryTimer { simulation.cancel(auxiliaryTimer) }
    guard case .advExtInd(let flags, let payload) = pdu, isNext(flags, payload, for: following) else {
      return lost(following)
    }
    following.advertisement.rssi = rssi
    following.advertisement.secondaryPHY = frame.phy
    switch following.phase {
    case .advInd:
      following.advertisement.take(flags, payload)
      following.advertisement.sender = following.advertisement.address.flatMap(controller.identify)
      if let target, let sender = following.advertisement.sender, target.isExtended,
        wants(following.advertisement, for: target)
      {
        return answerAuxiliary(target, sender, on: frame)
      }
      if following.advertisement.isScannable { return askForData(following) }
      following.phase = .advChain
    case .scanResponse: following.phase = .scanChain
    case .advChain, .scanChain: break
    }
    take(payload, frame, following)
  }

  /// Whether a packet goes on with what is followed.
  private func isNext(_ flags: AdvertisingFlags, _ payload: AdvExtInd, for following: Following) -> Bool {
    let heard = following.advertisement
    if let adi = payload.adi, let known = heard.dataInfo, adi != known {
      return false
    }
    guard following.phase == .scanResponse else { return true }
    return payload.advA.map { DeviceAddress($0, kind: flags.sender) } == heard.address
  }

  private func take(_ payload: AdvExtInd, _ frame: AirFrame, _ following: Following) {
    var following = following
    let room = AdvertisingSetData.capacity - following.advertisement.data.count
    following.advertisement.data += payload.advData.prefix(room)
    if payload.advData.count > room { return lost(following) }
    if let pointer = payload.auxPtr { return follow(pointer, of: frame, following) }
    stopFollowing()
    report(following.advertisement)
    resumeWindow()
  }

  /// A scannable advertisement has its data in the scan response.
  private func askForData(_ following: Following) {
    report(following.advertisement)
    guard isActive(on: following.advertisement.primaryPHY), accepts(following.advertisement),
      let address = following.advertisement.address
    else {
      stopFollowing()
      return resumeWindow()
    }
    self.following = following
    let own = ownAddress(toward: following.advertisement.sender)
    let request = AdvertisingPDU.scanReq(
      AdvertisingFlags(sender: own.kind, target: address.kind),
      ScanReq(scanA: own.bdAddr, advA: address.bdAddr))
    auxiliaryTimer = simulation.schedule(after: Connection.interFrameSpace) { [weak self] in
      guard let self, !self.controller.isLinkListening else {
        self?.lost(following)
        return
      }
      let frame = self.controller.transmit(
        request, on: following.channel, following.phy, direction: .auxiliary(.other))
      self.auxiliaryTimer = self.simulation.schedule(at: frame.end) { [weak self] in
        self?.awaitScanResponse()
      }
    }
  }

  private func awaitScanResponse() {
    guard var following else { return }
    following.phase = .scanResponse
    following.advertisement.isScanResponse = true
    self.following = following
    tune(until: simulation.now + Connection.interFrameSpace + Connection.syncTime)
  }
}
