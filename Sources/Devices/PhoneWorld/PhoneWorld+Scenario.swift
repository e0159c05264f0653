internal import ChannelSounding
internal import CoreTypes
internal import PhoneSystem
public import Profiles
public import RadioModel
internal import Reflector

extension PhoneWorld {
  /// Makes the world of a scenario: the phone on its way, the accessories at their places, those with power on.
  ///
  /// - Parameter cast: what the files that the scenario names describe.
  public convenience init(_ scenario: Scenario, _ cast: Scenario.Cast, seed: UInt64, keepsSteps: Bool = false)
  {
    self.init(
      phone: cast.phone, environment: cast.environment,
      interpretations: cast.accessories.first?.interpretations ?? Interpretations(), seed: seed,
      keepsSteps: keepsSteps)
    if let track = scenario.phoneTrack { placePhone(on: track) }
    for (place, profile) in zip(scenario.accessories, cast.accessories) {
      let position = Position(xMetres: place.xMetres, yMetres: place.yMetres)
      let accessory = addAccessory(profile, at: position)
      if place.isOn { accessory.powerOn() }
    }
  }

  /// Does what a step of a script says of the user, the phone or an accessory.
  ///
  /// - Parameter scenario: the scenario that the world was made for.
  /// - Returns: whether it does; what the app does is not the world's.
  @discardableResult
  public func perform(_ step: Scenario.ScriptStep, of scenario: Scenario) -> Bool {
    let index = scenario.accessories.firstIndex { $0.name == step.accessory }
    let accessory = index.map { accessories[$0] }
    switch step.action {
    case .picker, .range, .stopRanging, .kill, .launch: return false
    case .background: system.setForeground(false)
    case .foreground: system.setForeground(true)
    case .load: system.setLoad(step.factor)
    case .bluetoothOff: system.switchBluetooth(on: false)
    case .bluetoothOn: system.switchBluetooth(on: true)
    case .acceptPairing: system.acceptsPairing = true
    case .refusePairing: system.acceptsPairing = false
    case .remove:
      if let accessory, let identifier = system.accessorySetUp(at: accessory.address) {
        system.removeSetup(of: identifier)
      }
    case .powerOn: if let accessory, accessory.controller == nil { accessory.powerOn() }
    case .powerOff: if let accessory, accessory.controller != nil { accessory.powerOff() }
    case .forgetBond: accessory?.forgetBond()
    }
    return true
  }
}

extension Scenario {
  /// The way of the phone; nil where it stands at the origin.
  public var phoneTrack: SceneTrack? {
    track.isEmpty
      ? nil
      : SceneTrack(
        track.map {
          .init(seconds: $0.seconds, position: Position(xMetres: $0.xMetres, yMetres: $0.yMetres))
        })
  }
}
