internal import ChannelSounding
internal import CoreTypes
internal import Faults
internal import HCI
internal import HostStack
internal import Profiles
internal import SimulationKernel
internal import VirtualHost

/// The firmware of the virtual accessory: it brings its controller up, advertises, pairs, keeps its bond, and
/// lets the controller reflect.
final class AccessoryHost {
  let profile: AccessoryProfile
  /// What the accessory does wrong.
  let faults: FaultSet
  private let address: DeviceAddress
  let driver: HCIDriver
  private(set) var link: HostLink? {
    didSet {
      pairingTimer.follow(link)
      indicationTimer.follow(link)
    }
  }
  private lazy var pairingTimer = ProtocolTimer(driver.simulation, of: \.pairingTimerStarts) {
    [weak self] in self?.updateLink { $0.pairingTimedOut() }
  }
  private lazy var indicationTimer = ProtocolTimer(driver.simulation, of: \.awaitedConfirmation) {
    [weak self] in self?.updateLink { $0.attributeTransactionTimedOut() }
  }
  private var ranging: RangingResponder?
  private var services: ServiceResponder?
  private let channels: ChannelResponder
  private var secrets: RandomStream
  /// The random numbers of a further pairing on a link; a stream of its own leaves those of other links as they are.
  private var secretsForRenewal: RandomStream
  /// The secrets of the first pairing, which a fault repeats.
  private var firstSecrets: PairingSecrets?
  /// The server of the link before.
  private(set) var formerServer: ATTServer?
  /// Ends the fast phase of advertising.
  var phaseTimer: Simulation.Token?
  /// Whether a pairing has failed since power on.
  private var hasFailedPairing = false
  /// What is kept over a power cycle.
  private(set) var bondRecord: BondRecord?

  /// - Parameters:
  ///   - address: what the controller is called on the air.
  ///   - number: distinguishes it from others in the same air; counts from 1.
  ///   - start: counts the times the accessory got power, so that each has keys of its own.
  init(
    _ profile: AccessoryProfile, controller: any HCIController, address: DeviceAddress,
    bond: BondRecord?, number: Int = 1, start: Int
  ) {
    self.profile = profile
    faults = FaultSet(profile.faults)
    self.address = address
    bondRecord = bond
    channels = ChannelResponder(profile.channels)
    driver = HCIDriver(controller)
    let owner = number == 1 ? "accessory" : "accessory.\(number)"
    secrets = controller.simulation.random.stream("\(owner).pairing.\(start)")
    secretsForRenewal = controller.simulation.random.stream("\(owner).pairing.\(start).renewal")
    driver.dataReceiver = { [weak self] packet in self?.receive(packet) }
    driver.eventReceiver = { [weak self] event in
      self?.receive(event.value)
      return false
    }
  }

  /// Whether the firmware asks for Channel Sounding; whether that is shown on the air is another matter.
  private var actsOnHostSupport: Bool {
    profile.actingFeatures[.channelSoundingHostSupport] || faults.contains(.hostSupportNotReported)
  }

  /// Brings the controller up and advertises.
  func start() {
    driver.send(ResetCommand())
    driver.send(SetEventMaskCommand.everyEvent)
    driver.send(LESetEventMaskCommand.usualEvents)
    if actsOnHostSupport { driver.send(LESetHostFeatureCommand.channelSounding()) }
    if faults.contains(.scansWhileAdvertising) { scan() }
    advertise()
  }

  // MARK: Packets

  private func receive(_ packet: ACLPacket) {
    if crashes(on: packet) {
      (link, services) = (nil, nil)
      return start()
    }
    updateLink { $0.receive(packet) }
  }

  func updateLink(_ update: (inout HostLink) -> [HostAction]) {
    guard var current = link else { return }
    let actions = update(&current)
    link = current
    for action in actions {
      perform(action)
      ranging?.take(action)
      services?.take(action)
    }
  }

  private func perform(_ action: HostAction) {
    switch action {
    case .sendACL(let packet): driver.send(.acl(packet))
    case .channelReceived(let end, let sdu):
      updateLink { channels.take(sdu, on: end, of: &$0) }
    case .paired(let bond):
      if bond.isPersistent { bondRecord = BondRecord(kept(bond)) }
      rememberConfigurations()
      givePairingSecrets(from: \.secretsForRenewal)
    case .subscriptionChanged: rememberConfigurations()
    case .pairingFailed:
      hasFailedPairing = true
      if faults.contains(.bondLostOnFailedPairing) { bondRecord = nil }
      givePairingSecrets(from: \.secrets)
    default: break
    }
  }

  /// The configurations of a bonded phone outlast the link.
  private func rememberConfigurations() {
    if let link { bondRecord?.follow(link) }
  }

  /// Fresh random numbers for the next pairing on the link.
  private func givePairingSecrets(from stream: ReferenceWritableKeyPath<AccessoryHost, RandomStream>) {
    if hasFailedPairing, faults.contains(.stuckAfterFailedPairing) { return }
    let fresh = PairingSecrets(using: &self[keyPath: stream])
    if faults.contains(.pairingSecretsRepeated) {
      firstSecrets = firstSecrets ?? fresh
      link?.pairingSecrets = firstSecrets
    } else {
      link?.pairingSecrets = fresh
    }
  }

  // MARK: Events

