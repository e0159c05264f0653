internal import AccessoryProfile
internal import Capture
internal import CoreTypes
internal import HCI
internal import Initiator
internal import RadioModel
internal import Reflector
internal import Session
internal import SimulationKernel
internal import VirtualController
internal import VirtualHost

/// The place where an attached host meets the phone. It lasts for the whole run, since nobody can start the host
/// anew for each case; the phone keeps its bond from case to case as the host does.
final class HostWorld {
  let simulation: Simulation
  let environment: Environment
  let recorder: FrameRecorder
  let phoneController: VirtualController
  let initiator: VirtualInitiator
  let accessoryController: VirtualController
  private let attachment: HostAttachment
  private let attachLimit: Picoseconds
  private var hasGivenUp = false
  /// Why the host is gone; nil while it is there.
  private(set) var absence: String?

  init(_ request: CheckRequest, _ attached: AttachedPort, log: CaptureLog) {
    simulation = Simulation(seed: request.seed)
    simulation.driver = attached.driver
    attachLimit = attached.attachLimit
    environment = Environment(request.environment, distanceMetres: request.distanceMetres)
    let air = Air(simulation: simulation, environment: environment)
    recorder = FrameRecorder(log: log)
    air.add(recorder)
    phoneController = VirtualController(
      request.phone.controllerDescription(request.profile.interpretations), air: air)
    initiator = VirtualInitiator(phoneController)
    initiator.driver.thinkingTime = PhoneSession.thinkingTime
    accessoryController = VirtualController(accessory: request.profile, air: air)
    attachment = HostAttachment(attached.port, to: accessoryController)
    absence = attached.port.isAttached ? nil : "no host has attached"
    recorder.watch(phoneController, as: .initiator)
    recorder.watch(accessoryController, as: .reflector)
    attachment.onEvent = { [weak self] in self?.note($0) }
  }

  private func note(_ event: HCIPortEvent) {
    switch event {
    case .attached: absence = nil
    case .detached(let reason): absence = "the host is gone: \(reason)"
    case .desynchronised(let octets):
      recorder.garbage(octets, role: .reflector, at: simulation.now)
    case .packet: break
    }
  }

  /// Runs until the host is there, or its time is up; who did not come once is not waited for again.
  func awaitHost() {
    guard absence != nil, !hasGivenUp else { return }
    simulation.run(until: simulation.now + attachLimit) { absence != nil }
    hasGivenUp = absence != nil
  }

  /// Ends what a case left, so that the host advertises again and the phone is as it was made.
  func endCase() {
    initiator.leave()
    phoneController.withdrawOffers()
    recorder.forget()
  }
}
