extension Environment {
  /// Displacements below this are rounding errors of devices that move together, in metres.
  private static let leastMetres = 1e-9

  /// What lies between two devices of a scene, the same whichever of the two is the initiator.
  ///
  /// The initiator's place from the reflector's is the difference of their positions. The plane of the two is
  /// turned so that this lies on its x axis at the start of the run, or if both start at one place, where they
  /// first part.
  ///
  /// - Parameters:
  ///   - surroundings: all but distance and motion. The places of its antennas are in the plane of the two.
  ///   - one: the track of one of them.
  ///   - other: the track of the other.
  public init(_ surroundings: Environment, between one: SceneTrack, and other: SceneTrack) {
    let times = Self.times(one, other)
    let places = times.map { one.position(at: $0).metres(from: other.position(at: $0)) }
    let start = places[0]
    let axis = places.lazy.map(Self.direction).first { $0.x != 0 || $0.y != 0 } ?? (1, 0)
    let wayPoints = zip(times, places).dropFirst().map { seconds, place in
      let (x, y) = (place.x - start.x, place.y - start.y)
      return Motion.TimedWayPoint(
        seconds: seconds,
        place: Motion.WayPoint(
          xMetres: axis.x * x + axis.y * y, yMetres: axis.x * y - axis.y * x))
    }
    self = surroundings
    distanceMetres = Self.length(start)
    let isStill = wayPoints.allSatisfy {
      abs($0.place.xMetres) < Self.leastMetres && abs($0.place.yMetres) < Self.leastMetres
    }
    motion = isStill ? .still : .timetable(wayPoints)
  }

  /// The start of the run and the times at which either track turns later, in order.
  private static func times(_ one: SceneTrack, _ other: SceneTrack) -> [Double] {
    let turns = (one.wayPoints + other.wayPoints).map(\.seconds).filter { $0 > 0 }.sorted()
    return turns.reduce(into: [0]) { times, seconds in
      if seconds != times.last { times.append(seconds) }
    }
  }

  private static func length(_ place: (x: Double, y: Double)) -> Double {
    (place.x * place.x + place.y * place.y).squareRoot()
  }

  /// The direction of a place from the origin; (0, 0) for the origin.
  private static func direction(_ place: (x: Double, y: Double)) -> (x: Double, y: Double) {
    let length = length(place)
    return length > 0 ? (place.x / length, place.y / length) : (0, 0)
  }
}

extension Position {
  fileprivate func metres(from origin: Position) -> (x: Double, y: Double) {
    (xMetres - origin.xMetres, yMetres - origin.yMetres)
  }
}
