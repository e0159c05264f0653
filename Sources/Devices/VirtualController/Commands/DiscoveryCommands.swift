internal import CoreTypes
internal import Faults
internal import HCI
internal import LinkLayer
internal import SimulationKernel

extension CommandHandlers {
  mutating func addDiscoveryCommands() {
    complete(status: LESetRandomAddressCommand.self) { controller, command in
      let isInUse =
        controller.advertiser.legacy.isEnabled || controller.scanner.isScanning
        || controller.scanner.target != nil
      guard !isInUse else { return .commandDisallowed }
      controller.hostState.randomAddress = command.randomAddress
      return .success
    }
    addAdvertising()
    addScanning()
    addInitiating()
  }

  private mutating func addAdvertising() {
    complete(.legacy, status: LESetAdvertisingParametersCommand.self) { $0.setAdvertising($1) }
    complete(LEReadAdvertisingPhysicalChannelTXPowerCommand.self) { controller, _ in
      LEReadAdvertisingPhysicalChannelTXPowerCommand.Return {
        $0.txPowerLevel = controller.transmitPowerLevel
      }
    }
    complete(.legacy, status: LESetAdvertisingDataCommand.self) { controller, command in
      guard Int(command.advertisingDataLength) <= AdvertisingSetData.legacyCapacity else {
        return .invalidHCICommandParameters
      }
      controller.advertiser.legacy.data = AdvertisingSetData(
        Array(command.advertisingData.prefix(Int(command.advertisingDataLength))))
      return .success
    }
    complete(.legacy, status: LESetScanResponseDataCommand.self) { controller, command in
      guard Int(command.scanResponseDataLength) <= AdvertisingSetData.legacyCapacity else {
        return .invalidHCICommandParameters
      }
      controller.advertiser.legacy.scanResponse = AdvertisingSetData(
        Array(command.scanResponseData.prefix(Int(command.scanResponseDataLength))))
      return .success
    }
    complete(.legacy, status: LESetAdvertisingEnableCommand.self) { controller, command in
      guard command.advertisingEnable.isDefined else { return .invalidHCICommandParameters }
      return controller.enableAdvertising(command.advertisingEnable.isEnabled)
    }
  }

  private mutating func addScanning() {
    complete(.legacy, status: LESetScanParametersCommand.self) { $0.setScanning($1) }
    complete(.legacy, status: LESetScanEnableCommand.self) { $0.enableScanning($1) }
  }

  private mutating func addInitiating() {
    begin(.legacy, LECreateConnectionCommand.self) { controller, command in controller.initiate(command) }
    complete(status: LECreateConnectionCancelCommand.self) { controller, _ in
      controller.cancelInitiating()
    }
  }
}

extension VirtualController {
  /// How long high duty cycle directed advertising goes on. [Vol 6, Part B, 4.4.2.4.3]
  private static let highDutyCycleDuration = DiscoveryDuration.highDutyCycle.upperBound.time

  fileprivate func setAdvertising(_ command: LESetAdvertisingParametersCommand) -> ErrorCode {
    guard !advertiser.legacy.isEnabled else { return .commandDisallowed }
    guard let properties = AdvertisingEventProperties(command.advertisingType) else {
      return .unsupportedFeatureOrParameterValue
    }
    let (least, most) = (command.advertisingIntervalMin, command.advertisingIntervalMax)
    let ignoresTimes = properties.contains(.highDutyCycle)
    guard ignoresTimes || least <= most, !command.advertisingChannelMap.channels.isEmpty,
      command.ownAddressType.isDefined, command.advertisingFilterPolicy.isDefined
    else { return .invalidHCICommandParameters }
    guard ignoresTimes || least.isLegal && most.isLegal else {
      return .unsupportedFeatureOrParameterValue
    }
    var parameters = AdvertisingParameters()
    parameters.properties = properties
    parameters.interval = PrimaryAdvertisingInterval(least)
    parameters.ownAddressType = command.ownAddressType
    parameters.peer = command.peerAddress.asPublicOrRandom
    parameters.channelMap = command.advertisingChannelMap
    parameters.filterPolicy = command.advertisingFilterPolicy
    advertiser.legacy.parameters = parameters
    return .success
  }

  fileprivate func enableAdvertising(_ isOn: Bool) -> ErrorCode {
    let set = advertiser.legacy
    guard isOn else {
      if !faults.contains(.advertisingGoesOn) { set.stop() }
      return .success
    }
    guard !set.isEnabled else { return .success }
    guard set.chosenAddress != nil else { return .invalidHCICommandParameters }
    let isLimited = set.properties.contains(.highDutyCycle)
    set.start(duration: isLimited ? Self.highDutyCycleDuration : nil)
    return .success
  }

