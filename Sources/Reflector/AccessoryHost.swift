internal import AccessoryProfile
internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import HostStack
internal import SimulationKernel
internal import VirtualHost

/// The firmware of the virtual accessory: it brings its controller up, advertises, pairs, keeps its bond, and
/// lets the controller reflect.
final class AccessoryHost {
  private let profile: AccessoryProfile
  private let address: DeviceAddress
  private let driver: HCIDriver
  private var link: HostLink?
  private var ranging: RangingResponder?
  private var secrets: RandomStream
  /// What is kept over a power cycle.
  private(set) var bond: Bond?

  /// - Parameters:
  ///   - address: what the controller is called on the air.
  ///   - start: counts the times the accessory got power, so that each has keys of its own.
  init(
    _ profile: AccessoryProfile, controller: any HCIController, address: DeviceAddress, bond: Bond?,
    start: Int
  ) {
    self.profile = profile
    self.address = address
    self.bond = bond
    driver = HCIDriver(controller)
    secrets = controller.simulation.random.stream("accessory.pairing.\(start)")
    driver.dataReceiver = { [weak self] packet in self?.updateLink { $0.receive(packet) } }
    driver.eventReceiver = { [weak self] event in
      self?.receive(event.value)
      return false
    }
  }

  /// Whether the firmware asks for Channel Sounding; whether that is shown on the air is another matter.
  private var actsOnHostSupport: Bool {
    profile.features[.channelSoundingHostSupport] || profile.faults.contains(.hostSupportNotReported)
  }

  /// Brings the controller up and advertises.
  func start() {
    driver.send(ResetCommand())
    driver.send(SetEventMaskCommand { $0.eventMask = 0x3DBF_F807_BFFF_9FFF })
    driver.send(LESetEventMaskCommand { $0.leEventMask = 0x00FF_FFFF_FFFF_FDFF })
    if actsOnHostSupport {
      driver.send(
        LESetHostFeatureCommand {
          $0.bitNumber = UInt8(FeatureSet.Feature.channelSoundingHostSupport.rawValue)
          $0.bitValue = 1
        })
    }
    advertise()
  }

  private func advertise() {
    let description = profile.advertising
    driver.send(
      LESetAdvertisingParametersCommand {
        $0.advertisingIntervalMin = description.intervalUnits
        $0.advertisingIntervalMax = description.intervalUnits
      })
    let (data, scanResponse) = description.data(isBonded: bond != nil)
    driver.send(
      LESetAdvertisingDataCommand {
        let octets = data.encoded
        $0.advertisingDataLength = UInt8(octets.count)
        $0.advertisingData.replaceSubrange(0..<octets.count, with: octets)
      })
    driver.send(
      LESetScanResponseDataCommand {
        let octets = scanResponse.encoded
        $0.scanResponseDataLength = UInt8(octets.count)
        $0.scanResponseData.replaceSubrange(0..<octets.count, with: octets)
      })
    driver.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = 1 })
  }

  // MARK: Packets

  private func updateLink(_ update: (inout HostLink) -> [HostAction]) {
    guard var current = link else { return }
    let actions = update(&current)
    link = current
    for action in actions {
      perform(action)
      ranging?.take(action)
    }
  }

  private func perform(_ action: HostAction) {
    switch action {
    case .sendACL(let packet): driver.send(.acl(packet))
    case .paired(let bond):
      if profile.security.bonds { self.bond = bond }
    default: break
    }
  }

  // MARK: Events

  private func receive(_ event: HCIEventValue) {
    if let event = event.connectionComplete, event.status == .success { connected(event) }
    switch event {
    case .disconnectionComplete:
      link = nil
      if !profile.faults.contains(.rasOldDataAfterReconnect) { ranging = nil }
      advertise()
    case .leLongTermKeyRequest(let event): answerKeyRequest(event)
    case .encryptionChange(let event):
      updateLink {
        $0.encryptionChanged(isEncrypted: event.encryptionEnabled != 0, status: event.status)
      }
    case .leCSReadRemoteSupportedCapabilitiesComplete(let event): enableReflector(event.connectionHandle)
    case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event):
      enableReflector(event.connectionHandle)
    default: ranging?.take(event)
    }
  }

  private func connected(_ event: LEConnectionCompleteEvent) {
    let kind: DeviceAddress.Kind = event.peerAddressType & 1 == 1 ? .random : .public
    let peer = DeviceAddress(octets: event.peerAddress, kind: kind)
    let database = profile.database
    if ranging == nil {
      ranging = RangingResponder(profile, database: database, simulation: driver.simulation) {
        [weak self] change in self?.updateLink(change)
      }
    }
    link = HostLink(
      role: .peripheral, handle: event.connectionHandle, localAddress: address,
      peerAddress: peer, aclLength: 251, database: database,
      maximumMTU: Int(profile.gatt.maximumMTU), policy: profile.pairingPolicy,
      pairingSecrets: PairingSecrets(using: &secrets), bond: bond?.matches(peer) == true ? bond : nil)
    enableReflector(event.connectionHandle)
    if profile.link.requestsConnectionParameters { requestConnectionParameters(event.connectionHandle) }
    if profile.link.startsPHYUpdate {
      driver.send(
        LESetPHYCommand {
          $0.connectionHandle = event.connectionHandle
          $0.txPHYs = PHY.le2M.bit
          $0.rxPHYs = PHY.le2M.bit
        })
    }
  }

  /// Asks through the controller where that can, else through L2CAP. [Vol 3, Part A, 4.20]
  private func requestConnectionParameters(_ handle: UInt16) {
    let wanted = ConnectionParameterUpdateRequest.wanted
    guard profile.features[.connectionParametersRequest] else {
      return updateLink { $0.requestConnectionParameters(wanted) }
    }
    driver.send(
      LEConnectionUpdateCommand {
        $0.connectionHandle = handle
        $0.connectionIntervalMin = wanted.intervalMin
        $0.connectionIntervalMax = wanted.intervalMax
        $0.maxLatency = wanted.latency
        $0.supervisionTimeout = wanted.timeout
      })
  }

  private func answerKeyRequest(_ event: LELongTermKeyRequestEvent) {
    let key = link?.longTermKeyRequested(
      random: event.randomNumber, encryptedDiversifier: event.encryptedDiversifier)
    if let key {
      driver.send(
        LELongTermKeyRequestReplyCommand {
          $0.connectionHandle = event.connectionHandle
          $0.longTermKey = key
        })
    } else {
      driver.send(
        LELongTermKeyRequestNegativeReplyCommand { $0.connectionHandle = event.connectionHandle })
    }
  }

  private func enableReflector(_ handle: UInt16) {
    guard profile.features[.channelSounding] else { return }
    driver.send(
      LECSSetDefaultSettingsCommand {
        $0.connectionHandle = handle
        $0.roleEnable = CSCapabilities.Roles.reflector.rawValue
        $0.maxTXPower = 20
      })
  }
}
