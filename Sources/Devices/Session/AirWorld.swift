package import CoreTypes
package import HCI
package import Profiles
package import RadioModel
package import Reflector
package import SimulationKernel
package import VirtualController

/// A phone's controller and accessories in one air. Above each controller is a host of ours, or one that is attached.
package final class AirWorld {
  /// The clock of all devices.
  package let simulation: Simulation
  /// The air between the devices.
  package let air: Air
  /// The controllers of the phones in the order in which they were added; never empty.
  package private(set) var phoneControllers: [VirtualController]
  /// The first phone's controller.
  package var phoneController: VirtualController { phoneControllers[0] }
  /// The accessories with simulated hosts, in the order in which they were added.
  package private(set) var accessories: [VirtualAccessory] = []
  package private(set) var accessoryController: VirtualController?
  private let watch: (VirtualController, CSRole) -> Void
  private var attachments: [HostAttachment] = []

  /// Makes an air and the phone's controller in it.
  ///
  /// - Parameters:
  ///   - phone: the phone's controller, or a lower tester in its place.
  ///   - environment: what lies between the two.
  ///   - seed: the seed of all chance.
  ///   - start: when the run starts.
  ///   - watch: called with each controller that gets power, before it does anything.
  package init(
    phone: ControllerDescription, environment: Environment, seed: UInt64, start: Instant = .start,
    watch: @escaping (VirtualController, CSRole) -> Void
  ) {
    simulation = Simulation(seed: seed, start: start)
    air = Air(simulation: simulation, environment: environment)
    phoneControllers = [VirtualController(phone, air: air)]
    self.watch = watch
    watch(phoneController, .initiator)
  }

  /// The first accessory with a simulated host; nil if there is none.
  package var accessory: VirtualAccessory? { accessories.first }

  /// Adds an accessory with the host of its profile, powered off.
  ///
  /// - Parameter device: where it is; nil for the distance of the environment.
  @discardableResult
  package func addAccessory(_ profile: AccessoryProfile, as device: SceneDevice? = nil) -> VirtualAccessory {
    let accessory = VirtualAccessory(profile, number: accessories.count + 1, air: air)
    accessory.onPowerOn = { [watch, air] in
      if let device { air.place($0, as: device) }
      watch($0, .reflector)
    }
    accessories.append(accessory)
    return accessory
  }

  /// Adds the controller of another phone. `watch` is not called for it.
  package func addPhone(_ phone: ControllerDescription) -> VirtualController {
    let controller = VirtualController(phone, air: air)
    phoneControllers.append(controller)
    return controller
  }

  /// Gives a phone a track. The environment between the phone and an accessory follows from both tracks.
  ///
  /// - Parameter number: the index of the phone, from 0.
  package func placePhone(_ number: Int = 0, as device: SceneDevice) {
    air.place(phoneControllers[number], as: device)
  }

  /// Adds the accessory's controller alone, for another host.
  ///
  /// - Parameter device: where it is; nil for the distance of the environment.
  package func addController(of profile: AccessoryProfile, as device: SceneDevice? = nil) -> VirtualController
  {
    let controller = VirtualController(accessory: profile, air: air)
    accessoryController = controller
    if let device { air.place(controller, as: device) }
    watch(controller, .reflector)
    return controller
  }

  /// Lets hosts attach to a controller at a port.
  ///
  /// - Parameter note: called with each event of the port.
  package func attach(
    _ port: any HCIPort, to controller: VirtualController, note: @escaping (HCIPortEvent) -> Void
  ) {
    let attachment = HostAttachment(port, to: controller)
    attachment.onEvent = note
    attachments.append(attachment)
  }

  /// Powers everything off and cancels all events, which ends the retain cycles between devices and air.
  package func close() {
    for controller in phoneControllers { controller.powerOff() }
    for accessory in accessories { accessory.powerOff() }
    accessoryController?.powerOff()
    simulation.cancelAll()
  }
}

extension AirWorld {
  /// The files and numbers that describe a world.
  package struct Description: Sendable {
    /// The accessory, at least its controller.
    package var accessory: AccessoryProfile
    /// The phone, at least its controller.
    package var phone: PhoneProfile
    /// What lies between the two.
    package var environment: EnvironmentPreset
    /// The true distance in metres.
    package var distanceMetres: Double
    /// The seed of all chance.
    package var seed: UInt64
    /// What is added to the noise of both receivers, in dB.
    package var addedNoiseDecibels = 0.0

    package init(
      accessory: AccessoryProfile, phone: PhoneProfile, environment: EnvironmentPreset,
      distanceMetres: Double, seed: UInt64
    ) {
      self.accessory = accessory
      self.phone = phone
      self.environment = environment
      self.distanceMetres = distanceMetres
      self.seed = seed
    }
  }

