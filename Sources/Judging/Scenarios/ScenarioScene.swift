internal import CoreTypes
internal import PhoneWorld
internal import Profiles
internal import RadioModel

/// The true positions of the devices of a scenario.
struct ScenarioScene {
  private let track: SceneTrack
  private let places: [String: Position]

  init(_ scenario: Scenario) {
    track = scenario.phoneTrack ?? SceneTrack(standingAt: Position(xMetres: 0, yMetres: 0))
    let pairs = scenario.accessories.map { ($0.name, Position(xMetres: $0.xMetres, yMetres: $0.yMetres)) }
    places = Dictionary(uniqueKeysWithValues: pairs)
  }

  /// The true distance to an accessory in metres; nil for an unknown name.
  func metres(to name: String, at time: Picoseconds) -> Double? {
    places[name].map { track.position(at: time.inSeconds).distanceMetres(to: $0) }
  }

  /// Whether the phone moves, as its motion sensors report.
  func isPhoneMoving(at time: Picoseconds) -> Bool { track.isMoving(at: time.inSeconds) }
}
