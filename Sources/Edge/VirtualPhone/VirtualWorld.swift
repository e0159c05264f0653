internal import Capture
internal import CoreTypes
internal import Faults
public import Foundation
package import HCI
internal import PhoneSystem
internal import PhoneWorld
internal import Profiles
internal import RadioModel
package import SimulationKernel

/// A phone with its apps and any number of accessories in one place, in virtual time.
///
/// An app is ordinary code: it makes managers of the mirrored frameworks, and `run` calls its delegates. Time stands still
/// outside of `run`, and during each callback. So a seed gives the same callbacks and the same capture on every machine.
///
/// ```swift
/// let world = try VirtualWorld(seed: 7)
/// try world.addAccessory("nordic-nrf54l15-ipt", x: 1.5, y: 0)
/// let finder = Finder()
/// world.run(for: .seconds(10))
/// try world.writeCapture("Captures/finder.pcapng")
/// ```
public final class VirtualWorld: @unchecked Sendable {
  /// What the virtual calendar shows when a world begins: 1 January 2026, 00:00:00 UTC.
  public static let startDate = Date(timeIntervalSinceReferenceDate: 788_918_400)

  /// The phone.
  public let phone: WorldPhone
  /// The phones, in the order in which they were added; `phone` is the first.
  public var phones: [WorldPhone] { gate.withLock { addedPhones } }
  /// The accessories, in the order in which they were added.
  public var accessories: [WorldAccessory] { gate.withLock { added } }
  /// Guards everything below, and all that managers and peripherals know. It is free while a callback runs.
  package let gate = NSRecursiveLock()
  private let world: PhoneWorld
  private var addedPhones: [WorldPhone]
  private var added: [WorldAccessory] = []
  private var callbacks: [Callback] = []
  /// Calls that came where they could not be taken.
  private var postponed: [() -> Void] = []
  private var isRunning = false

  /// Makes a world with a phone whose Bluetooth comes up at once.
  ///
  /// The world belongs to the thread that makes it: managers that are made there are those of its phone.
  ///
  /// - Parameters:
  ///   - phone: a phone of `Profiles/phones`, or the path of a phone profile.
  ///   - environment: a preset of `Profiles/environments`, or the path of one.
  ///   - seed: the seed of all chance.
  ///   - keepsSteps: whether the capture has the steps of Channel Sounding, which make it large.
  /// - Throws: `WorldError` with all that is wrong with the files.
  public convenience init(
    phone: String = "iphone-ios27", environment: String = "line-of-sight", seed: UInt64 = 1,
    keepsSteps: Bool = false
  ) throws(WorldError) {
    let profile = try WorldFiles.read(phone, in: .phones, PhoneProfile.read)
    let preset = try WorldFiles.read(environment, in: .environments, EnvironmentPreset.read)
    self.init(
      PhoneWorld(phone: profile, environment: preset, seed: seed, log: CaptureLog(keepsSteps: keepsSteps)))
  }

  /// Makes the world of a scenario: the phone with its track, the accessories, and the actions of the user, the phone
  /// and the accessories. The caller provides the app, so actions of the app have no effect. In an accessory picker the
  /// user chooses the accessory of the first action `picker`, unless the caller sets `phone.picker`.
  ///
  /// - Parameters:
  ///   - scenario: a scenario of `Profiles/scenarios`, or the path of one.
  ///   - seed: the seed of all chance.
  ///   - keepsSteps: whether the capture has the steps of Channel Sounding, which make it large.
  /// - Throws: `WorldError` with all that is wrong with the files.
  public convenience init(scenario: String, seed: UInt64 = 1, keepsSteps: Bool = false) throws(WorldError) {
    let description = try WorldFiles.read(scenario, in: .scenarios, Scenario.read)
    let cast = try WorldFiles.cast(of: description)
    self.init(PhoneWorld(description, cast, seed: seed, log: CaptureLog(keepsSteps: keepsSteps)))
    for (accessory, profile) in zip(world.accessories, cast.accessories) {
      added.append(WorldAccessory(accessory, name: profile.advertising.name, phone.system, gate))
    }
    if let first = description.script.first(where: { $0.action == .picker }) {
      phone.picker = first.accessory.map { .choose($0) } ?? .cancel
    }
    for step in description.script {
      world.simulation.schedule(at: .start + Picoseconds(seconds: step.seconds)) { [weak world] in
        world?.perform(step, of: description)
      }
    }
  }

