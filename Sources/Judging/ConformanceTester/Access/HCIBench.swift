package import Capture
package import CoreTypes
internal import HCI
internal import Profiles
internal import RadioModel
internal import Reflector
internal import Session
package import SimulationKernel
package import VirtualController
package import VirtualHost

/// The environment of an HCI test case: the controller under test with the tester as its host, and a second controller
/// that the tester drives too.
package final class HCIBench {
  /// The simulation of both controllers.
  package private(set) var simulation: Simulation
  /// What was seen of the run.
  package let recorder: FrameRecorder
  /// The host above the controller under test.
  package private(set) var iut: HCIDriver
  /// The host above the second controller; nil where there is none.
  package private(set) var peer: HCIDriver?
  /// The link that the case made.
  package var link: HCILink?
  private var virtualControllers: [VirtualController]
  /// What is under test on a cable; nil where there is an air between the controllers.
  private let wired: CheckRequest?
  private let prepare: (VirtualController) -> Void
  private var wireCount: UInt64 = 0

  /// The controller that a profile describes, and the phone's.
  ///
  /// - Parameters:
  ///   - seed: the seed of this case.
  ///   - start: the virtual time at which its frames begin in the capture.
  ///   - prepare: what is done to the controller before it is used, so that the cases themselves can be tested.
  package init(
    _ request: CheckRequest, seed: UInt64, start: Instant, log: CaptureLog,
    prepare: @escaping (VirtualController) -> Void = { _ in }
  ) {
    simulation = Simulation(seed: seed, start: start)
    let air = Air(
      simulation: simulation,
      environment: Environment(
        request.environment, distanceMetres: request.distanceMetres, start: start))
    recorder = FrameRecorder(log: log)
    recorder.accessoryMayInitiate = true
    air.add(recorder)
    let phone = VirtualController(
      request.phone.controllerDescription(request.profile.interpretations), air: air)
    let accessory = VirtualController(accessory: request.profile, air: air)
    prepare(accessory)
    self.prepare = prepare
    virtualControllers = [phone, accessory]
    wired = nil
    iut = HCIDriver(accessory)
    peer = HCIDriver(phone)
    recorder.watch(phone, as: .initiator)
    recorder.watch(accessory, as: .reflector)
  }

  /// The lower tester at the other end of the cable.
  package var lowerTester: VirtualController {
    guard wired != nil, let first = virtualControllers.first else {
      preconditionFailure("this bench has no cable")
    }
    return first
  }

  /// The controller that a profile describes, on a cable to a lower tester.
  ///
  /// - Parameters:
  ///   - seed: the seed of this case.
  ///   - start: the virtual time at which its frames begin in the capture.
  ///   - prepare: what is done to the controller on each cable, so that the cases themselves can be tested.
  package init(
    wiring request: CheckRequest, seed: UInt64, start: Instant, log: CaptureLog,
    prepare: @escaping (VirtualController) -> Void = { _ in }
  ) {
    wired = request
    self.prepare = prepare
    recorder = FrameRecorder(log: log)
    simulation = Simulation(seed: seed, start: start)
    let ends = Self.ends(of: Cable(), request, simulation, recorder, prepare)
    virtualControllers = [ends.tester, ends.accessory]
    (iut, peer) = (HCIDriver(ends.accessory), HCIDriver(ends.tester))
  }

  /// Restarts both controllers on another cable, with a random stream of its own.
  func wire(_ cable: Cable) {
    guard let wired else { preconditionFailure("this bench has no cable") }
    close()
    wireCount += 1
    let budget = simulation.budget
    simulation = Simulation(seed: simulation.random.seed &+ wireCount, start: simulation.now)
    simulation.budget = budget
    let ends = Self.ends(of: cable, wired, simulation, recorder, prepare)
    virtualControllers = [ends.tester, ends.accessory]
    (iut, peer) = (HCIDriver(ends.accessory), HCIDriver(ends.tester))
  }

  private static func ends(
    of cable: Cable, _ request: CheckRequest, _ simulation: Simulation, _ recorder: FrameRecorder,
    _ prepare: (VirtualController) -> Void
  ) -> (tester: VirtualController, accessory: VirtualController) {
    let air = Air(simulation: simulation, environment: cable.environment)
    recorder.accessoryMayInitiate = true
    air.add(recorder)
    let tester = VirtualController(cable.tester(request.profile.interpretations), air: air)
    let accessory = VirtualController(accessory: request.profile, air: air)
    prepare(accessory)
    recorder.watch(tester, as: .initiator)
    recorder.watch(accessory, as: .reflector)
    return (tester, accessory)
  }

  /// Controllers beyond transports.
  package init(
    _ attached: AttachedPort, peer attachedPeer: AttachedPort?, on simulation: Simulation, log: CaptureLog
  ) {
    self.simulation = simulation
    let recorder = FrameRecorder(log: log)
    recorder.clock = simulation
    self.recorder = recorder
    virtualControllers = []
    wired = nil
    prepare = { _ in }
    func drive(_ attached: AttachedPort, as role: CSRole) -> HCIDriver {
      let remote = RemoteController(attached.port, simulation: simulation)
      recorder.watch(remote, as: role)
      remote.garbageTap = { recorder.garbage($0, role: role, .controllerToHost) }
      return HCIDriver(remote)
    }
    iut = drive(attached, as: .reflector)
    peer = attachedPeer.map { drive($0, as: .initiator) }
  }

  /// Ends what the case left. Links end before the reset, since some controllers forget them in a reset.
  func close() {
    guard virtualControllers.isEmpty else {
      for controller in virtualControllers { controller.powerOff() }
      return simulation.cancelAll()
    }
    if let link, let peer {
      peer.send(DisconnectCommand { $0.connectionHandle = link.peerHandle })
      simulation.run(until: simulation.now + .seconds(2)) {
        iut.lastDisconnection == nil || peer.lastDisconnection == nil
      }
    }
    for driver in [iut, peer] { driver?.send(ResetCommand()) }
  }
}
