internal import AccessoryProfile
internal import Capture
internal import CoreTypes
internal import Initiator
package import RadioModel
internal import Reflector
internal import Session
package import SimulationKernel
package import VirtualController

/// The two ends of one test case that meet in an air: the accessory, and a phone.
package final class TestBed {
  /// The simulation of both ends.
  package let simulation: Simulation
  /// What lies between the two.
  package private(set) var environment: Environment
  private let air: Air
  let recorder: FrameRecorder
  /// The phone's controller.
  package let phoneController: VirtualController
  let initiator: VirtualInitiator
  /// The accessory whose power is in the tester's hands; nil where a host is attached.
  private let accessory: VirtualAccessory?
  private let hostWorld: HostWorld?
  /// What an attached host says to its controller; nil where the accessory is ours.
  package let hostTraffic: HostTraffic?

  /// A bed of its own for the accessory that a profile describes.
  ///
  /// - Parameters:
  ///   - seed: the seed of this case.
  ///   - start: the virtual time at which its frames begin in the capture.
  ///   - prepare: what is done to the accessory's controller whenever it gets power, so that the cases themselves can be
  ///     tested.
  init(
    _ request: CheckRequest, seed: UInt64, start: Instant, log: CaptureLog,
    prepare: @escaping (VirtualController) -> Void = { _ in }
  ) {
    simulation = Simulation(seed: seed, start: start)
    environment = Environment(
      request.environment, distanceMetres: request.distanceMetres, start: start)
    air = Air(simulation: simulation, environment: environment)
    recorder = FrameRecorder(log: log)
    air.add(recorder)
    phoneController = VirtualController(
      request.phone.controllerDescription(request.profile.interpretations), air: air)
    initiator = VirtualInitiator(phoneController)
    let accessory = VirtualAccessory(request.profile, air: air)
    self.accessory = accessory
    (hostTraffic, hostWorld) = (nil, nil)
    initiator.keepsFrames = true
    if request.phone.connection.keepsAppleRules { initiator.grantsParameters = { $0.keepsAppleRules } }
    recorder.watch(phoneController, as: .initiator)
    accessory.onPowerOn = { [recorder] in
      prepare($0)
      recorder.watch($0, as: .reflector)
    }
    accessory.powerOn()
  }

  /// The bed that all cases share where a host is attached.
  init(_ world: HostWorld) {
    simulation = world.simulation
    environment = world.environment
    air = world.air
    recorder = world.recorder
    phoneController = world.phoneController
    initiator = world.initiator
    accessory = nil
    (hostTraffic, hostWorld) = (world.traffic, world)
    initiator.keepsFrames = true
    initiator.forgetEvents()
  }

  /// Whether a host is attached, which takes its own time.
  package var isAttached: Bool { accessory == nil }

  /// Puts the phone somewhere else. Procedures that are started after that know it.
  package func move(to place: Environment) {
    environment = place
    air.put(phoneController, in: place)
  }

  /// Takes the accessory's power away, or gives it back.
  package func switchAccessory(on isOn: Bool) {
    guard let accessory else { preconditionFailure("a case that needs power runs where there is some") }
    if isOn { accessory.powerOn() } else { accessory.powerOff() }
  }

  /// Takes all power away, so that nothing keeps the two ends alive.
  func close() {
    phoneController.powerOff()
    accessory?.powerOff()
    simulation.cancelAll()
  }

  /// Does something in which an attached host has no part, as fast as the tester can.
  func hurry<Value, Failure>(_ action: () throws(Failure) -> Value) throws(Failure) -> Value {
    hostWorld?.hurry(true)
    defer { hostWorld?.hurry(false) }
    return try action()
  }

  /// Keeps the steps of subevents from the recorder, or shows them again.
  func hideSteps(_ areHidden: Bool) { air.hidesSteps = areHidden }

  /// Drops procedures and subevents seen so far.
  package func forgetProcedures() {
    initiator.forgetEvents()
    recorder.forgetProcedures()
  }
}