  fileprivate func setScanning(_ command: LESetScanParametersCommand) -> ErrorCode {
    guard !scanner.isScanning else { return .commandDisallowed }
    let window = ScanParameters.Window(
      isActive: command.leScanType == .active, interval: command.leScanInterval, window: command.leScanWindow)
    guard window.isLegalForLegacy, command.ownAddressType.isDefined, command.leScanType.isDefined else {
      return .invalidHCICommandParameters
    }
    guard command.scanningFilterPolicy.isBasic else { return .unsupportedFeatureOrParameterValue }
    scanner.parameters = ScanParameters(
      windows: [window], ownAddressType: command.ownAddressType,
      usesFilterAcceptList: command.scanningFilterPolicy == .filterAcceptList)
    return .success
  }

  fileprivate func enableScanning(_ command: LESetScanEnableCommand) -> ErrorCode {
    guard command.leScanEnable.isDefined, command.filterDuplicates.isLegacy else {
      return .invalidHCICommandParameters
    }
    scanner.duplicateFilter = command.filterDuplicates
    guard command.leScanEnable.isEnabled else {
      if !faults.contains(.scanningGoesOn) { scanner.stopScanning() }
      return .success
    }
    guard ownAddress(type: scanner.parameters.ownAddressType) != nil else {
      return .invalidHCICommandParameters
    }
    scanner.startScanning()
    return .success
  }

  fileprivate func initiate(_ command: LECreateConnectionCommand) -> ErrorCode {
    guard scanner.target == nil else { return .commandDisallowed }
    let window = ScanParameters.Window(interval: command.leScanInterval, window: command.leScanWindow)
    let isAnyPeer = command.initiatorFilterPolicy == .filterAcceptList
    let peer = isAnyPeer ? nil : command.peerAddress.asPublicOrRandom
    guard window.isLegalForLegacy, command.parameters.isLegal, command.initiatorFilterPolicy.isDefined,
      command.ownAddressType.isDefined,
      let ownAddress = initiatorAddress(type: command.ownAddressType, peer: peer)
    else { return .invalidHCICommandParameters }
    scanner.startInitiating(
      ConnectionTarget(
        peer: peer, ownAddress: ownAddress, ownAddressType: command.ownAddressType,
        phys: [
          ConnectionTarget.Parameters(window: window, range: command.parameters)
        ]))
    return .success
  }

  /// Stops looking for an advertiser, of which the event comes after Command Complete. [Vol 4, Part E, 7.8.13]
  fileprivate func cancelInitiating() -> ErrorCode {
    guard scanner.target != nil else { return .commandDisallowed }
    scanner.cancelInitiating()
    let resets = resetCount
    simulation.schedule(after: .zero) { [self] in
      guard resetCount == resets else { return }
      reportConnection(failure: .unknownConnectionIdentifier, role: .central)
    }
    return .success
  }
}

/// What the host hears of advertisers, and of links that begin or do not.
extension VirtualController {
  func report(_ advertisement: Advertisement, isExtended: Bool) {
    guard isExtended else {
      return send(LEAdvertisingReportEvent { $0.reports = [advertisement.legacyReport] })
    }
    for report in advertisement.extendedReports {
      send(LEExtendedAdvertisingReportEvent { $0.reports = [report] })
    }
  }

  func reportScanTimeout() { send(LEScanTimeoutEvent()) }

  func reportConnection(_ connection: Connection) {
    let origin = connection.origin
    sendConnectionComplete(
      LEEnhancedConnectionCompleteEvent {
        $0.connection.connectionHandle = origin.handle
        $0.connection.role = LinkRoleNumber(origin.role)
        $0.connection.peerAddress = origin.peer.reported
        if let address = origin.localResolvable { $0.localResolvablePrivateAddress = address.bdAddr }
        if let address = origin.peer.resolvable { $0.peerResolvablePrivateAddress = address.bdAddr }
        $0.connection.parameters = origin.llData.parameters
        $0.connection.centralClockAccuracy = origin.role == .central ? 0 : origin.llData.sca
      })
    if faults.contains(.channelSelectionHidden) { return }
    send(
      LEChannelSelectionAlgorithmEvent {
        $0.connectionHandle = origin.handle
        $0.channelSelectionAlgorithm = origin.usesAlgorithm2 ? .algorithm2 : .algorithm1
      })
  }

  /// No link came of directed advertising or of initiating.
  func reportConnection(failure: ErrorCode, role: LinkRole, peer: DeviceAddress? = nil) {
    sendConnectionComplete(
      LEEnhancedConnectionCompleteEvent {
        $0.connection.status = failure
        $0.connection.role = LinkRoleNumber(role)
        if let peer { $0.connection.peerAddress = peer }
      })
  }

  /// The enhanced event where the controller has it and the host takes it, else the first one.
  /// [Vol 4, Part E, 7.7.65.10]
  private func sendConnectionComplete(_ event: LEEnhancedConnectionCompleteEvent) {
    let hasEnhanced = features[.extendedAdvertising] || features[.llPrivacy]
    guard !hasEnhanced || !hostState.eventMasks.admits(.leEnhancedConnectionComplete) else {
      return send(event)
    }
    var first = event.connection
    first.peerAddress = first.peerAddress.asPublicOrRandom
    send(first)
  }
}