  private init(_ world: PhoneWorld) {
    self.world = world
    phone = WorldPhone(world.system, gate) { [weak world] in world?.placePhone(on: $0) }
    addedPhones = [phone]
    CurrentPhone.register(self)
    world.system.start()
  }

  /// The time since the world began.
  public var now: Duration { gate.withLock { Duration(world.elapsed) } }

  /// The virtual time as a clock, for code that takes one and was started with `task`.
  public var clock: WorldClock { WorldClock(self) }

  /// The virtual date.
  public var date: Date { Self.startDate + TimeInterval(now) }

  /// Adds another phone, and switches its Bluetooth on. The capture has the frames of its links, not its HCI.
  ///
  /// - Parameters:
  ///   - profile: a phone of `Profiles/phones`, or the path of a phone profile.
  ///   - x: where it stands, in metres.
  ///   - y: in metres, a quarter turn to the left of x.
  /// - Throws: `WorldError` with all that is wrong with the file.
  @discardableResult
  public func addPhone(
    _ profile: String = "iphone-ios27", x: Double, y: Double
  ) throws(WorldError) -> WorldPhone {
    let description = try WorldFiles.read(profile, in: .phones, PhoneProfile.read)
    return gate.withLock {
      let number = addedPhones.count
      let system = world.addPhone(description, at: Position(xMetres: x, yMetres: y))
      let phone = WorldPhone(system, gate) { [weak world] in world?.placePhone(number, on: $0) }
      addedPhones.append(phone)
      system.start()
      return phone
    }
  }

  /// Adds an accessory.
  ///
  /// - Parameters:
  ///   - profile: an accessory of `Profiles/accessories`, or the path of a profile.
  ///   - x: where it stands, in metres; the phone stands at the origin unless it is moved.
  ///   - y: in metres, a quarter turn to the left of x.
  ///   - isOn: whether it has power from now on.
  ///   - faults: what is wrong with it, by the names that `reflector list faults` shows.
  /// - Throws: `WorldError` with all that is wrong with the file, or for a fault that there is not.
  @discardableResult
  public func addAccessory(
    _ profile: String, x: Double, y: Double, isOn: Bool = true, faults: [String] = []
  ) throws(WorldError) -> WorldAccessory {
    var description = try WorldFiles.read(profile, in: .accessories, AccessoryProfile.read)
    for name in faults {
      guard let fault = Fault(id: name) else {
        throw WorldError("found no fault '\(name)', expected one of those that `reflector list faults` shows")
      }
      guard description.plant(fault) else {
        throw WorldError("\(profile): found the fault '\(name)', expected an accessory with inline PCT")
      }
    }
    gate.lock()
    defer { gate.unlock() }
    let accessory = WorldAccessory(
      world.addAccessory(description, at: Position(xMetres: x, yMetres: y)),
      name: description.advertising.name, phone.system, gate)
    added.append(accessory)
    if isOn { accessory.powerOn() }
    return accessory
  }

  /// Adds the controller of an accessory for a real host, which attaches at a port. The driver paces all later runs.
  /// During such a run, apps may call the frameworks in callbacks only.
  ///
  /// - Throws: `WorldError` with all that is wrong with the file.
  package func addAccessory(
    _ profile: String, x: Double, y: Double, hostedAt port: any HCIPort, _ driver: any SimulationDriver
  ) throws(WorldError) {
    let description = try WorldFiles.read(profile, in: .accessories, AccessoryProfile.read)
    world.addController(of: description, at: Position(xMetres: x, yMetres: y), for: port, driver)
  }

  /// Lets a span of virtual time pass. Callbacks run on their queues; the next event waits for each of them, and for
  /// all that it left behind on its queue.
  public func run(for span: Duration) {
    let end = begin(span)
    repeat {
      gate.withLock { takePostponed() }
      pass(until: end)
    } while deliver(until: { false })
    gate.withLock { isRunning = false }
  }

  /// - Returns: when the run ends.
  private func begin(_ span: Duration) -> Instant {
    gate.withLock {
      precondition(!isRunning, "a world runs already: call run outside of callbacks")
      isRunning = true
      return world.simulation.now + Picoseconds(span)
    }
  }

