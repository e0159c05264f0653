internal import Capture
internal import CoreTypes
internal import HostStack
internal import Initiator
internal import PhoneSystem
internal import PhoneWorld
internal import Profiles
internal import SimulationKernel
internal import Verdicts

/// The app of a scenario. The app connects to each accessory that is set up, subscribes to values, and ranges.
///
/// The app is a client of `PhoneSystem`, as the classes of Core Bluetooth are. The app handles each event of the system
/// after the event of the simulation that caused it.
final class ScenarioApp {
  let description: Scenario.App
  let world: PhoneWorld
  private let scenario: Scenario
  let scene: ScenarioScene
  private let receiver: (ScenarioEvent) -> Void
  var system: PhoneSystem { world.system }
  private(set) var client: CentralClient?
  /// The advertised name of each accessory that was set up.
  private var names: [AccessoryIdentifier: String] = [:]
  /// The handle of the watched value, and whether the last value was an alarm.
  private var watched: [AccessoryIdentifier: (handle: UInt16, isAlarm: Bool)] = [:]
  /// The accessory to range with after each connection; nil for none.
  private var wanted: AccessoryIdentifier?
  var session: AppSession?
  /// Where the phone is with respect to the zones of each accessory: this lasts longer than a session.
  private var zones: [AccessoryIdentifier: ZoneWatch] = [:]

  /// Starts the app. The app connects to the accessories that are set up.
  ///
  /// - Parameter receiver: receives each event of the app.
  init(
    _ scenario: Scenario, in world: PhoneWorld, _ scene: ScenarioScene,
    receiver: @escaping (ScenarioEvent) -> Void
  ) {
    (self.scenario, self.world, self.scene, self.receiver) = (scenario, world, scene, receiver)
    description = scenario.app
    world.system.setupObservers = [{ [weak self] event in self?.take(event) }]
    report(.app, .launch, nil, "starts")
    if !system.accessoriesSetUp.isEmpty {
      makeManager()
      learnNames()
    }
  }

  /// Terminates the app with its connections.
  func end() {
    session = nil
    client?.close()
    client = nil
    world.system.setupObservers = []
  }

  // MARK: Reports

  /// Reports an event of the present time.
  func report(
    _ actor: ScenarioEvent.Actor, _ kind: ScenarioEvent.Kind, _ identifier: AccessoryIdentifier?,
    _ text: String,
    _ error: ScenarioExpectation.ErrorName? = nil, fill: (inout ScenarioEvent) -> Void = { _ in }
  ) {
    var event = ScenarioEvent(
      time: world.elapsed, actor: actor, kind: kind, accessory: identifier.flatMap { names[$0] }, text: text,
      error: error, frame: world.log.count)
    fill(&event)
    receiver(event)
  }

  func trueMetres(to identifier: AccessoryIdentifier) -> Double? {
    names[identifier].flatMap { scene.metres(to: $0, at: world.elapsed) }
  }

  // MARK: Setup

  /// Shows the accessory picker. The user chooses the accessory that advertises `name`, or closes the picker if `name` is
  /// nil.
  func showPicker(choosing name: String?) {
    let services = description.services.compactMap { BluetoothUUID(octets: $0.octets) }
    let item = PickerItem(AccessorySetup(name: Self.itemName, isBonded: true), isImmediate: false) { data in
      data.serviceUUIDs.contains { services.contains($0) }
    }
    AccessoryPicker.open(
      in: system, [item], choice: name.map { .named($0) } ?? .cancel, timeout: Self.pickerTimeout
    ) { _ in
    } completion: { [weak self] result in
      guard case .failure(let failure) = result else { return }
      self?.report(.picker, .pickerEnd, nil, failure.words, failure.error)
    }
  }

  /// The name of the display item. No accessory has this name, so the user chooses by the advertised name.
  private static let itemName = ""
  /// The default timeout of Apple's picker.
  private static let pickerTimeout = Picoseconds.seconds(30)

  private func take(_ event: SetupEvent) {
    switch event {
    case .added(let identifier):
      // A central manager that is older than the first accessory restricts the picker.
      let isFirst = client == nil
      if isFirst { makeManager() }
      learnNames()
      report(.picker, .setUp, identifier, "set up")
      if system.hasBond(with: identifier) { report(.picker, .bond, identifier, "bonded") }
      if !isFirst { client?.connect(identifier, reconnects: false) }
    case .changed: break
    case .removed(let identifier):
      if wanted == identifier { wanted = nil }
      zones[identifier] = nil
      report(.phone, .removal, identifier, "removed, with its bond")
    }
  }

  // MARK: Connections

  private func makeManager() {
    client = system.addClient { [weak self, world] event in
      world.simulation.schedule(after: .zero) { self?.take(event) }
    }
  }

  private func learnNames() {
    for identifier in system.accessoriesSetUp { names[identifier] = client?.name(of: identifier) }
  }

