internal import CoreTypes
internal import RadioModel

/// The radios of an air that have a track.
struct AirScene {
  /// Two radios in either order: what lies between them is the same.
  private struct Pair: Hashable {
    let first: ObjectIdentifier
    let second: ObjectIdentifier

    init(_ one: any AirStation, _ other: any AirStation) {
      let (one, other) = (ObjectIdentifier(one), ObjectIdentifier(other))
      (first, second) = one < other ? (one, other) : (other, one)
    }
  }

  private var devices: [ObjectIdentifier: SceneDevice] = [:]
  /// What was worked out since a device last came or went.
  private var environments: [Pair: Environment] = [:]

  /// The device that a radio is; nil for one without a track.
  subscript(station: any AirStation) -> SceneDevice? {
    get { devices.isEmpty ? nil : devices[ObjectIdentifier(station)] }
    set {
      devices[ObjectIdentifier(station)] = newValue
      environments.removeAll()
    }
  }

  /// Whether a radio is there; one without a track always is.
  func isPresent(_ station: any AirStation, at time: Instant) -> Bool {
    self[station]?.isPresent(at: time) ?? true
  }

  /// What lies between two radios that both have a track; nil if one has none.
  mutating func environment(
    between one: any AirStation, and other: any AirStation, in surroundings: Environment
  ) -> Environment? {
    guard let first = self[one], let second = self[other] else { return nil }
    let pair = Pair(one, other)
    if let known = environments[pair] { return known }
    let environment = Environment(surroundings, between: first.track, and: second.track)
    environments[pair] = environment
    return environment
  }
}