  /// Makes the two devices.
  ///
  /// - Parameters:
  ///   - phonePort: where a host attaches to the phone's controller; nil if the phone is ours.
  ///   - accessoryPort: where a host attaches to the accessory's controller; nil if the accessory is ours.
  ///   - watch: called with each controller that gets power, before it does anything.
  ///   - note: called with each event of the ports.
  package convenience init(
    _ description: Description, phonePort: (any HCIPort)?, accessoryPort: (any HCIPort)?,
    watch: @escaping (VirtualController, CSRole) -> Void, note: @escaping (HCIPortEvent, CSRole) -> Void
  ) {
    var profile = description.accessory
    profile.radio.noiseFloorDbm += description.addedNoiseDecibels
    var phone =
      phonePort == nil
      ? description.phone.controllerDescription(profile.interpretations, offering: description.phone.tFCS)
      : description.phone.attachedControllerDescription(profile.interpretations)
    phone.radio.noiseFloorDbm += description.addedNoiseDecibels
    self.init(
      phone: phone,
      environment: Environment(description.environment, distanceMetres: description.distanceMetres),
      seed: description.seed, watch: watch)
    if let phonePort { attach(phonePort, to: phoneController) { note($0, .initiator) } }
    if let accessoryPort {
      attach(accessoryPort, to: addController(of: profile)) { note($0, .reflector) }
    } else {
      addAccessory(profile)
    }
  }
}

extension Environment {
  /// The place of a preset, the devices at a distance in metres until the run starts.
  package init(_ preset: EnvironmentPreset, distanceMetres: Double) {
    self.init(distanceMetres: distanceMetres)
    lossAtOneMetreDecibels = preset.lossAtOneMetreDecibels
    pathLossExponent = preset.pathLossExponent
    directPathLossDecibels = preset.directPathLossDecibels
    echoes = preset.extraPaths.map {
      Echo(
        excessMetres: $0.extraMetres, gainDecibels: -$0.lossDecibels,
        phaseRadians: $0.phaseDegrees * .pi / 180)
    }
    ground = preset.ground.map {
      GroundReflection(
        initiatorHeightMetres: $0.initiatorHeightMetres, reflectorHeightMetres: $0.reflectorHeightMetres,
        coefficient: $0.coefficient)
    }
    scattering = preset.scattering.map(Scattering.init)
    antennaPathOffsetsMetres = preset.antennaPathOffsetsMetres ?? antennaPathOffsetsMetres
    antennas = preset.antennas.map {
      AntennaGeometry(
        initiator: $0.initiator.map(AntennaGeometry.Position.init),
        reflector: $0.reflector.map(AntennaGeometry.Position.init))
    }
    interferers = preset.interference.map {
      Interferer(channels: $0.channels, duty: $0.duty, levelDecibels: $0.levelDecibels)
    }
    motion = Motion(preset.motion)
    attack = preset.attack.map(Attack.init)
  }
}

extension Scattering {
  fileprivate init(_ preset: EnvironmentPreset.Scattering) {
    self.init(
      kFactorDecibels: preset.kFactorDecibels, decayNanoseconds: preset.decayNanoseconds,
      tapCount: preset.tapCount,
      clusters: preset.clusters.map {
        Clusters(
          count: $0.count, spacingNanoseconds: $0.spacingNanoseconds, decayNanoseconds: $0.decayNanoseconds)
      }, redraw: preset.isRedrawnEachProcedure ? .procedure : .run)
  }
}

extension AntennaGeometry.Position {
  fileprivate init(_ preset: EnvironmentPreset.Antennas.Position) {
    self.init(x: preset.x, y: preset.y, z: preset.z)
  }
}

extension Motion {
  fileprivate init(_ preset: EnvironmentPreset.Motion) {
    switch preset {
    case .still: self = .still
    case .radial(let speed): self = .radial(metresPerSecond: speed)
    case .path(let points, let speed):
      self = .path(points.map { WayPoint(xMetres: $0.x, yMetres: $0.y) }, metresPerSecond: speed)
    }
  }
}

extension Attack {
  fileprivate init(_ preset: EnvironmentPreset.Attack) {
    switch preset {
    case .relay(let delay): self = .relay(delayNanoseconds: delay)
    case .rollOver: self = .rollOver
    case .earlyDetectLateCommit(let advance): self = .earlyDetectLateCommit(advanceNanoseconds: advance)
    }
  }
}
