internal import AccessoryProfile
internal import Capture
internal import CoreTypes
internal import HCI
internal import Initiator
internal import RadioModel
internal import Session
internal import SimulationKernel
internal import VirtualController
internal import VirtualHost

/// The place where an attached host meets the phone. It lasts for the whole run, since nobody can start the host
/// anew for each case; the phone keeps its bond from case to case as the host does.
final class HostWorld {
  let recorder: FrameRecorder
  let initiator: VirtualInitiator
  private let world: AirWorld
  private let attachLimit: Picoseconds
  private var hasGivenUp = false
  private let presence: Presence

  /// Whether the host is there.
  private final class Presence {
    /// Why it is gone; nil while it is there.
    var absence: String?

    init(_ absence: String?) { self.absence = absence }
  }

  init(_ request: CheckRequest, _ attached: AttachedPort, log: CaptureLog) {
    let recorder = FrameRecorder(log: log)
    let presence = Presence(attached.port.isAttached ? nil : "no host has attached")
    (self.recorder, self.presence) = (recorder, presence)
    attachLimit = attached.attachLimit
    world = AirWorld(
      AirWorld.Description(
        accessory: request.profile, phone: request.phone, environment: request.environment,
        distanceMetres: request.distanceMetres, seed: request.seed),
      phonePort: nil, accessoryPort: attached.port, watch: { recorder.watch($0, as: $1) },
      note: { event, role in
        switch event {
        case .attached: presence.absence = nil
        case .detached(let reason): presence.absence = "the host is gone: \(reason)"
        case .desynchronised(let octets), .passedOver(let octets):
          recorder.garbage(octets, role: role, .hostToController)
        case .packet: break
        }
      })
    world.simulation.driver = attached.driver
    world.air.add(recorder)
    recorder.clock = world.simulation
    world.phoneController.withdrawOffers()
    initiator = VirtualInitiator(world.phoneController)
    initiator.driver.thinkingTime = PhoneSession.thinkingTime
    if request.phone.connection.keepsAppleRules { initiator.grantsParameters = { $0.keepsAppleRules } }
  }

  var simulation: Simulation { world.simulation }
  var environment: Environment { world.air.environment }
  var phoneController: VirtualController { world.phoneController }

  /// Why the host is gone; nil while it is there.
  var absence: String? { presence.absence }

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
