package import Capture
package import ChannelSounding
package import CoreTypes
package import HCI
internal import Initiator
package import PhoneSystem
package import Profiles
package import RadioModel
package import Reflector
internal import Session
package import SimulationKernel
internal import VirtualController

/// Phones with their operating systems, and accessories, in one air. A log records the frames.
package final class PhoneWorld {
  /// The operating system of the first phone; `start` powers its controller on.
  package let system: PhoneSystem
  /// The frames of the air, and the HCI of the first phone.
  package var log: CaptureLog { recorder.log }
  /// The clock of all devices.
  package var simulation: Simulation { air.simulation }
  /// The accessories in the order in which they were added.
  package var accessories: [VirtualAccessory] { air.accessories }
  private let interpretations: Interpretations
  private let air: AirWorld
  private let recorder: LogRecorder

  /// Makes a world with a phone at the origin.
  ///
  /// - Parameters:
  ///   - interpretations: the readings of the specification that the phones follow.
  ///   - log: receives the frames.
  package init(
    phone: PhoneProfile, environment: EnvironmentPreset, interpretations: Interpretations = Interpretations(),
    seed: UInt64, log: CaptureLog
  ) {
    self.interpretations = interpretations
    let recorder = LogRecorder(log)
    air = AirWorld(
      phone: phone.controllerDescription(interpretations, offering: phone.tFCS),
      environment: Environment(environment, distanceMetres: 1), seed: seed
    ) { controller, role in
      if role == .initiator { recorder.watch(controller, as: role) }
    }
    air.air.add(recorder)
    self.recorder = recorder
    system = PhoneSystem(Phone(air.phoneController), profile: phone)
    placePhone(on: SceneTrack(standingAt: Position(xMetres: 0, yMetres: 0)))
    system.remarkReceiver = { text in
      let frame = (1...log.count).last { log[$0].direction == .controllerToHost }
      if let frame { log.comment(frame: frame, text: text) }
    }
  }

  deinit { air.close() }

  /// The time since the start of the world.
  package var elapsed: Picoseconds { simulation.now - .start }

  /// Gives a phone a track.
  ///
  /// - Parameter number: the index of the phone in the order in which phones were added, from 0.
  package func placePhone(_ number: Int = 0, on track: SceneTrack) {
    air.placePhone(number, as: SceneDevice(name: number == 0 ? "phone" : "phone.\(number + 1)", track: track))
  }

  /// Adds another phone. `start` of its system powers its controller on. The log does not record its HCI.
  package func addPhone(_ profile: PhoneProfile, at position: Position) -> PhoneSystem {
    let number = air.phoneControllers.count
    let controller = air.addPhone(
      profile.controllerDescription(interpretations, offering: profile.tFCS, number: number + 1))
    placePhone(number, on: SceneTrack(standingAt: position))
    return PhoneSystem(Phone(controller), profile: profile)
  }

  /// Adds the controller of an accessory for a host that attaches at a port.
  ///
  /// - Parameter driver: keeps the simulation in step with the host.
  package func addController(
    of profile: AccessoryProfile, at position: Position, for port: any HCIPort, _ driver: any SimulationDriver
  ) {
    let controller = air.addController(
      of: profile, as: SceneDevice(name: "accessory.host", track: SceneTrack(standingAt: position)))
    air.attach(port, to: controller) { _ in }
    simulation.driver = driver
  }

  /// Adds an accessory without power.
  @discardableResult
  package func addAccessory(_ profile: AccessoryProfile, at position: Position) -> VirtualAccessory {
    let name = "accessory.\(accessories.count + 1)"
    return air.addAccessory(profile, as: SceneDevice(name: name, track: SceneTrack(standingAt: position)))
  }
}
