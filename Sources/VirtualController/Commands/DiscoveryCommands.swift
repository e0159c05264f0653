internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import RadioModel

extension CommandHandlers {
  mutating func addDiscoveryCommands() {
    complete(LESetRandomAddressCommand.self) { controller, command in
      controller.hostState.randomAddress = command.randomAddress
      return StatusReturn()
    }
    addAdvertising()
    addScanning()
    addInitiating()
  }

  private mutating func addAdvertising() {
    complete(LESetAdvertisingParametersCommand.self) { controller, command in
      StatusReturn { $0.status = controller.setAdvertising(command) }
    }
    complete(LEReadAdvertisingPhysicalChannelTXPowerCommand.self) { controller, _ in
      LEReadAdvertisingPhysicalChannelTXPowerReturn { $0.txPowerLevel = controller.transmitPowerLevel }
    }
    complete(LESetAdvertisingDataCommand.self) { controller, command in
      controller.advertiser.data = Array(
        command.advertisingData.prefix(Int(command.advertisingDataLength)))
      return StatusReturn()
    }
    complete(LESetScanResponseDataCommand.self) { controller, command in
      controller.advertiser.scanResponse = Array(
        command.scanResponseData.prefix(Int(command.scanResponseDataLength)))
      return StatusReturn()
    }
    complete(LESetAdvertisingEnableCommand.self) { controller, command in
      if command.advertisingEnable == 1 {
        if !controller.advertiser.isEnabled { controller.advertiser.start() }
      } else {
        controller.advertiser.stop()
      }
      return StatusReturn()
    }
  }

  private mutating func addScanning() {
    complete(LESetScanParametersCommand.self) { controller, command in
      guard !controller.scanner.isScanning else {
        return StatusReturn { $0.status = .commandDisallowed }
      }
      guard Scanner.isLegal(interval: command.leScanInterval, window: command.leScanWindow) else {
        return StatusReturn { $0.status = .invalidHCICommandParameters }
      }
      controller.scanner.parameters = Scanner.Parameters(
        isActive: command.leScanType == 1, interval: command.leScanInterval,
        window: command.leScanWindow, filterPolicy: command.scanningFilterPolicy)
      controller.scanner.ownAddress = controller.ownAddress(type: command.ownAddressType)
      return StatusReturn()
    }
    complete(LESetScanEnableCommand.self) { controller, command in
      controller.scanner.parameters.filtersDuplicates = command.filterDuplicates == 1
      if command.leScanEnable == 1 {
        controller.scanner.startScanning()
      } else {
        controller.scanner.stopScanning()
      }
      return StatusReturn()
    }
  }

  private mutating func addInitiating() {
    begin(LECreateConnectionCommand.self) { controller, command in controller.initiate(command) }
    complete(LECreateConnectionCancelCommand.self) { controller, _ in
      guard controller.scanner.target != nil else {
        return StatusReturn { $0.status = .commandDisallowed }
      }
      controller.scanner.cancelInitiating()
      controller.send(LEConnectionCompleteEvent { $0.status = .unknownConnectionIdentifier })
      return StatusReturn()
    }
  }
}

extension VirtualController {
  func ownAddress(type: UInt8) -> DeviceAddress {
    guard type == 1, let octets = hostState.randomAddress else { return description.address }
    return DeviceAddress(octets: octets, kind: .random)
  }

  var transmitPowerLevel: Int8 { Int8(description.radio.txPowerDbm.rounded()) }

  func setAdvertising(_ command: LESetAdvertisingParametersCommand) -> ErrorCode {
    guard !advertiser.isEnabled else { return .commandDisallowed }
    guard let type = Advertiser.AdvertisingType(rawValue: command.advertisingType) else {
      return .unsupportedFeatureOrParameterValue
    }
    let range: ClosedRange<UInt16> = 0x20...0x4000
    guard range.contains(command.advertisingIntervalMin),
      range.contains(command.advertisingIntervalMax),
      command.advertisingIntervalMin <= command.advertisingIntervalMax,
      (1...7).contains(command.advertisingChannelMap)
    else { return .invalidHCICommandParameters }
    advertiser.parameters = Advertiser.Parameters(
      interval: command.advertisingIntervalMin, type: type,
      ownAddress: ownAddress(type: command.ownAddressType),
      channelMap: command.advertisingChannelMap, filterPolicy: command.advertisingFilterPolicy)
    return .success
  }

  func initiate(_ command: LECreateConnectionCommand) -> ErrorCode {
    guard scanner.target == nil else { return .commandDisallowed }
    guard Scanner.isLegal(interval: command.leScanInterval, window: command.leScanWindow) else {
      return .invalidHCICommandParameters
    }
    let range = ConnectionParameterRange(
      intervalMin: command.connectionIntervalMin, intervalMax: command.connectionIntervalMax,
      latency: command.maxLatency, timeout: command.supervisionTimeout)
    guard range.isLegal else { return .invalidHCICommandParameters }
    scanner.parameters.interval = command.leScanInterval
    scanner.parameters.window = command.leScanWindow
    scanner.startInitiating(
      Scanner.Target(
        peer: DeviceAddress(
          octets: command.peerAddress, kind: command.peerAddressType & 1 == 1 ? .random : .public),
        ownAddress: ownAddress(type: command.ownAddressType), interval: command.connectionIntervalMin,
        latency: command.maxLatency, timeout: command.supervisionTimeout,
        usesFilterAcceptList: command.initiatorFilterPolicy == 1))
    return .success
  }
}
