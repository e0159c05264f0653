internal import ChannelSounding
public import CoreTypes
public import HCI
public import Profiles
public import RadioModel
public import Reflector
public import SimulationKernel
public import VirtualController

/// A phone and an accessory in one air. Above each of the two controllers is a host of ours, or one that is
/// attached.
public final class AirWorld {
  /// What an air is made of.
  public struct Description: Sendable {
    /// The accessory, at least its controller.
    public var accessory: AccessoryProfile
    /// The phone, at least its controller.
    public var phone: PhoneProfile
    /// What lies between the two.
    public var environment: EnvironmentPreset
    /// The true distance in metres.
    public var distanceMetres: Double
    /// The seed of all chance.
    public var seed: UInt64
    /// What is added to the noise of both receivers, in dB.
    public var addedNoiseDecibels = 0.0

    public init(
      accessory: AccessoryProfile, phone: PhoneProfile, environment: EnvironmentPreset,
      distanceMetres: Double,
      seed: UInt64
    ) {
      self.accessory = accessory
      self.phone = phone
      self.environment = environment
      self.distanceMetres = distanceMetres
      self.seed = seed
    }
  }

  /// The clock of both devices.
  public let simulation: Simulation
  /// What both are in.
  public let air: Air
  /// The phone's controller.
  public let phoneController: VirtualController
  /// The whole accessory, where it is ours.
  public private(set) var accessory: VirtualAccessory?
  private var attachments: [HostAttachment] = []

  /// Makes the two devices.
  ///
  /// - Parameters:
  ///   - phonePort: where a host attaches to the phone's controller; nil if the phone is ours.
  ///   - accessoryPort: where a host attaches to the accessory's controller; nil if the accessory is ours.
  ///   - watch: called with each controller that gets power, before it does anything.
  ///   - note: told what happens at the ports.
  public init(
    _ description: Description, phonePort: (any HCIPort)?, accessoryPort: (any HCIPort)?,
    watch: @escaping (VirtualController, CSRole) -> Void, note: @escaping (HCIPortEvent, CSRole) -> Void
  ) {
    simulation = Simulation(seed: description.seed)
    air = Air(
      simulation: simulation,
      environment: Environment(description.environment, distanceMetres: description.distanceMetres))
    let interpretations = description.accessory.interpretations
    var phone =
      phonePort == nil
      ? description.phone.controllerDescription(interpretations)
      : description.phone.attachedControllerDescription(interpretations)
    phone.radio.noiseFloorDbm += description.addedNoiseDecibels
    var profile = description.accessory
    profile.radio.noiseFloorDbm += description.addedNoiseDecibels
    phoneController = VirtualController(phone, air: air)
    if phonePort == nil {
      phoneController.offer {
        $0.tFCS = description.phone.tFCS
      }
    }
    watch(phoneController, .initiator)
    if let phonePort { attach(phonePort, to: phoneController, .initiator, note) }
    guard let accessoryPort else {
      let accessory = VirtualAccessory(profile, air: air)
      accessory.onPowerOn = { watch($0, .reflector) }
      self.accessory = accessory
      return
    }
    let controller = VirtualController(accessory: profile, air: air)
    watch(controller, .reflector)
    attach(accessoryPort, to: controller, .reflector, note)
  }

  private func attach(
    _ port: any HCIPort, to controller: VirtualController, _ role: CSRole,
    _ note: @escaping (HCIPortEvent, CSRole) -> Void
  ) {
    let attachment = HostAttachment(port, to: controller)
    attachment.onEvent = { note($0, role) }
    attachments.append(attachment)
  }
}

extension Environment {
  /// The place of a preset, the devices at a distance in metres until the run starts.
  ///
  /// - Parameter start: when the run starts, and with it what moves.
  public init(_ preset: EnvironmentPreset, distanceMetres: Double, start: Instant = .start) {
    self.init(distanceMetres: distanceMetres)
    motionStart = start
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
      },
      redraw: preset.isRedrawnEachProcedure ? .procedure : .run)
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
