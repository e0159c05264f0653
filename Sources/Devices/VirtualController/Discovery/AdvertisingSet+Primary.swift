internal import CoreTypes
internal import LinkLayer
internal import SimulationKernel
internal import Wire

/// What goes out on the primary channels. [Vol 6, Part B, 4.4.2]
extension AdvertisingSet {
  /// Sends the legacy PDU on the next channel of the event.
  func advertiseOnNextChannel() {
    guard isEnabled, !controller.isLinkListening else { return abandonEvent() }
    guard let channel = channels.popFirst() else { return endEvent() }
    let frame = controller.transmit(legacyPDU, on: channel, powerDbm: txPowerDbm)
    timer = simulation.schedule(at: frame.end) { [weak self] in self?.listen(on: channel, .le1M) }
  }

  private var legacyPDU: AdvertisingPDU {
    var flags = AdvertisingFlags(sender: address.kind)
    let advertisement = AdvInd(advA: address.octets, advData: data.octets)
    let offersAlgorithm2 =
      controller.features[.channelSelectionAlgorithm2] && !controller.lapses(.offersNoAlgorithm2)
    let chSel: UInt8 = offersAlgorithm2 ? 1 : 0
    switch properties.subtracting(.highDutyCycle) {
    case .advInd:
      flags.chSel = chSel
      return .advInd(flags, advertisement)
    case .advDirectInd:
      return .advDirectInd(
        AdvertisingFlags(sender: address.kind, target: target.kind, chSel: chSel),
        AdvDirectInd(advA: address.octets, targetA: target.octets))
    case .advScanInd: return .advScanInd(flags, advertisement)
    default: return .advNonconnInd(flags, advertisement)
    }
  }

  /// Answers a SCAN_REQ, then goes on with the next channel.
  func answerScan(on channel: ChannelIndex) {
    guard isEnabled else { return }
    let isReversed = controller.lapses(.answersScansInReverse)
    let frame = controller.transmit(
      .scanRsp(
        AdvertisingFlags(sender: address.kind),
        ScanRsp(
          advA: isReversed ? address.octets.reversed() : address.octets, advData: scanResponse.octets)),
      on: channel, powerDbm: txPowerDbm)
    if controller.lapses(.stopsAfterScanResponse) { return stop() }
    timer = simulation.schedule(at: frame.end) { [weak self] in self?.advertiseOnNextChannel() }
  }

  // MARK: ADV_EXT_IND

  /// Points to one AUX_ADV_IND from each primary channel in turn.
  func beginExtendedEvent() {
    auxiliaryChannel = drawSecondaryChannel()
    let onChannels = extendedSpacing * (channels.count - 1) + extendedDuration
    auxiliaryStart = simulation.now + onChannels + Self.minimumAuxiliaryFrameSpace
    sendExtendedIndication()
  }

  private func sendExtendedIndication() {
    guard isEnabled, !controller.isLinkListening else { return abandonEvent() }
    guard let channel = channels.popFirst() else {
      timer = simulation.schedule(at: auxiliaryStart) { [weak self] in self?.sendAuxiliaryIndication() }
      return
    }
    controller.transmit(
      .advExtInd(AdvertisingFlags(), extendedIndication(at: simulation.now)), on: channel,
      parameters.primaryPHY, powerDbm: txPowerDbm)
    timer = simulation.schedule(after: extendedSpacing) { [weak self] in self?.sendExtendedIndication() }
  }

  private func extendedIndication(at start: Instant) -> AdvExtInd {
    var payload = AdvExtInd()
    payload.advMode = properties.advMode
    payload.adi = dataInfo
    payload.auxPtr = AuxPtr(
      channel: auxiliaryChannel, phy: parameters.secondaryPHY, offset: auxiliaryStart - start)
    return payload
  }

  private var extendedDuration: Picoseconds {
    AirFrame.duration(
      of: 2 + extendedIndication(at: auxiliaryStart).encodedCount, on: parameters.primaryPHY)
  }

  private var extendedSpacing: Picoseconds { extendedDuration + Connection.interFrameSpace }
}
