package import Capture
internal import CoreTypes
internal import HCI
internal import Profiles
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
  /// The air between the two; nil where they are beyond transports.
  private var world: AirWorld?
  /// What is under test on a cable; nil where it is not on one.
  private let wired: CheckRequest?
  private let prepare: (VirtualController) -> Void
  private var wireCount: UInt64 = 0
  /// The controllers beyond transports.
  private var remotes: [(attached: AttachedPort, controller: RemoteController, name: String)] = []

  /// The controller that a profile describes, and the phone's, or a lower tester at the other end of a cable.
  ///
  /// - Parameters:
  ///   - cable: the cable to the lower tester; nil for an air with the phone's controller.
  ///   - seed: the seed of this case.
  ///   - prepare: called with the controller under test, on each cable, before it is used; tests of the cases plant
  ///     defects with it.
  package init(
    _ request: CheckRequest, on cable: Cable? = nil, seed: UInt64, log: CaptureLog,
    prepare: @escaping (VirtualController) -> Void = { _ in }
  ) {
    wired = cable == nil ? nil : request
    self.prepare = prepare
    recorder = FrameRecorder(log: log)
    recorder.accessoryMayInitiate = true
    let world = AirWorld(
      phone: cable?.tester(request.profile.interpretations) ?? request.phoneController,
      environment: cable?.environment ?? request.place, seed: seed, seenBy: recorder, prepare: prepare)
    self.world = world
    simulation = world.simulation
    iut = HCIDriver(world.addController(of: request.profile))
    peer = HCIDriver(world.phoneController)
  }

  /// The lower tester at the other end of the cable.
  package var lowerTester: VirtualController {
    guard wired != nil, let world else { preconditionFailure("this bench has no cable") }
    return world.phoneController
  }

  /// Restarts both controllers on another cable, with a random stream of its own.
  func wire(_ cable: Cable) {
    guard let wired else { preconditionFailure("this bench has no cable") }
    close()
    wireCount += 1
    let world = AirWorld(
      phone: cable.tester(wired.profile.interpretations), environment: cable.environment,
      seed: simulation.random.seed &+ wireCount, start: simulation.now, seenBy: recorder, prepare: prepare)
    self.world = world
    world.simulation.budget = simulation.budget
    simulation = world.simulation
    iut = HCIDriver(world.addController(of: wired.profile))
    peer = HCIDriver(world.phoneController)
  }

  /// Controllers beyond transports.
  package init(
    _ attached: AttachedPort, peer attachedPeer: AttachedPort?, on simulation: Simulation, log: CaptureLog
  ) {
    self.simulation = simulation
    let recorder = FrameRecorder(log: log)
    recorder.clock = simulation
    self.recorder = recorder
    world = nil
    wired = nil
    prepare = { _ in }
    var remotes: [(attached: AttachedPort, controller: RemoteController, name: String)] = []
    func drive(_ attached: AttachedPort, as role: CSRole) -> HCIDriver {
      let remote = RemoteController(attached.port, simulation: simulation)
      remote.strayCount = attached.strayCount
      remotes.append((attached, remote, role == .reflector ? "controller" : "peer"))
      recorder.watch(remote, as: role)
      remote.garbageTap = { recorder.garbage($0, role: role, .controllerToHost) }
      return HCIDriver(remote)
    }
    iut = drive(attached, as: .reflector)
    peer = attachedPeer.map { drive($0, as: .initiator) }
    self.remotes = remotes
  }

  /// Why an attached controller gives no answer that can be read; nil where none has sent invalid octets.
  var whySilent: String? {
    remotes.lazy.compactMap { remote in
      AttachedPort.whyIgnored(
        remote.controller.strayCount, of: remote.name, until: "answer to \(Opcode.reset)")
    }.first
  }

  /// Ends what the case left. Links end before the reset, since some controllers forget them in a reset.
  func close() {
    if let world { return world.close() }
    if let link, let peer {
      peer.send(DisconnectCommand { $0.connectionHandle = link.peerHandle })
      simulation.run(until: simulation.now + .seconds(2)) {
        iut.lastDisconnection == nil || peer.lastDisconnection == nil
      }
    }
    for driver in [iut, peer] { driver?.send(ResetCommand()) }
    for remote in remotes { remote.attached.strayCount = remote.controller.strayCount }
  }
}
