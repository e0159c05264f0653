internal import Capture
internal import CoreTypes
internal import HCI
internal import HostStack
internal import Initiator
internal import Session
internal import SimulationKernel
internal import VirtualController
internal import VirtualHost

/// The place where an attached host meets the phone. It lasts for all runs, since the tester cannot restart the host for
/// each case; the phone keeps its bond from case to case as the host does.
final class HostWorld {
  /// How long the phone waits for a host that no longer answers.
  private static let waitForHung = Picoseconds.seconds(3)
  /// How many times faster time runs while the host has nothing to do; results still reach it no faster than a serial
  /// line carries them.
  private static let haste = 10

  let recorder: FrameRecorder
  let initiator: VirtualInitiator
  /// The packets between the host and its controller.
  let traffic: HostTraffic
  let world: AirWorld
  private let attachLimit: Picoseconds
  private var hasGivenUp = false
  private let presence: Presence

  /// Whether the host is attached.
  private final class Presence {
    /// Why it is absent; nil while it is attached.
    var absence: String?
    /// Whether no other host can attach.
    var isOver = false

    init(_ absence: String?) { self.absence = absence }
  }

  init(_ request: CheckRequest, _ attached: AttachedPort) {
    let recorder = FrameRecorder(log: CaptureLog())
    let traffic = HostTraffic()
    let presence = Presence(attached.port.isAttached ? nil : "no host has attached")
    (self.recorder, self.traffic, self.presence) = (recorder, traffic, presence)
    attachLimit = attached.attachLimit
    let admitsNext = attached.admitsNext
    world = AirWorld(phone: request.phoneController, environment: request.place, seed: request.seed) {
      recorder.watch($0, as: $1, traffic: $1 == .reflector ? traffic : nil)
    }
    let controller = world.addController(of: request.profile)
    traffic.hasUnmasked = { [weak controller] in controller?.hasUnmasked($0) ?? true }
    traffic.lastRefusal = { [weak controller] in controller?.lastRefusal }
    world.attach(attached.port, to: controller) { event in
      switch event {
      case .attached:
        traffic.began()
        presence.absence = nil
      case .detached(let reason):
        presence.absence = "the host disconnected: \(reason)"
        presence.isOver = !admitsNext
      case .desynchronised(let octets), .passedOver(let octets):
        traffic.takeStray(octets.count)
        recorder.garbage(octets, role: .reflector, .hostToController)
      case .packet: break
      }
    }
    world.simulation.driver = attached.driver
    world.air.add(recorder)
    recorder.clock = world.simulation
    initiator = request.initiator(above: world.phoneController)
    initiator.driver.thinkingTime = PhoneSession.thinkingTime
    // A host that received nothing needs no time.
    initiator.driver.thinkingIsDue = { [traffic] in traffic.takeNews() }
  }

  private var simulation: Simulation { world.simulation }

  /// Why the host is absent or has sent nothing; nil otherwise.
  var absence: String? { presence.absence ?? traffic.whyAbsent }

  /// Runs until the host has attached and sent a command, until no other can attach, or until the timeout. The tester
  /// waits for a host once.
  func awaitHost() {
    guard absence != nil, !hasGivenUp else { return }
    simulation.run(until: simulation.now + attachLimit) { absence != nil && !presence.isOver }
    hasGivenUp = absence != nil
  }

  /// Makes ready for a case: the wait for a host that hangs is short, so that a run ends.
  func beginCase() {
    traffic.forgetLink()
    initiator.longestWait = traffic.isHung(at: simulation.now) ? Self.waitForHung : nil
    // A host that has let 30 s pass has failed, and a run of all cases has to end.
    initiator.phone.transactionTime =
      traffic.hasIgnoredRequest ? Self.waitForHung : HostLink.transactionTimeout
  }

  /// Runs time faster while only simulated controllers work.
  func hurry(_ isHurrying: Bool) { world.simulation.driver?.haste = isHurrying ? Self.haste : 1 }

  /// Ends what a case left, so that the host advertises again and the phone is as it was made, but for its bond.
  func endCase() {
    if initiator.link?.carriesAttributes == false { traffic.hasIgnoredRequest = true }
    initiator.leave()
    initiator.forgetPrivateAddress()
    world.phoneController.withdrawOffers()
    world.phoneController.linkProbe = nil
    world.air.put(world.phoneController, in: world.air.environment)
    recorder.forget()
  }
}
