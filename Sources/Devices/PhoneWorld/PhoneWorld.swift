public import Capture
public import ChannelSounding
public import CoreTypes
public import HCI
internal import Initiator
public import PhoneSystem
public import Profiles
public import RadioModel
public import Reflector
internal import Session
public import SimulationKernel
internal import VirtualController

/// A phone with its operating system, and accessories round it, in one air. What passes is recorded.
public final class PhoneWorld {
  /// The phone's operating system. Its controller gets power with `start`.
  public let system: PhoneSystem
  /// The air, and the HCI of the phone.
  public var log: CaptureLog { recorder.log }
  /// The clock of all devices.
  public var simulation: Simulation { air.simulation }
  /// In the order in which they were added.
  public var accessories: [VirtualAccessory] { air.accessories }
  private let air: AirWorld
  private let recorder: LogRecorder

  /// Makes a world in which a phone stands at the origin.
  ///
  /// - Parameters:
  ///   - interpretations: how the phone reads the specification.
  ///   - keepsSteps: whether the capture has the steps of Channel Sounding.
  public init(
    phone: PhoneProfile, environment: EnvironmentPreset, interpretations: Interpretations = Interpretations(),
    seed: UInt64, keepsSteps: Bool = false
  ) {
    let recorder = LogRecorder(CaptureLog(keepsSteps: keepsSteps))
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
    system.remarkReceiver = { [log = recorder.log] text in
      let frame = (1...log.count).last { log[$0].direction == .controllerToHost }
      if let frame { log.comment(frame: frame, text: text) }
    }
  }

  deinit { air.close() }

  /// The time since the start of the world.
  public var elapsed: Picoseconds { simulation.now - .start }

  /// Puts a phone on its way.
  ///
  /// - Parameter number: 0 for the first one, else in the order in which they were added.
  public func placePhone(_ number: Int = 0, on track: SceneTrack) {
    air.placePhone(number, as: SceneDevice(name: number == 0 ? "phone" : "phone.\(number + 1)", track: track))
  }

  /// Adds another phone, its controller not started. Its HCI is not recorded.
  ///
  /// - Returns: its operating system.
  public func addPhone(_ profile: PhoneProfile, at position: Position) -> PhoneSystem {
    let number = air.phoneControllers.count
    let controller = air.addPhone(
      profile.controllerDescription(Interpretations(), offering: profile.tFCS, number: number + 1))
    placePhone(number, on: SceneTrack(standingAt: position))
    return PhoneSystem(Phone(controller), profile: profile)
  }

  /// Adds the controller of an accessory, whose host attaches at a port.
  ///
  /// - Parameter driver: keeps the run in step with the host.
  public func addController(
    of profile: AccessoryProfile, at position: Position, for port: any HCIPort, _ driver: any SimulationDriver
  ) {
    let controller = air.addController(
      of: profile,
      as: SceneDevice(name: "accessory.host", track: SceneTrack(standingAt: position)))
    air.attach(port, to: controller) { _ in }
    simulation.driver = driver
  }

  /// Adds an accessory, its power off.
  @discardableResult
  public func addAccessory(_ profile: AccessoryProfile, at position: Position) -> VirtualAccessory {
    let name = "accessory.\(accessories.count + 1)"
    return air.addAccessory(
      profile, as: SceneDevice(name: name, track: SceneTrack(standingAt: position)))
  }
}
