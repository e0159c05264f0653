internal import Capture
package import CoreTypes
package import HCI
package import SimulationKernel

/// What is under test, and how it joins.
package enum ImplementationUnderTest {
  /// The virtual reflector plays the profile.
  case profile
  /// A host beyond a transport drives the virtual controller that the profile describes.
  case host(AttachedPort)
  /// The tester's host drives a controller beyond a transport; `peer` is a second controller for links.
  case controller(AttachedPort, peer: AttachedPort?)

  /// What the tester can reach of it.
  package var access: Access {
    switch self {
    case .profile: [.air, .power, .hci, .peer, .controller]
    case .host: .air
    case .controller(_, nil): [.hci, .controller]
    case .controller: [.hci, .peer, .controller]
    }
  }

  /// What the report calls it, as `host tcp:127.0.0.1:9001`.
  package var name: String {
    switch self {
    case .profile: "profile"
    case .host(let attached): "host \(attached.name)"
    case .controller(let attached, nil): "controller \(attached.name)"
    case .controller(let attached, let peer?): "controller \(attached.name), peer \(peer.name)"
    }
  }

  /// Whether it is simulated, so that a run can be repeated exactly.
  package var isVirtual: Bool {
    if case .profile = self { true } else { false }
  }

  /// Why a case that needs `access` cannot be run; nil if it can.
  func obstacle(to needed: Access) -> String? {
    guard let missing = needed.subtracting(access).kinds.first else { return nil }
    let reason =
      switch (self, missing) {
      case (.host, .power): "the tester cannot switch an attached host off and on"
      case (.host, _): "the controller below an attached host is the tester's own"
      case (.controller, .peer): "no second controller is attached, see --peer"
      case (.controller, _): "the tester does not see what an attached controller sends over the air"
      case (.profile, _): "a profile gives access to everything"
      }
    return "needs \(missing.name): \(reason)"
  }
}

/// A host or controller beyond a transport, and the driver that keeps the simulation in step with it.
package final class AttachedPort {
  /// The transport as the user named it.
  package let name: String
  let port: any HCIPort
  /// What serves the port while a simulation runs.
  package let driver: any SimulationDriver
  /// The timeout of a run for a host or controller to attach.
  let attachLimit: Picoseconds
  /// Whether another host or controller can attach after one has left: not where the tester connects, and not at a
  /// serial line.
  let admitsNext: Bool
  /// Whether a controller has been attached.
  var hasArrived = false
  /// Whether a wait for a controller was in vain, and none has attached since.
  var hasGivenUp = false
  /// The invalid octets of a controller when the last case ended.
  var strayCount = 0
  /// Where an attached host meets the phone, from the first run to the last: a host is attached once, however many
  /// requirement sets there are.
  private var world: HostWorld?

  /// Takes a port and the driver that serves it.
  package init(
    name: String, port: any HCIPort, driver: any SimulationDriver, attachLimit: Picoseconds,
    admitsNext: Bool = true
  ) {
    self.name = name
    self.port = port
    self.driver = driver
    self.attachLimit = attachLimit
    self.admitsNext = admitsNext
  }

  /// Why nothing that `sender` sends can be read, after `count` invalid octets; nil after none.
  static func whyIgnored(_ count: Int, of sender: String, until packet: String) -> String? {
    count == 0
      ? nil
      : "the \(sender) has sent invalid octets (\(count) in all, expected H4 packets) and no \(packet) since"
  }

  /// The air of the attached host, whose frames go to `log` from now on.
  func world(_ request: CheckRequest, log: CaptureLog) -> HostWorld {
    let world = world ?? HostWorld(request, self)
    self.world = world
    world.recorder.record(to: log)
    return world
  }
}
