internal import CoreTypes
internal import HCI
internal import HostStack
package import Initiator
package import Profiles
internal import Session
internal import SimulationKernel
internal import VirtualHost

/// Whether apps can use Bluetooth.
package enum BluetoothState: Hashable, Sendable {
  /// The phone has not reported yet.
  case unknown
  /// The system lost its controller for a moment.
  case resetting
  /// The phone has no Bluetooth LE.
  case unsupported
  /// The user has not allowed the app to use Bluetooth.
  case unauthorized
  case poweredOff
  case poweredOn
}

/// The Bluetooth part of a phone's operating system, which its apps share: one scan, one link to an accessory and one
/// store of bonds, however many clients there are.
///
/// Everything happens in virtual time. Clients get events and completions after the event of the simulation that
/// caused them, never inside their own call.
package final class PhoneSystem {
  /// The host of the phone.
  package let phone: Phone
  /// How the phone behaves.
  package let profile: PhoneProfile
  /// Whether apps can use Bluetooth now.
  package private(set) var state = BluetoothState.unknown
  /// Whether a manager of an app has ever been powered on: features are not known before.
  package internal(set) var hasBeenPoweredOn = false
  /// Whether the user agrees when the phone asks to pair.
  package var acceptsPairing = true
  /// Receives a line for each use of the system that has no effect, as a phone writes it to its log.
  package var logReceiver: ((String) -> Void)?
  /// Receives comments on the last packet from the controller.
  package var remarkReceiver: ((String) -> Void)?
  /// Whether scans report to apps those accessories alone that are set up, and await nothing more of the app.
  package var hidesOthersFromApps = false
  /// Hear of the accessories that are set up.
  package var setupObservers: [(SetupEvent) -> Void] = []
  /// Whether the user has switched Bluetooth on.
  package private(set) var isSwitchedOn = false
  /// What keeps Bluetooth from the apps, whether it is switched on or not; nil if nothing does.
  private var barrier: BluetoothState?
  /// Whether the controller is being brought up.
  private var isPoweringOn = false
  var clients: [CentralClient] = []
  /// The accessory picker that is open; nil if none is.
  var picker: AccessoryPicker?
  /// In the order in which they were first seen.
  var accessories: [KnownAccessory] = []
  var scanRecord = ScanRecord()
  /// Whether the controller scans, or is about to.
  var isScanning = false
  /// Whether commands that start or stop the scan are under way.
  var isChangingScan = false
  /// The Channel Sounding session that runs; nil if none does.
  var sounding: SoundingSession?
  /// Whether the app is in the foreground.
  package internal(set) var isForeground = true
  /// How many times longer than usual the interval of procedures is.
  package internal(set) var load = 1

  /// Makes the system of a phone; `start` brings it up.
  package init(_ phone: Phone, profile: PhoneProfile) {
    (self.phone, self.profile) = (phone, profile)
    phone.connectionParameters = profile.connection.parameters
    if profile.connection.keepsAppleRules { phone.grantsParameters = { $0.keepsAppleRules } }
    phone.receiver = { [weak self] in self?.take($0) }
  }

  /// Switches Bluetooth on, as a phone that starts; clients learn of it when the controller is up.
  package func start() { switchBluetooth(on: true) }

  /// Switches Bluetooth on or off, as a user does. The switch does not end what keeps Bluetooth from the apps.
  package func switchBluetooth(on isOn: Bool) {
    isSwitchedOn = isOn
    settle()
  }

  /// Keeps Bluetooth from the apps with a state below `.poweredOn`, or gives it back with nil, as far as it is switched
  /// on.
  package func block(with state: BluetoothState?) {
    precondition(state != .poweredOn, "Bluetooth that is on is not kept from the apps")
    barrier = state
    settle()
  }

  /// What keeps Bluetooth from the apps now; nil if nothing does.
  private var hindrance: BluetoothState? { barrier ?? (isSwitchedOn ? nil : .poweredOff) }

  /// Goes where the switch and the barrier lead.
  private func settle() {
    if let hindrance { return leave(for: hindrance) }
    guard state != .poweredOn, !isPoweringOn else { return }
    isPoweringOn = true
    phone.run(phone.powerOn()) { [weak self] result in
      guard let self else { return }
      isPoweringOn = false
      guard hindrance == nil else { return }
      if case .success = result { change(to: .poweredOn) } else { change(to: .unsupported) }
    }
  }

  /// A state below `.poweredOn` ends scans, links and wishes for links. Clients learn of the state: after the end of a
  /// Channel Sounding session, and before that of channels, which end with the link.
  private func leave(for state: BluetoothState) {
    let wasOn = self.state == .poweredOn
    for client in clients { client.scan = nil }
    for accessory in accessories { accessory.holds = [] }
    isScanning = false
    if let link = sounding?.link { endSounding(on: link, nil) }
    change(to: state)
    if wasOn { phone.run(.complete(ResetCommand())) { _ in } }
  }

  private func change(to state: BluetoothState) {
    guard self.state != state else { return }
    self.state = state
    for client in clients { client.report(state) }
  }

  /// Whether apps can range by Channel Sounding: as far as hardware and region allow, once a manager is powered on.
  package var supportsChannelSounding: Bool { hasBeenPoweredOn && profile.apps.hasChannelSounding }

  /// Writes a line to the phone's log.
  package func log(_ text: String) { logReceiver?(text) }

  // MARK: Clients

  /// Adds a client, as an app that makes a central manager.
  ///
  /// - Parameter isOfApp: whether an app has it, not the system itself.
  package func addClient(
    isOfApp: Bool = true, _ receiver: @escaping (CentralEvent) -> Void
  ) -> CentralClient {
    let client = CentralClient(self, isOfApp: isOfApp, isEarly: isOfApp && accessoriesSetUp.isEmpty, receiver)
    clients.append(client)
    if state != .unknown {
      phone.simulation.schedule(after: .zero) { [self, weak client] in client?.report(state) }
    }
    if client.isEarly { picker?.finish(.failure(.restricted)) }
    return client
  }

  /// Whether an app has a manager that it made before any accessory was set up.
  package var hasEarlyClient: Bool { clients.contains { $0.isEarly } }

  func remove(_ client: CentralClient) {
    clients.removeAll { $0 === client }
    updateScan()
    for accessory in accessories { release(accessory, client) }
  }

  // MARK: Events of the phone

  private func take(_ event: PhoneEvent) {
    switch event {
    case .event(.leAdvertisingReport(let event)):
      for report in event.reports { take(report) }
    case .event(let event): followSounding(event)
    case .connected(let link): established(link)
    case .disconnected(let link, let reason): lost(link, reason)
    case .action(let action, let link): take(action, link)
    case .hasRoom(let link):
      guard let accessory = accessory(of: link) else { return }
      for hold in accessory.holds where hold.stage == .connected {
        hold.client.report(.hasRoom(accessory.identifier))
      }
    case .procedure(let procedure, let link): report(procedure, reflector: nil, link)
    case .ranged(let own, let reflector, let link): report(own, reflector: reflector, link)
    }
  }

  private func take(_ action: HostAction, _ link: PhoneLink) {
    guard let accessory = accessory(of: link) else { return }
    switch action {
    case .paired(let bond): accessory.bond = bond.isPersistent ? bond : nil
    case .securityRequested: protect(accessory)
    case .client(.notification(let handle, let value)), .client(.indication(let handle, let value)):
      let most = link.host.client.maximumCommandLength
      if value.count >= most {
        remarkReceiver?(
          "a value of \(most) octets, the maximum for this ATT_MTU: the server truncates longer values")
      }
      for client in accessory.subscribers[handle] ?? [] {
        client.report(.valueChanged(accessory.identifier, handle: handle, value))
      }
    default: followChannel(action, of: accessory)
    }
  }

  // MARK: Accessories

  func accessory(of link: PhoneLink) -> KnownAccessory? { accessories.first { $0.link === link } }

  func accessory(_ identifier: AccessoryIdentifier) -> KnownAccessory? {
    accessories.first { $0.identifier == identifier }
  }

  func accessory(at address: DeviceAddress) -> KnownAccessory? {
    accessories.first { $0.address == address || $0.bond?.matches(address) == true }
  }

  /// The accessory of an advertiser, which is known from now on.
  func meet(_ address: DeviceAddress) -> KnownAccessory {
    if let known = accessory(at: address) { return known }
    let identifier = AccessoryIdentifier(of: address, at: phone.address ?? DeviceAddress(), model: profile.id)
    let accessory = KnownAccessory(identifier, address: address)
    accessories.append(accessory)
    return accessory
  }
}