  private func take(_ event: CentralEvent) {
    guard client != nil else { return }
    switch event {
    case .stateChanged(let state): take(state)
    case .connected(let identifier):
      report(.app, .connection, identifier, "connected")
      subscribe(identifier)
      if wanted == identifier || (description.ranging == .whenConnected && wanted == nil) {
        range(identifier)
      }
    case .connectionFailed(let identifier, let failure):
      report(.app, .connectionFailure, identifier, "cannot be connected to", failure.error)
      // Another attempt cannot succeed before the user acts.
      if failure != .bondRemoved, failure != .limitReached {
        client?.connect(identifier, reconnects: false)
      }
    case .disconnected(let identifier, let failure, _):
      watched[identifier] = nil
      report(.app, .disconnection, identifier, "disconnected", failure?.error)
      if system.setup(of: identifier) != nil { client?.connect(identifier, reconnects: false) }
    case .valueChanged(let identifier, let handle, let octets): take(octets, handle, identifier)
    case .sounded(let identifier, let metres): take(metres, identifier)
    case .soundingEnded(let identifier, let failure): endSession(identifier, failure)
    case .soundingStartRefused(let identifier):
      report(
        .session, .refusal, identifier, "another start refused, a session runs",
        SoundingFailure.configuration.error)
    case .discovered, .nameChanged, .hasRoom, .channel: break
    }
  }

  private func take(_ state: BluetoothState) {
    let sounding = system.supportsChannelSounding ? ", Channel Sounding supported" : ""
    report(.phone, .state, nil, state == .poweredOn ? "powered on\(sounding)" : "Bluetooth is \(state)")
    if state == .poweredOn {
      for identifier in system.accessoriesSetUp { client?.connect(identifier, reconnects: false) }
    }
  }

  // MARK: Values

  private func subscribe(_ identifier: AccessoryIdentifier) {
    guard let watch = description.watch, let service = BluetoothUUID(octets: watch.service.octets),
      let wanted = BluetoothUUID(octets: watch.characteristic.octets), let client
    else { return }
    let lack =
      "\(names[identifier] ?? "") has no service \(watch.service) with the watched characteristic \(watch.characteristic)"
    client.discoverServices(of: identifier) { [weak self, system] result in
      guard let found = try? result.get().first(where: { $0.uuid == service }) else {
        return system.log(lack)
      }
      client.discoverCharacteristics(in: found.range, of: identifier) { result in
        guard let value = try? result.get().first(where: { $0.uuid == wanted }) else {
          return system.log(lack)
        }
        self?.watched[identifier] = (value.valueHandle, false)
        client.setNotifying(true, value, of: identifier) { result in
          if case .failure(let failure) = result {
            system.log("\(watch.characteristic) cannot be subscribed to: \(failure)")
          }
        }
      }
    }
  }

  private func take(_ octets: [UInt8], _ handle: UInt16, _ identifier: AccessoryIdentifier) {
    guard let watch = description.watch, let known = watched[identifier], known.handle == handle,
      octets.count >= 2
    else { return }
    let value = watch.value(of: Int16(bitPattern: UInt16(octets: octets[0], octets[1])))
    let words = MeasureText.number(value, watch.unit)
    report(.app, .value, identifier, "notifies \(words)") { $0.value = value }
    let isAlarm = watch.alarm.map { value >= $0 } ?? false
    watched[identifier]?.isAlarm = isAlarm
    guard isAlarm, !known.isAlarm else { return }
    report(.app, .alarm, identifier, "notifies \(words): alarm") { $0.value = value }
    if description.ranging == .atAlarm, wanted == nil { range(identifier) }
  }

  // MARK: Ranging

  /// Starts a session with the accessory `name`. The app starts another session after each reconnection.
  func range(_ name: String) {
    guard let identifier = identifier(of: name) else {
      return report(.session, .completion, nil, "is not set up", SoundingFailure.configuration.error) {
        $0.accessory = name
      }
    }
    range(identifier)
  }

  private func identifier(of name: String) -> AccessoryIdentifier? {
    system.accessoriesSetUp.first { names[$0] == name }
  }

  private func range(_ identifier: AccessoryIdentifier) {
    if wanted == nil { wanted = identifier }
    client?.startChannelSounding(identifier)
  }

  /// Cancels the session with the accessory `name`.
  func stopRanging(_ name: String) {
    guard let identifier = identifier(of: name) else { return }
    if wanted == identifier { wanted = nil }
    client?.cancelChannelSounding(identifier)
  }

  private func take(_ metres: Double?, _ identifier: AccessoryIdentifier) {
    if session?.identifier != identifier { session = AppSession(identifier, description) }
    session?.take(metres, in: self)
  }

  /// Reports the entries into zones of an accessory, and the exits.
  ///
  /// - Parameter smoothed: the distance that the app goes by; nil if its filter rejected the distance.
  func cross(_ metres: Double, smoothed: Double?, _ identifier: AccessoryIdentifier) {
    let crossings = zones[identifier, default: ZoneWatch(description)].cross(metres, smoothed: smoothed)
    for crossing in crossings {
      let verb = [.entry, .rawEntry].contains(crossing.kind) ? "entered" : "left"
      let place = "\(crossing.zone) at \(MeasureText.number(crossing.metres, "m"))"
      report(.app, crossing.kind, identifier, "\(verb) zone \(place)") { $0.zone = crossing.zone }
    }
  }

  private func endSession(_ identifier: AccessoryIdentifier, _ failure: SoundingFailure?) {
    let isOfSession = session?.identifier == identifier
    let rate = isOfSession ? session?.rateWords ?? "" : ""
    if isOfSession { session = nil }
    let end = failure == .configuration ? "did not begin" : "ended\(rate)"
    report(.session, .completion, identifier, "Channel Sounding \(end)", failure?.error)
  }
}
