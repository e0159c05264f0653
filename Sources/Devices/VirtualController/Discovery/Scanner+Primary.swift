internal import CoreTypes
internal import LinkLayer
internal import SimulationKernel

/// What comes on the primary channels.
extension Scanner {
  func receivePrimary(_ frame: AirFrame, _ pdu: AdvertisingPDU?, rssiDbm: Int8) {
    let questioned = questioned
    self.questioned = nil
    var heard = Advertisement()
    (heard.isLegacy, heard.rssiDbm, heard.primaryPHY) = (true, rssiDbm, frame.phy)
    switch pdu {
    case .advInd(let flags, let advertisement):
      (heard.isConnectable, heard.isScannable) = (true, true)
      hear(heard, flags, advertisement, on: frame.channel)
    case .advScanInd(let flags, let advertisement):
      heard.isScannable = true
      hear(heard, flags, advertisement, on: frame.channel)
    case .advNonconnInd(let flags, let advertisement):
      hear(heard, flags, advertisement, on: frame.channel)
    case .advDirectInd(let flags, let advertisement):
      heard.isConnectable = true
      heard.target = DeviceAddress(octets: advertisement.targetA, kind: flags.target)
      hear(heard, flags, AdvInd(advA: advertisement.advA, advData: []), on: frame.channel)
    case .scanRsp(let flags, let response):
      guard var heard = questioned,
        heard.address == DeviceAddress(octets: response.advA, kind: flags.sender)
      else { return }
      (heard.isScanResponse, heard.rssiDbm, heard.data) = (true, rssiDbm, response.advData)
      report(heard)
    case .advExtInd(let flags, let payload):
      hearExtended(flags, payload, frame, rssiDbm: rssiDbm)
    case .scanReq, .connectInd, .auxConnectRsp, .unknown, nil: break
    }
  }

  private func hear(
    _ heard: Advertisement, _ flags: AdvertisingFlags, _ advertisement: AdvInd, on channel: ChannelIndex
  ) {
    let address = DeviceAddress(octets: advertisement.advA, kind: flags.sender)
    var heard = heard
    (heard.address, heard.data) = (address, advertisement.advData)
    heard.sender = controller.identify(address)
    if let target, let sender = heard.sender, wants(heard, for: target) {
      return answer(target, sender, on: channel, chSel: flags.chSel)
    }
    report(heard)
    if heard.isScannable { requestScanResponse(of: heard, on: channel) }
  }

  private func requestScanResponse(of heard: Advertisement, on channel: ChannelIndex) {
    guard isActive(on: .le1M), accepts(heard), let address = heard.address else { return }
    let own = ownAddress(toward: heard.sender)
    let request = AdvertisingPDU.scanReq(
      AdvertisingFlags(sender: own.kind, target: address.kind),
      ScanReq(scanA: own.octets, advA: address.octets))
    simulation.schedule(after: Connection.interFrameSpace) { [weak self] in
      guard let self, self.isReporting, self.controller.isListening(for: .scanner),
        self.following?.isTuned != true
      else { return }
      let frame = self.controller.transmit(request, on: channel)
      self.simulation.schedule(at: frame.end) { [weak self] in
        guard let self, self.isReporting, self.following?.isTuned != true else { return }
        self.questioned = heard
        self.controller.listen(on: channel, for: .scanner)
      }
    }
  }

  /// ADV_EXT_IND: the advertisement itself is where its AuxPtr leads, or it has no data.
  private func hearExtended(
    _ flags: AdvertisingFlags, _ payload: AdvExtInd, _ frame: AirFrame, rssiDbm: Int8
  ) {
    guard following == nil, isReporting && isExtended || target?.isExtended == true else { return }
    var heard = Advertisement()
    (heard.primaryPHY, heard.rssiDbm) = (frame.phy, rssiDbm)
    heard.take(flags, payload)
    heard.sender = heard.address.flatMap(controller.identify)
    guard let pointer = payload.auxPtr else { return report(heard) }
    follow(pointer, of: frame, Following(advertisement: heard, phase: .advInd))
  }
}

extension Advertisement {
  /// Takes over what the header of a PDU says; what it leaves out stays.
  mutating func take(_ flags: AdvertisingFlags, _ payload: AdvExtInd) {
    isConnectable = payload.advMode == 1
    isScannable = payload.advMode == 2
    if let octets = payload.advA { address = DeviceAddress(octets: octets, kind: flags.sender) }
    if let octets = payload.targetA { target = DeviceAddress(octets: octets, kind: flags.target) }
    if let adi = payload.adi { (sid, did) = (adi.sid, adi.did) }
    if let power = payload.txPower { txPower = power }
    if let interval = payload.syncInfo?.interval { periodicInterval = interval }
  }
}
