internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import SimulationKernel

/// Who may scan and connect, and what they get. [Vol 6, Part B, 4.3.2]
extension AdvertisingSet {
  /// A frame on the channel this set just used has ended; nil if it was not understood.
  func receive(_ frame: AirFrame, _ pdu: AdvertisingPDU?) {
    if let timer { simulation.cancel(timer) }
    switch pdu {
    case .scanReq(let flags, let request) where acceptsScan(flags, request):
      reportScan(by: DeviceAddress(octets: request.scanA, kind: flags.sender))
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
    let scanner = controller.identify(DeviceAddress(octets: request.scanA, kind: flags.sender))
    return properties.contains(.scannable) && isOwn(request.advA, flags.target)
      && accepts(scanner, isFiltered: parameters.filtersScanners)
  }

  private func acceptsConnection(_ flags: AdvertisingFlags, _ request: ConnectInd) -> Bool {
    let initiator = controller.identify(DeviceAddress(octets: request.initA, kind: flags.sender))
    return properties.contains(.connectable) && isOwn(request.advA, flags.target)
      && Connection.isLegal(request.llData)
      && accepts(initiator, isFiltered: parameters.filtersInitiators)
  }

  private func isOwn(_ octets: [UInt8], _ kind: DeviceAddress.Kind) -> Bool {
    DeviceAddress(octets: octets, kind: kind) == address
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
        ($0.advertisingHandle, $0.scannerAddressType) = (handle, scanner.addressType)
        $0.scannerAddress = scanner.identity.octets
      })
  }

  private func connect(_ flags: AdvertisingFlags, _ request: ConnectInd, on frame: AirFrame) {
    let initiator = DeviceAddress(octets: request.initA, kind: flags.sender)
    let origin = Connection.Origin(
      role: .peripheral, handle: controller.nextHandle(),
      peer: controller.identify(initiator) ?? VirtualController.Seen(identity: initiator),
      parameters: request.llData, usesAlgorithm2: flags.chSel == 1 || !isLegacy,
      connectEnd: simulation.now, phy: frame.phy, isAuxiliary: !isLegacy,
      localResolvable: controller.madeAddress(address, type: parameters.ownAddressType))
    guard !isLegacy else { return connect(origin) }
    timer = simulation.schedule(after: Connection.interFrameSpace) { [weak self] in
      self?.answerAuxiliaryConnect(origin, on: frame.channel)
    }
  }
}