  private func receive(_ event: HCIEventValue) {
    if let event = event.encryptionOutcome {
      updateLink { $0.encryptionChanged(isEncrypted: event.encryptionEnabled.isOn, status: event.status) }
      rememberConfigurations()
      encrypted(event)
    }
    if let event = event.connectionComplete {
      // Directed advertising that nobody answered ends as a connection that was not made.
      if event.status == .success { connected(event) } else { advertise() }
    }
    switch event {
    case .disconnectionComplete(let event):
      // A pairing that ends with the link has failed too.
      if link?.isPairing == true { hasFailedPairing = true }
      formerServer = link?.server
      (link, services) = (nil, nil)
      if losesBond(after: event.reason) { bondRecord = nil }
      if !faults.contains(.rasOldDataAfterReconnect) { ranging = nil }
      advertise(after: event.reason)
    case .leLongTermKeyRequest(let event): answerKeyRequest(event)
    case .leConnectionUpdateComplete(let event) where event.status == .unsupportedRemoteFeature:
      requestConnectionParametersOverL2CAP()
    case .commandStatus(let event)
    where event.commandOpcode == LEConnectionUpdateCommand.opcode
      && event.status == .unsupportedRemoteFeature:
      requestConnectionParametersOverL2CAP()
    case .leCSReadRemoteSupportedCapabilitiesComplete(let event): enableReflector(event.connectionHandle)
    case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event):
      enableReflector(event.connectionHandle)
    default: ranging?.take(event)
    }
  }

  private func connected(_ event: LEConnectionCompleteEvent) {
    let peer = event.peerAddress.asPublicOrRandom
    let record = bondRecord?.bond.matches(peer) == true ? bondRecord : nil
    var database = profile.database
    database.restore(record?.configurations ?? [])
    if ranging == nil {
      ranging = RangingResponder(profile, database: database, simulation: driver.simulation) {
        [weak self] change in self?.updateLink(change)
      }
    }
    link = HostLink(
      role: .peripheral, handle: event.connectionHandle, localAddress: address, peerAddress: peer,
      aclLength: 251, database: database, maximumMTU: Int(profile.gatt.maximumMTU),
      policy: profile.pairingPolicy, pairingSecrets: nil, bond: record?.bond)
    givePairingSecrets(from: \.secrets)
    link?.server.faults = faults
    updateLink { channels.listen(on: &$0) }
    inheritServer()
    serve(database, on: event.connectionHandle)
    stopFastPhase()
    enableReflector(event.connectionHandle)
    if profile.link.requestsConnectionParameters { requestConnectionParameters(event.connectionHandle) }
    if profile.link.startsPHYUpdate {
      driver.send(
        LESetPHYCommand {
          $0.connectionHandle = event.connectionHandle
          $0.txPHYs = .le2M
          $0.rxPHYs = .le2M
        })
    }
    actOnConnection()
  }

  /// Begins what the accessory's own services do on a link.
  private func serve(_ database: GATTDatabase, on handle: ConnectionHandle) {
    services = ServiceResponder(
      profile.gatt.services, database: database, simulation: driver.simulation,
      hasRoom: { [weak self] in self?.driver.hasRoom(for: handle) ?? false },
      update: { [weak self] in self?.updateLink($0) })
  }

  /// Asks through the controller where both sides can, else through L2CAP. [Vol 3, Part A, 4.20]
  private func requestConnectionParameters(_ handle: ConnectionHandle) {
    guard profile.features[.connectionParametersRequest] else {
      return requestConnectionParametersOverL2CAP()
    }
    let wanted = profile.link.wantedParameters
    driver.send(LEConnectionUpdateCommand { ($0.connectionHandle, $0.parameters) = (handle, wanted) })
  }

  private func requestConnectionParametersOverL2CAP() {
    updateLink { $0.requestConnectionParameters(profile.link.wantedParameters) }
  }

  private func answerKeyRequest(_ event: LELongTermKeyRequestEvent) {
    if let key = link?.longTermKeyRequested(event.keyName) {
      driver.send(
        LELongTermKeyRequestReplyCommand {
          $0.connectionHandle = event.connectionHandle
          $0.longTermKey = key
        })
    } else {
      driver.send(LELongTermKeyRequestNegativeReplyCommand { $0.connectionHandle = event.connectionHandle })
    }
  }

  private func enableReflector(_ handle: ConnectionHandle) {
    guard profile.features[.channelSounding] else { return }
    driver.send(
      LECSSetDefaultSettingsCommand(
        connectionHandle: handle, roles: .reflector, syncAntennas: profile.syncAntennas))
  }
}

/// What the firmware keeps of a bonded phone over links and power cycles. It is forgotten as a whole.
struct BondRecord {
  let bond: Bond
  /// What the phone has configured, without the Ranging Service, whose configurations end with each link.
  /// [Vol 3, Part G, 3.3.3.3]
  private(set) var configurations: [ClientConfiguration] = []

  init(_ bond: Bond) { self.bond = bond }

  /// Takes over what the phone has configured, if the link is encrypted with the key of the bond: on another link a
  /// stranger may have the phone's address.
  mutating func follow(_ link: HostLink) {
    guard link.isEncrypted, link.bond?.longTermKey == bond.longTermKey else { return }
    configurations = link.server.database.configurations(outside: .ranging)
  }
}
