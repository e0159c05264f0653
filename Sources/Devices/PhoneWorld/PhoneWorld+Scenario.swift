package import Capture
internal import ChannelSounding
internal import CoreTypes
internal import PhoneSystem
package import Profiles
package import RadioModel
internal import Reflector

extension PhoneWorld {
  /// Makes the world of a scenario: the phone with its track, and the accessories with their positions and power.
  ///
  /// - Parameter cast: the contents of the files that the scenario names.
  package convenience init(_ scenario: Scenario, _ cast: Scenario.Cast, seed: UInt64, log: CaptureLog) {
    self.init(
      phone: cast.phone, environment: cast.environment,
      interpretations: cast.accessories.first?.interpretations ?? Interpretations(), seed: seed, log: log)
    if let track = scenario.phoneTrack { placePhone(on: track) }
    for (place, profile) in zip(scenario.accessories, cast.accessories) {
      let position = Position(xMetres: place.xMetres, yMetres: place.yMetres)
      let accessory = addAccessory(profile, at: position)
      if place.isOn { accessory.powerOn() }
    }
  }

  /// Performs a step of the user, the phone or an accessory. A step of the app has no effect here.
  ///
  /// - Parameter scenario: the scenario of this world.
  package func perform(_ step: Scenario.ScriptStep, of scenario: Scenario) {
    let index = scenario.accessories.firstIndex { $0.name == step.accessory }
    let accessory = index.map { accessories[$0] }
    switch step.action {
    case .picker, .range, .stopRanging, .kill, .launch: break
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
  }
}

extension Scenario {
  /// The track of the phone; nil for a phone at the origin.
  package var phoneTrack: SceneTrack? {
    track.isEmpty
      ? nil
      : SceneTrack(
        track.map {
          .init(seconds: $0.seconds, position: Position(xMetres: $0.xMetres, yMetres: $0.yMetres))
        })
  }
}
