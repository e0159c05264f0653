internal import CoreTypes
internal import PhoneWorld
internal import Profiles
internal import RadioModel

/// Where everything of a scenario truly is.
struct ScenarioScene {
  private let track: SceneTrack
  private let places: [String: Position]

  init(_ scenario: Scenario) {
    track = scenario.phoneTrack ?? SceneTrack(standingAt: Position(xMetres: 0, yMetres: 0))
    let pairs = scenario.accessories.map { ($0.name, Position(xMetres: $0.xMetres, yMetres: $0.yMetres)) }
    places = Dictionary(uniqueKeysWithValues: pairs)
  }

  /// How far the phone is from an accessory, in metres; nil for a name that there is not.
  func metres(to name: String, at time: Picoseconds) -> Double? {
    places[name].map { track.position(at: time.inSeconds).distanceMetres(to: $0) }
  }

  /// Whether the phone is on its way, as its motion sensors tell.
  func isPhoneMoving(at time: Picoseconds) -> Bool {
    let points = track.wayPoints
    return zip(points, points.dropFirst()).contains { from, to in
      from.position != to.position && (from.seconds...to.seconds).contains(time.inSeconds)
    }
  }
}
