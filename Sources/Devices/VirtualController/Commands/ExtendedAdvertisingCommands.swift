internal import CoreTypes
internal import HCI
internal import LinkLayer

extension CommandHandlers {
  mutating func addExtendedAdvertisingCommands() {
    addAdvertisingSets()
    complete(.extended, LESetExtendedAdvertisingParametersCommand.self) { controller, command in
      LESetExtendedAdvertisingParametersCommand.Return {
        $0.status = controller.setExtendedAdvertising(command)
        $0.selectedTXPower = controller.selectedPower(command.advertisingTXPower)
      }
    }
    complete(.extended, status: LESetExtendedAdvertisingDataCommand.self) { controller, command in
      controller.setData(command.advertisingData, command.operation, of: command.advertisingHandle)
    }
    complete(.extended, status: LESetExtendedScanResponseDataCommand.self) { controller, command in
      controller.setScanResponse(command.scanResponseData, command.operation, of: command.advertisingHandle)
    }
    complete(.extended, status: LESetExtendedAdvertisingEnableCommand.self) { controller, command in
      controller.enableExtendedAdvertising(command)
    }
  }

  private mutating func addAdvertisingSets() {
    complete(.extended, status: LESetAdvertisingSetRandomAddressCommand.self) { controller, command in
      controller.setRandomAddress(command.randomAddress, of: command.advertisingHandle)
    }
    complete(LEReadMaximumAdvertisingDataLengthCommand.self) { _, _ in
      LEReadMaximumAdvertisingDataLengthCommand.Return {
        $0.maxAdvertisingDataLength = UInt16(AdvertisingSetData.capacity)
      }
    }
    complete(LEReadNumberOfSupportedAdvertisingSetsCommand.self) { _, _ in
      LEReadNumberOfSupportedAdvertisingSetsCommand.Return {
        $0.numSupportedAdvertisingSets = UInt8(Advertiser.setCount)
      }
    }
    complete(.extended, status: LERemoveAdvertisingSetCommand.self) { controller, command in
      guard let set = controller.advertiser.sets[command.advertisingHandle] else {
        return .unknownAdvertisingIdentifier
      }
      guard !set.isEnabled else { return .commandDisallowed }
      controller.advertiser.remove(handle: command.advertisingHandle)
      return .success
    }
    complete(.extended, status: LEClearAdvertisingSetsCommand.self) { controller, _ in
      guard controller.advertiser.orderedSets.allSatisfy({ !$0.isEnabled }) else {
        return .commandDisallowed
      }
      controller.advertiser.removeAll()
      return .success
    }
  }
}

extension VirtualController {
  /// The power that a set gets: what the host asks for, as far as the radio has it.
  fileprivate func selectedPower(_ wanted: TransmitPowerLevel) -> TransmitPowerLevel {
    wanted == .unknown ? transmitPowerLevel : min(wanted, transmitPowerLevel)
  }

  fileprivate func setRandomAddress(_ address: BDADDR, of handle: AdvertisingHandle) -> ErrorCode {
    guard let set = advertiser.sets[handle] else { return .unknownAdvertisingIdentifier }
    guard !set.isEnabled || !set.properties.contains(.connectable) else { return .commandDisallowed }
    set.use(randomAddress: address)
    return .success
  }

  // MARK: Parameters

  fileprivate func setExtendedAdvertising(_ command: LESetExtendedAdvertisingParametersCommand) -> ErrorCode {
    guard command.advertisingHandle <= .greatest else { return .invalidHCICommandParameters }
    guard let set = advertiser.set(making: command.advertisingHandle) else {
      return .memoryCapacityExceeded
    }
    guard !set.isEnabled else { return .commandDisallowed }
    if let refusal = refusal(of: command) { return refusal }
    let parameters = parameters(command)
    if let refusal = refusal(of: parameters, for: set) { return refusal }
    set.parameters = parameters
    advertiser.keep(set)
    return .success
  }

  /// Why the parameters cannot be used in any set; nil if they can.
  private func refusal(of command: LESetExtendedAdvertisingParametersCommand) -> ErrorCode? {
    let properties = command.advertisingEventProperties
    let (least, most) = (command.primaryAdvertisingIntervalMin, command.primaryAdvertisingIntervalMax)
    let primary = command.primaryAdvertisingPHY.phy
    let isLegacy = properties.contains(.legacy)
    let secondary = isLegacy ? PHY.le1M : command.secondaryAdvertisingPHY.phy
    guard Self.isLegal(properties.intersection(.known)), let primary, primary != .le2M, let secondary,
      !isLegacy || primary == .le1M, least <= most || properties.contains(.highDutyCycle),
      !command.primaryAdvertisingChannelMap.channels.isEmpty, command.ownAddressType.isDefined,
      command.peerAddress.kind.isPublicOrRandom || !properties.contains(.directed),
      command.advertisingFilterPolicy.isDefined, command.advertisingSID.isLegal,
      command.scanRequestNotificationEnable.isDefined,
      command.advertisingTXPower == .unknown || command.advertisingTXPower.isPower
    else { return .invalidHCICommandParameters }
    guard least >= PrimaryAdvertisingInterval.legal.lowerBound || properties.contains(.highDutyCycle),
      supports(primary), supports(secondary)
    else {
      return .unsupportedFeatureOrParameterValue
    }
    return nil
  }

  /// Whether there is advertising with these properties. [Vol 4, Part E, 7.8.53]
  private static func isLegal(_ properties: AdvertisingEventProperties) -> Bool {
    if properties.contains(.legacy) {
      return AdvertisingEventProperties.legacyKinds.contains(properties)
    }
    return !properties.contains(.highDutyCycle) && !properties.isSuperset(of: [.connectable, .scannable])
      && !(properties.contains(.anonymous) && properties.allowsRequests)
  }

  /// Why a set with the data it has cannot advertise like this; nil if it can.
  private func refusal(of parameters: AdvertisingParameters, for set: AdvertisingSet) -> ErrorCode? {
    let isLegacy = parameters.properties.contains(.legacy)
    let limit = isLegacy ? AdvertisingSetData.legacyCapacity : AdvertisingSetData.capacity
    if !parameters.properties.allowsData, !set.data.octets.isEmpty { return .invalidHCICommandParameters }
    let longest = max(set.data.octets.count, set.scanResponse.octets.count)
    if longest > limit { return .invalidHCICommandParameters }
    if !isLegacy, longest > 0, !AdvertisingSet.fits(dataLength: longest, in: parameters) {
      return .packetTooLong
    }
    return nil
  }

  private func parameters(_ command: LESetExtendedAdvertisingParametersCommand) -> AdvertisingParameters {
    var parameters = AdvertisingParameters()
    parameters.properties = command.advertisingEventProperties.intersection(.known)
    parameters.interval = command.primaryAdvertisingIntervalMin
    parameters.channelMap = command.primaryAdvertisingChannelMap
    parameters.ownAddressType = command.ownAddressType
    parameters.peer = command.peerAddress.asPublicOrRandom
    parameters.filterPolicy = command.advertisingFilterPolicy
    parameters.txPower = selectedPower(command.advertisingTXPower)
    parameters.primaryPHY = command.primaryAdvertisingPHY.phy ?? .le1M
    if !parameters.properties.contains(.legacy) {
      parameters.secondaryPHY = command.secondaryAdvertisingPHY.phy ?? .le1M
    }
    parameters.sid = command.advertisingSID
    parameters.notifiesScanRequests = command.scanRequestNotificationEnable.isEnabled
    return parameters
  }
}
