internal import CoreTypes
internal import Faults
internal import HCI
internal import HostStack
internal import Profiles
internal import SimulationKernel
internal import VirtualHost

/// How the firmware advertises: fast at first, where the profile says so, then for good.
extension AccessoryHost {
  /// Three primary channels, or those that a fault leaves.
  private var channelMap: AdvertisingChannelMap {
    faults.contains(.advertisesOnTwoChannels) ? 0b011 : .all
  }

  /// Advertises once the link is gone.
  func advertise(after reason: ErrorCode) {
    if faults.contains(.noAdvertisingAfterLinkLoss), reason == .connectionTimeout { return }
    if faults.contains(.directedWhenBonded), let bond = bondRecord?.bond {
      return advertise(to: bond.peerIdentityAddress)
    }
    advertise()
  }

  /// Sets what is advertised, and begins.
  func advertise() {
    let description = profile.advertising
    let (data, scanResponse) = advertised
    var octets = data.encoded
    if faults.contains(.malformedADStructure) { lengthenLastStructure(&octets, data) }
    setInterval(description.fastInterval ?? description.interval)
    driver.send(
      LESetAdvertisingDataCommand {
        $0.advertisingDataLength = UInt8(octets.count)
        $0.advertisingData.replaceSubrange(0..<octets.count, with: octets)
      })
    driver.send(
      LESetScanResponseDataCommand {
        let octets = scanResponse.encoded
        $0.scanResponseDataLength = UInt8(octets.count)
        $0.scanResponseData.replaceSubrange(0..<octets.count, with: octets)
      })
    driver.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
    guard description.fastIntervalMilliseconds != nil else { return }
    stopFastPhase()
    phaseTimer = driver.simulation.schedule(after: .seconds(description.fastSeconds)) { [weak self] in
      self?.slowDown()
    }
  }

  /// What is advertised now.
  private var advertised: (advertising: AdvertisingData, scanResponse: AdvertisingData) {
    profile.advertising.data(isBonded: bondRecord != nil, name: advertisedName)
  }

  /// ADV_IND, or without connections ADV_SCAN_IND, or ADV_NONCONN_IND where a scan response would have nothing to add.
  /// [Vol 4, Part E, 7.8.5]
  private var advertisingType: AdvertisingType {
    if profile.advertising.isConnectable { return .connectable }
    return advertised.scanResponse.structures.isEmpty ? .nonConnectable : .scannable
  }

  /// The name as it is advertised.
  private var advertisedName: ADStructure {
    let name = profile.advertising.name
    if faults.contains(.nameCutWithinCharacter) {
      return ADStructure(.shortenedLocalName, Array(name.utf8) + [0xC3])
    }
    return .localName(faults.contains(.completeNameDiffers) ? "Sample" : name)
  }

  /// The fast phase is over, or there is a link.
  func stopFastPhase() {
    if let phaseTimer { driver.simulation.cancel(phaseTimer) }
    phaseTimer = nil
  }

  private func slowDown() {
    phaseTimer = nil
    driver.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .disabled })
    setInterval(profile.advertising.interval)
    if faults.contains(.silentAfterFastPhase) { return }
    driver.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
  }

  private func setInterval(_ interval: AdvertisingInterval) {
    driver.send(
      LESetAdvertisingParametersCommand {
        $0.advertisingIntervalMin = interval
        $0.advertisingIntervalMax = interval
        $0.advertisingType = advertisingType
        $0.advertisingChannelMap = channelMap
      })
  }

  /// Directed advertising of high duty cycle, which ends by itself.
  private func advertise(to peer: DeviceAddress) {
    driver.send(
      LESetAdvertisingParametersCommand {
        $0.advertisingType = .directedHighDutyCycle
        $0.peerAddress = peer
        $0.advertisingChannelMap = channelMap
      })
    driver.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
  }

  /// Lets the last structure claim one octet more than there is.
  private func lengthenLastStructure(_ octets: inout [UInt8], _ data: AdvertisingData) {
    guard let last = data.structures.last else { return }
    octets[octets.count - last.data.count - 2] += 1
  }

  /// Looks for advertisers actively, as a central does.
  func scan() {
    driver.send(
      LESetScanParametersCommand {
        $0.leScanType = .active
        ($0.leScanInterval, $0.leScanWindow) = (0x60, 0x30)
      })
    driver.send(LESetScanEnableCommand { $0.leScanEnable = .enabled })
  }
}
