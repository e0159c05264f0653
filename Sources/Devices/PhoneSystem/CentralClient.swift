internal import CoreTypes
package import HostStack
package import Initiator

/// What the system reports to a client.
package enum CentralEvent {
  case stateChanged(BluetoothState)
  /// An advertiser of the client's scan.
  case discovered(AccessoryIdentifier, Sighting)
  case connected(AccessoryIdentifier)
  /// A link was begun and did not come to be, or none could be begun.
  case connectionFailed(AccessoryIdentifier, ConnectionFailure)
  /// The connection is over; without a failure the client asked for that.
  case disconnected(AccessoryIdentifier, ConnectionFailure?, reconnects: Bool)
  case nameChanged(AccessoryIdentifier, String)
  /// The accessory notified or indicated a value.
  case valueChanged(AccessoryIdentifier, handle: UInt16, [UInt8])
  /// A link that had no room for writes without response has some now.
  case hasRoom(AccessoryIdentifier)
  /// Something happened on an open channel.
  case channel(ClientChannel, ChannelEvent)
  /// A procedure of the Channel Sounding session has finished: the distance in metres, or nil if it gave none.
  case sounded(AccessoryIdentifier, metres: Double?)
  /// The Channel Sounding session is over; without a failure the client asked for that.
  case soundingEnded(AccessoryIdentifier, SoundingFailure?)
  /// Another start of the Channel Sounding session was refused, as a configuration that failed. The session is not over.
  case soundingStartRefused(AccessoryIdentifier)
}

/// One central manager of an app.
package final class CentralClient {
  private unowned let system: PhoneSystem
  private let receiver: (CentralEvent) -> Void
  /// Whether an app has it, not the system itself.
  let isOfApp: Bool
  /// Whether an app made it before any accessory was set up.
  let isEarly: Bool
  var scan: ClientScan?
  /// The last state reported to the client.
  private var reportedState = BluetoothState.unknown

  init(_ system: PhoneSystem, isOfApp: Bool, isEarly: Bool, _ receiver: @escaping (CentralEvent) -> Void) {
    (self.system, self.receiver) = (system, receiver)
    (self.isOfApp, self.isEarly) = (isOfApp, isEarly)
  }

  func report(_ event: CentralEvent) { receiver(event) }

  /// Reports the state of Bluetooth, unless it is the last one reported.
  func report(_ state: BluetoothState) {
    guard state != reportedState else { return }
    reportedState = state
    if isOfApp, state == .poweredOn { system.hasBeenPoweredOn = true }
    report(.stateChanged(state))
  }

  /// Ends all that the client had.
  package func close() {
    scan = nil
    system.remove(self)
  }

  /// Whether Bluetooth is on, and the client has that report. If not, the log says that `call` has no effect.
  private func isOn(_ call: String) -> Bool {
    let state = system.state == .poweredOn ? reportedState : system.state
    if state == .poweredOn { return true }
    system.log("\(call) has no effect: Bluetooth is \(state), expected poweredOn")
    return false
  }

  // MARK: Scanning

  /// Whether the client scans.
  package var isScanning: Bool { scan != nil }

  /// Scans, instead of what the client scanned for before.
  ///
  /// - Parameters:
  ///   - services: advertisers of one of these are reported; all where it is nil.
  ///   - allowsDuplicates: whether each advertising report is reported, not each accessory once.
  package func startScan(for services: [BluetoothUUID]?, allowsDuplicates: Bool) {
    guard isOn("scanForPeripherals") else { return }
    scan = ClientScan(services: services, allowsDuplicates: allowsDuplicates)
    system.updateScan()
  }

  /// Ends the scan.
  package func stopScan() {
    guard isOn("stopScan") else { return }
    scan = nil
    system.updateScan()
  }

  // MARK: Connections

  /// Those of the accessories that the phone knows, in the order of the list.
  package func known(_ identifiers: [AccessoryIdentifier]) -> [AccessoryIdentifier] {
    guard isOn("retrievePeripherals") else { return [] }
    return identifiers.filter { system.accessory($0) != nil }
  }

  /// The accessories to which any app is connected, and of whose services at least one was discovered.
  package func connected(with services: [BluetoothUUID]) -> [AccessoryIdentifier] {
    guard isOn("retrieveConnectedPeripherals") else { return [] }
    return system.accessories.filter { accessory in
      guard accessory.readyLink != nil, let found = accessory.cache.services else { return false }
      return found.contains { services.contains($0.uuid) }
    }.map(\.identifier)
  }

  /// The name of an accessory; nil if it has reported none.
  package func name(of identifier: AccessoryIdentifier) -> String? { system.accessory(identifier)?.name }

  /// Connects as soon as the accessory advertises, however long that takes.
  ///
  /// - Parameters:
  ///   - reconnects: whether the system connects again after the link is lost.
  ///   - delaySeconds: how long the phone waits before it looks for the accessory; up to 1,000,000 s count.
  package func connect(_ identifier: AccessoryIdentifier, reconnects: Bool, delaySeconds: Double = 0) {
    guard isOn("connect"), let accessory = system.accessory(identifier) else { return }
    let delay = Picoseconds(seconds: min(max(0, delaySeconds), 1_000_000))
    system.connect(accessory, self, reconnects: reconnects, after: delay)
  }

  /// Ends a connection, or the attempt.
  package func cancelConnection(_ identifier: AccessoryIdentifier) {
    guard isOn("cancelPeripheralConnection"), let accessory = system.accessory(identifier) else { return }
    system.cancelConnection(accessory, self)
  }

  /// Whether the client wants a connection that it has, or one to come.
  package func wantsConnection(to identifier: AccessoryIdentifier) -> Bool {
    guard let hold = system.accessory(identifier)?.hold(of: self) else { return false }
    return hold.stage != .leaving
  }

  /// Gives up a connection, or the attempt, because the app keeps the accessory no longer.
  package func release(_ identifier: AccessoryIdentifier) {
    guard let accessory = system.accessory(identifier), accessory.hold(of: self) != nil else { return }
    system.log(
      "an app dropped a peripheral that it was connected to, or wanted to be: the connection is given up")
    system.release(accessory, self)
  }

  func accessory(_ identifier: AccessoryIdentifier) -> KnownAccessory? { system.accessory(identifier) }

  // MARK: Channel Sounding

  /// Measures the distance to a connected accessory again and again, until it is cancelled. What the phone refuses ends
  /// as a session that could not be configured. Another start does not end the session that runs.
  package func startChannelSounding(_ identifier: AccessoryIdentifier) {
    system.startSounding(self, identifier)
  }

  /// Ends the session; the connection stays.
  package func cancelChannelSounding(_ identifier: AccessoryIdentifier) {
    system.cancelSounding(self, identifier)
  }

  /// The system and the accessory with the link, if this client is connected. If not, the log says that `call` has no
  /// effect.
  func connection(
    _ identifier: AccessoryIdentifier, for call: String
  ) -> (system: PhoneSystem, accessory: KnownAccessory, link: PhoneLink)? {
    guard isOn(call) else { return nil }
    if let accessory = system.accessory(identifier), let link = accessory.readyLink,
      accessory.hold(of: self)?.stage == .connected
    {
      return (system, accessory, link)
    }
    system.log("\(call) has no effect: the peripheral is not connected")
    return nil
  }
}