  /// Runs up to the next callback. A driver runs events on its own thread, so the gate is free during its run.
  private func pass(until end: Instant) {
    if world.simulation.driver == nil {
      gate.withLock { world.simulation.run(until: end) { callbacks.isEmpty } }
    } else {
      world.simulation.run(until: end) { gate.withLock { callbacks.isEmpty } }
    }
  }

  /// Lets time pass until `condition` holds after a callback or an event, for a span at most. Callbacks that are due
  /// after that one wait for the next run.
  ///
  /// - Returns: whether the condition holds.
  @discardableResult
  public func run(atMost span: Duration, until condition: () -> Bool) -> Bool {
    let end = begin(span)
    var isOver = false
    while !condition(), !isOver {
      let next = gate.withLock {
        // Both may bring an event that comes before those that wait.
        takePostponed()
        return min(world.simulation.nextEventTime ?? end, end)
      }
      pass(until: next)
      isOver = !deliver(until: condition) && next == end
    }
    gate.withLock { isRunning = false }
    return condition()
  }

  /// Runs code as code of an app in this world, on any thread. Managers that the code makes belong to the phone.
  ///
  /// - Parameters:
  ///   - phone: the first phone unless given.
  ///   - body: the code.
  public func perform<Value>(as phone: WorldPhone? = nil, _ body: () throws -> Value) rethrows -> Value {
    try CurrentPhone.with(self, phone ?? self.phone, body)
  }

  /// Starts asynchronous code of an app. The code runs during `run`, between two events. Virtual time advances when all
  /// such code waits for `clock`, for a callback or for other such code.
  ///
  /// - Parameters:
  ///   - phone: the first phone unless given.
  ///   - operation: the code.
  @discardableResult
  public func task<Success: Sendable>(
    as phone: WorldPhone? = nil, _ operation: @escaping @Sendable () async throws -> Success
  ) -> Task<Success, any Error> {
    Task(executorPreference: WorldExecutor(self, phone ?? self.phone), operation: operation)
  }

  /// Writes what has happened so far: the air, and the HCI of the phone. Wireshark opens the file.
  ///
  /// - Throws: `WorldError` if the file cannot be written; then there is none.
  public func writeCapture(_ path: String) throws(WorldError) {
    gate.lock()
    defer { gate.unlock() }
    do {
      try PcapngWriter(application: "reflector").writeFile(world.log, at: path)
    } catch {
      throw WorldError("\(error)")
    }
  }

  /// The number of the last frame of the capture; 0 before the first.
  public var frameCount: Int { gate.withLock { world.log.count } }

  // MARK: Callbacks

  /// Has a callback of an app run on a queue, main where it is nil, before time goes on.
  package func post(on queue: DispatchQueue?, as phone: WorldPhone, _ body: @escaping () -> Void) {
    gate.withLock { callbacks.append(Callback(queue: queue ?? .main, phone: phone, body: body)) }
  }

  /// Schedules an action at a time since the start of the world; a time in the past is now.
  func at(_ offset: Duration, _ body: @escaping () -> Void) {
    gate.withLock {
      let time = Instant.start + Picoseconds(max(offset, .zero))
      world.simulation.schedule(at: max(time, world.simulation.now), body)
    }
  }

  /// Has a call of an object taken before the next event, from wherever it comes: from the end of another object, for
  /// example. The world does not keep the object, which may keep the world; without it there is no call.
  package func postpone<Receiver: AnyObject>(
    for receiver: Receiver, _ call: @escaping (Receiver) -> Void
  ) {
    gate.withLock { postponed.append { [weak receiver] in receiver.map(call) } }
  }

  private func takePostponed() {
    while !postponed.isEmpty {
      let calls = postponed
      postponed = []
      for call in calls { call() }
    }
  }

  /// Delivers the callbacks that are due, up to one after which `condition` holds.
  ///
  /// - Returns: whether there was one.
  private func deliver(until condition: () -> Bool) -> Bool {
    var due = gate.withLock {
      defer { callbacks = [] }
      return callbacks[...]
    }
    let hasAny = !due.isEmpty
    while let callback = due.popFirst() {
      callback.perform(in: self)
      if condition() { break }
    }
    gate.withLock { callbacks.insert(contentsOf: due, at: 0) }
    return hasAny
  }
}
