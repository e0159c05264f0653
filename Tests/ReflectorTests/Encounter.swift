import CoreTypes
import HCI
import HostStack
import Initiator
import LinkLayer
import Profiles
import RadioModel
import Reflector
import SimulationKernel
import VirtualController

/// A virtual accessory, and a phone that meets it.
final class Encounter {
  let simulation = Simulation(seed: 1)
  let accessory: VirtualAccessory
  let phone: VirtualInitiator
  /// What passed between the accessory's host and its controller, in order.
  private(set) var packets: [HCIPacket] = []

  init(
    _ profile: AccessoryProfile, phoneFeatures: FeatureSet = FeatureSet(FeatureSet.Feature.allCases)
  ) {
    let air = Air(simulation: simulation, environment: Environment(distanceMetres: 3))
    let identity = LinkIdentity(
      version: 0x11, companyID: 0xFFFF, subversion: 0, features: phoneFeatures)
    let description = ControllerDescription(
      name: "initiator", address: DeviceAddress(0xC0FF_EE00_0001, kind: .public), identity: identity,
      clock: DeviceClock(), radio: RadioParameters())
    phone = VirtualInitiator(VirtualController(description, air: air))
    accessory = VirtualAccessory(profile, air: air)
    accessory.onPowerOn = { [weak self] controller in
      controller.hciTap = { [weak self] packet, _ in self?.packets.append(packet) }
    }
    accessory.powerOn()
  }

  /// The events that the accessory's host received.
  var events: [HCIEventValue] {
    packets.compactMap { packet in
      guard case .event(let event) = packet else { return nil }
      return try? HCIEventValue(event)
    }
  }

  func run(_ span: Picoseconds) { simulation.run(until: simulation.now + span) }

  /// Finds the accessory and connects.
  func connect(policy: PairingPolicy = PairingPolicy()) throws {
    try phone.powerOn()
    let address = accessory.controller?.description.address
    try phone.connect(
      to: address ?? DeviceAddress(0, kind: .public), ConnectionParameterRange(interval: 40, timeout: 200),
      policy: policy)
  }

  /// All that a phone sees and does with an accessory: link, MTU, pairing, services, a power cycle.
  func meet() throws {
    try connect()
    run(.milliseconds(500))
    _ = try phone.pair()
    _ = try phone.exchangeMTU(517)
    _ = try phone.discoverServices()
    _ = try? phone.run {
      $0.openChannel(0x80, CreditBasedParameters(mtu: 64, mps: 64, initialCredits: 1))
    }
    try phone.disconnect()
    accessory.powerOff()
    accessory.powerOn()
    run(.milliseconds(1100))
  }
}
