internal import CoreTypes
internal import Faults
internal import HCI
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
    let advertisement = AdvInd(advA: address.bdAddr, advData: data.octets)
    let chSel =
      controller.features[.channelSelectionAlgorithm2]
      && !controller.faults.contains(.channelSelection2NotOffered)
    switch properties.subtracting(.highDutyCycle) {
    case .advInd:
      flags.chSel = chSel
      return .advInd(flags, advertisement)
    case .advDirectInd:
      return .advDirectInd(
        AdvertisingFlags(sender: address.kind, target: target.kind, chSel: chSel),
        AdvDirectInd(advA: address.bdAddr, targetA: target.bdAddr))
    case .advScanInd: return .advScanInd(flags, advertisement)
    default: return .advNonconnInd(flags, advertisement)
    }
  }

  /// Answers a SCAN_REQ, then goes on with the next channel.
  private func answerScan(on channel: ChannelIndex) {
    guard isEnabled else { return }
    let isReversed = controller.faults.contains(.scanResponseAddressReversed)
    let frame = controller.transmit(
      .scanRsp(
        AdvertisingFlags(sender: address.kind),
        ScanRsp(advA: isReversed ? address.bdAddr.reversed : address.bdAddr, advData: scanResponse.octets)),
      on: channel, powerDbm: txPowerDbm)
    if controller.faults.contains(.silentAfterScanResponse) { return stop() }
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
    AirFrame.duration(of: 2 + extendedIndication(at: auxiliaryStart).encodedCount, on: parameters.primaryPHY)
  }

  private var extendedSpacing: Picoseconds { extendedDuration + Connection.interFrameSpace }
}

/// Who may scan and connect, and what they get. [Vol 6, Part B, 4.3.2]
extension AdvertisingSet {
  /// A frame on the channel this set just used has ended; nil if it was not understood.
  func receive(_ frame: AirFrame, _ pdu: AdvertisingPDU?) {
    if let timer { simulation.cancel(timer) }
    switch pdu {
    case .scanReq(let flags, let request) where acceptsScan(flags, request):
      reportScan(by: DeviceAddress(request.scanA, kind: flags.sender))
      timer = simulation.schedule(after: Connection.interFrameSpace) { [weak self] in
        guard let self else { return }
        if self.isLegacy {
          self.answerScan(on: frame.channel)
        } else {
          self.answerAuxiliaryScan(on: frame.channel)
        }
      }
    case .connectInd(let flags, let request) where acceptsConnection(flags, request):
      connect(flags, request, on: frame)
    default: requestIsOver()
    }
  }

  private func acceptsScan(_ flags: AdvertisingFlags, _ request: ScanReq) -> Bool {
    let scanner = controller.identify(DeviceAddress(request.scanA, kind: flags.sender))
    return properties.contains(.scannable) && isOwn(request.advA, flags.target)
      && accepts(scanner, isFiltered: parameters.filterPolicy.filtersScanners)
  }

  private func acceptsConnection(_ flags: AdvertisingFlags, _ request: ConnectInd) -> Bool {
    let initiator = controller.identify(DeviceAddress(request.initA, kind: flags.sender))
    return properties.contains(.connectable) && isOwn(request.advA, flags.target)
      && Connection.isLegal(request.llData)
      && accepts(initiator, isFiltered: parameters.filterPolicy.filtersInitiators)
  }

  private func isOwn(_ bdAddr: BDADDR, _ kind: DeviceAddress.Kind) -> Bool {
    DeviceAddress(bdAddr, kind: kind) == address
  }

  /// Directed advertising is for one device, whatever the filter policy.
  private func accepts(_ device: VirtualController.Seen?, isFiltered: Bool) -> Bool {
    guard let device else { return false }
    if properties.contains(.directed) { return device.identity == parameters.peer }
    return !isFiltered || controller.hostState.filterAcceptList.contains(device.identity)
  }

  private func reportScan(by address: DeviceAddress) {
    guard let handle, parameters.notifiesScanRequests, let scanner = controller.identify(address) else {
      return
    }
    controller.send(
      LEScanRequestReceivedEvent {
        ($0.advertisingHandle, $0.scannerAddress) = (handle, scanner.reported)
      })
  }

  private func connect(_ flags: AdvertisingFlags, _ request: ConnectInd, on frame: AirFrame) {
    let initiator = DeviceAddress(request.initA, kind: flags.sender)
    let origin = Connection.Origin(
      role: .peripheral, handle: controller.nextHandle(),
      peer: controller.identify(initiator) ?? VirtualController.Seen(identity: initiator),
      llData: request.llData, usesAlgorithm2: flags.chSel || !isLegacy,
      connectEnd: simulation.now, phy: frame.phy, isAuxiliary: !isLegacy,
      localResolvable: controller.madeAddress(address, type: parameters.ownAddressType))
    guard !isLegacy else { return connect(origin) }
    timer = simulation.schedule(after: Connection.interFrameSpace) { [weak self] in
      self?.answerAuxiliaryConnect(origin, on: frame.channel)
    }
  }
}
