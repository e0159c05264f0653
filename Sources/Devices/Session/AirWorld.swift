public import AccessoryProfile
internal import ChannelSounding
public import CoreTypes
public import HCI
internal import RadioModel
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
        $0.tFCS = CSTime.bits(description.phone.tFCSMicroseconds, of: CSTime.tFCS)
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
