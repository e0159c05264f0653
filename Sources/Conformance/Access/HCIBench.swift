internal import AccessoryProfile
internal import Capture
internal import CoreTypes
internal import HCI
internal import RadioModel
internal import Reflector
internal import Session
internal import SimulationKernel
internal import VirtualController
internal import VirtualHost

/// What a test case of the HCI works with: the controller on trial with the tester as its host, and a second
/// controller for it to meet, driven by the tester too.
final class HCIBench {
  let simulation: Simulation
  let recorder: FrameRecorder
  /// The host above the controller on trial.
  let iut: HCIDriver
  /// The host above the controller that it meets; nil where there is none.
  let peer: HCIDriver?
  /// The link that the case made.
  var link: HCILink?
  private let virtualControllers: [VirtualController]

  /// The controller that a profile describes, and the phone's.
  ///
  /// - Parameters:
  ///   - seed: the seed of this case.
  ///   - start: the virtual time at which its frames begin in the capture.
  ///   - disguise: what the tester gets in place of the controller, so that the cases themselves can be tested.
  init(
    _ request: CheckRequest, seed: UInt64, start: Instant, log: CaptureLog,
    disguise: (any HCIController) -> any HCIController = { $0 }
  ) {
    simulation = Simulation(seed: seed, start: start)
    let air = Air(
      simulation: simulation,
      environment: Environment(
        request.environment, distanceMetres: request.distanceMetres, start: start))
    recorder = FrameRecorder(log: log)
    air.add(recorder)
    let phone = VirtualController(
      request.phone.controllerDescription(request.profile.interpretations), air: air)
    let accessory = VirtualController(accessory: request.profile, air: air)
    let onTrial = disguise(accessory)
    virtualControllers = [phone, accessory]
    iut = HCIDriver(onTrial)
    peer = HCIDriver(phone)
    recorder.watch(phone, as: .initiator)
    recorder.watch(onTrial, as: .reflector)
  }

  /// Controllers beyond transports.
  init(
    _ attached: AttachedPort, peer attachedPeer: AttachedPort?, on simulation: Simulation, log: CaptureLog
  ) {
    self.simulation = simulation
    let recorder = FrameRecorder(log: log)
    recorder.clock = simulation
    self.recorder = recorder
    virtualControllers = []
    func drive(_ attached: AttachedPort, as role: CSRole) -> HCIDriver {
      let remote = RemoteController(attached.port, simulation: simulation)
      recorder.watch(remote, as: role)
      remote.garbageTap = { recorder.garbage($0, role: role, .controllerToHost) }
      return HCIDriver(remote)
    }
    iut = drive(attached, as: .reflector)
    peer = attachedPeer.map { drive($0, as: .initiator) }
  }

  /// Ends what the case left. A link goes before the reset, which some controllers forget it over.
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
