internal import Capture
package import CoreTypes
package import Dissection
internal import HCI
internal import Initiator
package import Profiles
internal import RadioModel
package import Ranging
internal import Reflector
package import Session
internal import SimulationKernel
internal import VirtualController
internal import VirtualHost

/// What is on the bench of a lab.
package struct LabSetup: Sendable {
  package var accessory: AccessoryProfile
  package var phone: PhoneProfile
  /// The place, without the walls of the scene.
  package var surroundings: EnvironmentPreset
  package var scene: LabScene
  /// How the phone makes a distance of a procedure.
  package var estimator: RangingEstimatorKind
  /// The seed of all chance.
  package var seed: UInt64

  package init(
    accessory: AccessoryProfile, phone: PhoneProfile, surroundings: EnvironmentPreset, scene: LabScene,
    estimator: RangingEstimatorKind = .usual, seed: UInt64
  ) {
    self.accessory = accessory
    self.phone = phone
    self.surroundings = surroundings
    self.scene = scene
    self.estimator = estimator
    self.seed = seed
  }

  /// The place with the walls of the scene.
  package var environment: EnvironmentPreset { scene.environment(in: surroundings) }

  fileprivate func hasSameDevices(as other: LabSetup) -> Bool {
    accessory == other.accessory && phone == other.phone && estimator == other.estimator && seed == other.seed
  }
}

/// What happened while a lab went on.
package struct LabSpan: Sendable {
  /// The procedures that ended.
  package var procedures: [LabProcedure] = []
  /// The frames, but for empty PDUs.
  package var frames: [RunningExplainer.Line] = []
  /// What did not work, a sentence each.
  package var troubles: [String] = []
}

/// A phone that ranges with an accessory while both can be moved and changed.
///
/// Places change under a running link, with the next procedure. After any other change the devices are new, and connect
/// again.
package final class LabBench {
  /// The virtual time after which a search ends.
  private static let searchTimeout = Picoseconds.seconds(5)
  /// The virtual time between a refusal and the next attempt.
  private static let pause = Picoseconds.seconds(2)

  package private(set) var setup: LabSetup
  private let recorder: LiveRecorder?
  private var table: Table
  private var explainer = RunningExplainer()
  /// The time that was let pass. A search may end later; the bench then stands still until as much has passed.
  private var granted = Instant.start
  private var nextAttempt = Instant.start

  /// Puts devices on the bench; nothing happens before `advance`.
  ///
  /// - Parameter recorder: records everything; nil for no capture.
  package init(_ setup: LabSetup, recorder: LiveRecorder? = nil) {
    self.setup = setup
    self.recorder = recorder
    table = Table(setup, start: .start, recorder)
  }

  deinit { table.close() }

  /// The virtual time.
  package var now: Instant { table.world.simulation.now }

  /// Changes what is on the bench: places under the running link, anything else with new devices.
  package func change(to setup: LabSetup) {
    let keepsDevices = setup.hasSameDevices(as: self.setup)
    self.setup = setup
    if keepsDevices { return table.move(setup) }
    let now = now
    table.close()
    table = Table(setup, start: now, recorder)
    nextAttempt = now
  }

  /// Lets a span of virtual time pass. What a search for the accessory takes beyond that is taken from the next spans.
  package func advance(by span: Picoseconds) -> LabSpan {
    var result = LabSpan()
    granted = granted + span
    guard now < granted else { return result }
    if now >= nextAttempt { result.troubles += attempt() }
    if now < granted { table.world.simulation.run(until: granted) }
    (result.procedures, result.frames) = (table.takeProcedures(), explainer.explain(table.takeFrames()))
    return result
  }

  /// Ranges, or tries to, for the time that is granted.
  ///
  /// - Returns: what did not work, a sentence each.
  private func attempt() -> [String] {
    do throws(HostError) {
      let hasAccessory = try table.run(until: granted, timeout: now + Self.searchTimeout)
      return hasAccessory ? [] : ["The phone does not find the accessory."]
    } catch {
      table.leave()
      nextAttempt = now + Self.pause
      return ["\(error)"]
    }
  }
}

/// The devices between two changes.
private final class Table {
  let world: AirWorld
  private let phone: VirtualInitiator
  private let session: PhoneSession
  private let watch: LabWatch
  private var isRanging = false

  init(_ setup: LabSetup, start: Instant, _ recorder: LiveRecorder?) {
    let environment = Environment(setup.environment, distanceMetres: setup.scene.distanceMetres)
    let watch = LabWatch(estimator: setup.estimator, trueMetres: setup.scene.distanceMetres)
    self.watch = watch
    world = AirWorld(
      phone: setup.phone.controllerDescription(setup.accessory.interpretations, offering: setup.phone.tFCS),
      environment: environment, seed: setup.seed, start: start
    ) { controller, role in
      controller.hciTap = { [unowned controller] packet, isFromHost in
        let now = controller.simulation.now
        recorder?.hciPacket(packet, role: role, isFromHost: isFromHost, at: now)
        watch.take(packet, role: role, isFromHost: isFromHost, at: now)
      }
    }
    world.air.add(watch)
    if let recorder {
      recorder.clock = world.simulation
      world.air.add(recorder)
    }
    world.addAccessory(setup.accessory).powerOn()
    phone = VirtualInitiator(world.phoneController)
    phone.rangedSink = { watch.monitor?.take($0, reflector: $1) }
    watch.monitor?.phoneReadsResults = { [unowned phone] in phone.readsRangingService }
    session = PhoneSession(phone, profile: setup.phone)
  }

  func move(_ setup: LabSetup) {
    world.air.change(to: Environment(setup.environment, distanceMetres: setup.scene.distanceMetres))
    watch.trueMetres = setup.scene.distanceMetres
  }

  /// Ranges until `end`.
  ///
  /// - Returns: whether the phone has an accessory; false after a search until `timeout`.
  func run(until end: Instant, timeout: Instant) throws(HostError) -> Bool {
    let simulation = world.simulation
    if !isRanging { isRanging = try session.begin { simulation.now < timeout } }
    guard isRanging else { return false }
    if simulation.now < end { simulation.run(until: end) }
    if phone.link == nil {
      isRanging = false
    } else if session.hasSeriesEnded {
      try session.startSeries()
    }
    phone.forgetEvents()
    return true
  }

  /// Disconnects.
  func leave() {
    isRanging = false
    phone.leave()
  }

  func takeProcedures() -> [LabProcedure] { watch.takeProcedures() }

  func takeFrames() -> CaptureLog { watch.takeFrames() }

  func close() { world.close() }
}
