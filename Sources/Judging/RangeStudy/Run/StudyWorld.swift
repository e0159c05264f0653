internal import AccessoryProfile
internal import ChannelSounding
internal import CoreTypes
internal import LinkLayer
internal import RadioModel
internal import Reflector
internal import Session
internal import SimulationKernel
internal import VirtualController

/// The phone and the accessory of a point in an air of their own, the accessory with its power on.
final class StudyWorld {
  /// The clock of both.
  let simulation: Simulation
  /// What lies between them.
  let environment: Environment
  /// The same with both at rest at the distance of the point.
  let nominalEnvironment: Environment
  /// The phone's controller.
  let phoneController: VirtualController
  /// The accessory's controller.
  let accessoryController: VirtualController
  private let accessory: VirtualAccessory

  /// Makes the devices of `point`, whose chance all comes from `seed`.
  ///
  /// - Parameters:
  ///   - walk: how the phone moves; nil leaves that to the environment.
  ///   - watch: called with each controller before its host does anything.
  init(_ point: StudyPoint, walk: Walk?, seed: UInt64, watch: (VirtualController, CSRole) -> Void) {
    simulation = Simulation(seed: seed)
    var environment = Environment(point.environment, distanceMetres: point.distanceMetres)
    if let walk {
      environment.distanceMetres = walk.startMetres
      environment.motion = walk.motion
    }
    self.environment = environment
    environment.distanceMetres = point.distanceMetres
    environment.motion = .still
    nominalEnvironment = environment
    let air = Air(simulation: simulation, environment: self.environment)
    var phone = point.phone.controllerDescription(point.accessory.interpretations)
    phone.identity.csCapabilities.tFCS = CSTime.bits(point.phone.tFCSMicroseconds, of: CSTime.tFCS)
    var profile = point.accessory
    if let snr = point.toneSNRDecibels {
      let tPM = CSTime.supportedIndices(
        phone.identity.csCapabilities.tPM & profile.csCapabilities.tPM, of: CSTime.tPM)[0]
      let gain = Self.measuringGain(tPMMicroseconds: CSTime.tPM[Int(tPM)])
      let loss = nominalEnvironment.pathLossDecibels
      phone.radio.noiseFloorDbm = profile.radio.txPowerDbm - loss + gain - snr
      profile.radio.noiseFloorDbm = phone.radio.txPowerDbm - loss + gain - snr
    }
    phoneController = VirtualController(phone, air: air)
    watch(phoneController, .initiator)
    let accessory = VirtualAccessory(profile, air: air)
    var controller: VirtualController?
    accessory.onPowerOn = { controller = $0 }
    accessory.powerOn()
    guard let controller else { preconditionFailure("an accessory with power has a controller") }
    watch(controller, .reflector)
    accessoryController = controller
    self.accessory = accessory
  }

  /// Takes the power away and forgets what was yet to come: devices and air hold each other until then.
  func close() {
    accessory.powerOff()
    phoneController.powerOff()
    simulation.cancelAll()
  }

  /// What measuring a tone for T_PM gains over 10 us, in dB.
  static func measuringGain(tPMMicroseconds: Int) -> Double {
    PortableMath.decibels(powerRatio: Double(tPMMicroseconds) / 10)
  }
}
