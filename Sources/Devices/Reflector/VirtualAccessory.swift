package import CoreTypes
internal import HostStack
internal import LinkLayer
package import Profiles
internal import RadioModel
internal import SimulationKernel
package import VirtualController

/// The virtual accessory of a profile: a controller, and a host that acts as firmware would.
package final class VirtualAccessory {
  /// What it keeps of a bonded phone while its power is off.
  private var storedBond: BondRecord?
  private let profile: AccessoryProfile
  private let number: Int
  private let air: Air
  private var host: AccessoryHost?
  private var startCount = 0
  /// The device address, with and without power.
  package let address: DeviceAddress
  /// The controller that has power now.
  package private(set) var controller: VirtualController?
  /// Called whenever the accessory gets power, before it does anything: to watch its HCI.
  package var onPowerOn: ((VirtualController) -> Void)?

  /// Makes the accessory of `profile`, its power off.
  ///
  /// - Parameter number: distinguishes it from others in the same air, by address and chance; counts from 1.
  package init(_ profile: AccessoryProfile, number: Int = 1, air: Air) {
    precondition(number >= 1, "accessories are counted from 1")
    self.profile = profile
    self.number = number
    self.air = air
    address = profile.controllerDescription(of: number).address
  }

  /// Gives the accessory power: it starts, and advertises. Returns its controller.
  @discardableResult
  package func powerOn() -> VirtualController {
    precondition(controller == nil, "the accessory has power")
    var description = profile.controllerDescription(of: number)
    // Its crystal is as the profile says when it gets power, and drifts from then on.
    description.clock.reference = air.simulation.now
    let controller = VirtualController(description, air: air)
    self.controller = controller
    onPowerOn?(controller)
    startCount += 1
    let host = AccessoryHost(
      profile.applyingFaults(), controller: controller, address: controller.description.address,
      bond: storedBond, number: number, start: startCount)
    self.host = host
    host.start()
    return controller
  }

  /// Loses the bond that it keeps while its power is off.
  package func forgetBond() { storedBond = nil }

  /// Takes the power away at once.
  package func powerOff() {
    storedBond = profile.applyingFaults().security.hasPersistentKeys ? host?.bondRecord : nil
    host = nil
    controller?.powerOff()
    controller = nil
  }
}

extension VirtualController {
  /// Makes the controller of an accessory for a host that is not ours, and puts it on the air. Its own address is
  /// public, as what HCI_Read_BD_ADDR returns always is; a random one is the host's to set. It has extended
  /// advertising and privacy, which never show on the air, since the hosts of today start up with both.
  package convenience init(accessory profile: AccessoryProfile, air: Air) {
    var description = profile.controllerDescription(of: 1)
    description.address = AccessoryProfile.publicAddress
    description.clock.reference = air.simulation.now
    for feature in [FeatureSet.Feature.extendedAdvertising, .llPrivacy] {
      description.identity.features[feature] = true
    }
    self.init(description, air: air)
  }
}
