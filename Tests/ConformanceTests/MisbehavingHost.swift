import Conformance
import ConformanceTester
import CoreTypes
import HCI
import Profiles
import SimulationKernel
import TestSupport
import VirtualHost

@testable import Reflector

/// A host beyond a port that acts as a profile says, but for what `conduct` changes of the packets on their way.
final class MisbehavingHost {
  /// The end of the port at the tester.
  let near = WirePort()
  private let far = WirePort()
  private let wire: EditedPort
  private let simulation = Simulation(seed: 7)
  private let host: AccessoryHost
  private var hasAttached = false

  init(_ profile: AccessoryProfile, _ conduct: HostConduct) {
    wire = EditedPort(far, conduct, simulation)
    host = AccessoryHost(
      profile.applyingFaults(), controller: RemoteController(wire, simulation: simulation),
      address: DeviceAddress(0x00A0_5000_0002, kind: .public), bond: nil, start: 1)
  }

  /// The host as what a check is about.
  var attached: AttachedPort {
    AttachedPort(name: "wire", port: near, driver: Lockstep(self), attachLimit: .seconds(1))
  }

  private func attach() {
    hasAttached = true
    WirePort.join(near, far)
    if !wire.conduct.isSilent { host.start() }
  }

  /// Runs the world of the tester and that of the host by one time.
  private final class Lockstep: SimulationDriver {
    private let owner: MisbehavingHost

    init(_ owner: MisbehavingHost) { self.owner = owner }

    func run(_ simulation: Simulation, until limit: Instant, while condition: () -> Bool) {
      if !owner.hasAttached { owner.attach() }
      let own = owner.simulation
      while condition() {
        let next = simulation.nextEventTime
        if let due = own.nextEventTime, due <= limit, next.map({ due < $0 }) ?? true {
          _ = simulation.step(until: due)
          own.run(until: due)
          continue
        }
        guard simulation.step(until: limit) else { break }
        own.run(until: simulation.now)
      }
      if simulation.now > own.now { own.run(until: simulation.now) }
    }
  }
}

/// A port that lets a conduct change what goes through.
final class EditedPort: HCIPort {
  let conduct: HostConduct
  var receiver: ((HCIPortEvent) -> Void)?
  var isAttached: Bool { port.isAttached }
  let simulation: Simulation
  private let port: WirePort

  init(_ port: WirePort, _ conduct: HostConduct, _ simulation: Simulation) {
    (self.port, self.conduct, self.simulation) = (port, conduct, simulation)
    port.receiver = { [weak self] in self?.take($0) }
  }

  /// Sends what the conduct makes of a packet of the host.
  func send(_ packet: HCIPacket) {
    for packet in conduct.fromHost(packet, self) { port.send(packet) }
  }

  /// Sends a packet that the host knows nothing of.
  func inject(_ packet: HCIPacket) { port.send(packet) }

  /// Sends octets that are no packet.
  func injectGarbage(_ octets: [UInt8]) { port.sendGarbage(octets) }

  private func take(_ event: HCIPortEvent) {
    guard case .packet(let packet) = event else { return receiver?(event) ?? () }
    for packet in conduct.toHost(packet, self) { receiver?(.packet(packet)) }
  }
}
