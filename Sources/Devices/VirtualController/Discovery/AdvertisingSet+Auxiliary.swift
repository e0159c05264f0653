internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import SimulationKernel

/// What goes out on the secondary channels. [Vol 6, Part B, 4.4.2.1]
extension AdvertisingSet {
  /// ADI of every packet of the set.
  var dataInfo: AdvertisingDataInfo { AdvertisingDataInfo(did: did, sid: parameters.sid) }

  /// Whether an event with this much data is over before the next may begin. [Vol 4, Part E, 7.8.56]
  static func fits(dataLength: Int, in parameters: AdvertisingParameters) -> Bool {
    let mostHeader = 20
    let part = 255 - mostHeader
    let space = minimumAuxiliaryFrameSpace + .microseconds(30)
    let full = AirFrame.duration(of: 2 + 255, on: parameters.secondaryPHY) + space
    let last = AirFrame.duration(of: 2 + mostHeader + dataLength % part, on: parameters.secondaryPHY) + space
    let primary = (AirFrame.duration(of: 9, on: parameters.primaryPHY) + Connection.interFrameSpace) * 3
    return primary + full * (dataLength / part) + last <= parameters.intervalTime
  }

  /// The most data that AUX_ADV_IND holds where no AUX_CHAIN_IND may follow it.
  static func unchainedCapacity(of parameters: AdvertisingParameters) -> Int {
    var payload = AuxAdvInd()
    payload.advA = 0
    payload.adi = AdvertisingDataInfo()
    if parameters.properties.contains(.directed) { payload.targetA = 0 }
    if parameters.properties.contains(.includesTXPower) { payload.txPower = 0 }
    return payload.maximumDataLength
  }

  /// Sends AUX_ADV_IND where the ADV_EXT_IND pointed to.
  func sendAuxiliaryIndication() {
    var payload = AuxAdvInd()
    payload.advMode = properties.advMode
    payload.adi = dataInfo
    if !properties.contains(.anonymous) { payload.advA = address.bdAddr }
    if properties.contains(.directed) { payload.targetA = target.bdAddr }
    if properties.contains(.includesTXPower) {
      payload.txPower = parameters.txPower ?? controller.transmitPowerLevel
    }
    send(payload, .advInd, data.octets[...], on: auxiliaryChannel)
  }

  /// Answers an AUX_SCAN_REQ.
  func answerAuxiliaryScan(on channel: ChannelIndex) {
    var payload = AuxScanRsp()
    payload.advA = address.bdAddr
    payload.adi = dataInfo
    send(payload, .scanRsp, scanResponse.octets[...], on: channel)
  }

  /// Sends `payload` with as much of `data` as fits; the rest goes on in AUX_CHAIN_IND.
  private func send(
    _ payload: AdvExtInd, _ kind: AirFrame.AuxiliaryPDU, _ data: ArraySlice<UInt8>, on channel: ChannelIndex
  ) {
    guard isEnabled, !controller.isLinkListening else { return abandonEvent() }
    var payload = payload
    guard data.count > payload.maximumDataLength else {
      payload.advData = Array(data)
      let frame = transmit(payload, kind, on: channel)
      timer = simulation.schedule(at: frame.end) { [weak self] in self?.sent(kind, on: channel) }
      return
    }
    let next = drawSecondaryChannel()
    payload.auxPtr = AuxPtr()
    payload.advData = Array(data.prefix(payload.maximumDataLength))
    let rest = data.dropFirst(payload.advData.count)
    let offset = Self.chainOffset(on: parameters.secondaryPHY)
    payload.auxPtr = AuxPtr(channel: next, phy: parameters.secondaryPHY, offset: offset)
    let frame = transmit(payload, kind, on: channel)
    timer = simulation.schedule(at: frame.start + offset) { [weak self] in
      guard let self else { return }
      var chain = AuxChainInd()
      chain.adi = payload.adi
      self.send(chain, .chainInd, rest, on: next)
    }
  }

  /// From the start of a full packet to that of the next, in whole units of AuxPtr.
  private static func chainOffset(on phy: PHY) -> Picoseconds {
    let unit = Picoseconds.microseconds(30)
    let least = AirFrame.duration(of: 2 + 255, on: phy) + minimumAuxiliaryFrameSpace
    return unit * Int((least.rawValue + unit.rawValue - 1) / unit.rawValue)
  }

  private func transmit(
    _ payload: AdvExtInd, _ kind: AirFrame.AuxiliaryPDU, on channel: ChannelIndex
  ) -> AirFrame {
    let flags = AdvertisingFlags(
      sender: payload.advA == nil ? .public : address.kind,
      target: payload.targetA == nil ? .public : target.kind)
    return controller.transmit(
      .advExtInd(flags, payload), on: channel, parameters.secondaryPHY, direction: .auxiliary(kind),
      powerDbm: txPowerDbm)
  }

  private func sent(_ kind: AirFrame.AuxiliaryPDU, on channel: ChannelIndex) {
    guard kind == .advInd, properties.allowsRequests else { return endEvent() }
    listen(on: channel, parameters.secondaryPHY)
  }

  /// Answers an AUX_CONNECT_REQ, with which the link begins. [Vol 6, Part B, 4.4.2.3]
  func answerAuxiliaryConnect(_ origin: Connection.Origin, on channel: ChannelIndex) {
    guard isEnabled, !controller.isLinkListening else { return abandonEvent() }
    var payload = AuxConnectRsp()
    payload.advA = address.bdAddr
    payload.targetA = origin.peer.onAir.bdAddr
    let frame = controller.transmit(
      .auxConnectRsp(AdvertisingFlags(sender: address.kind, target: origin.peer.onAir.kind), payload),
      on: channel, parameters.secondaryPHY, direction: .auxiliary(.other), powerDbm: txPowerDbm)
    timer = simulation.schedule(at: frame.end) { [weak self] in self?.connect(origin) }
  }
}
