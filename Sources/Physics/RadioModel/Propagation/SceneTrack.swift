public import CoreTypes

/// A place in the plane of a scene, seen from above. Heights are those of the surroundings.
public struct Position: Hashable, Sendable {
  /// In metres, along any axis that all devices of the scene share.
  public var xMetres: Double
  /// In metres, a quarter turn to the left of x.
  public var yMetres: Double

  public init(xMetres: Double, yMetres: Double) {
    self.xMetres = xMetres
    self.yMetres = yMetres
  }

  /// The distance to another place in metres.
  public func distanceMetres(to other: Position) -> Double {
    let (x, y) = (other.xMetres - xMetres, other.yMetres - yMetres)
    return (x * x + y * y).squareRoot()
  }
}

/// Where a device of a scene is over time: straight ways of constant velocity from one way point to the next. It
/// stands at the first until the time of that one, and at the last from the time of that one on.
public struct SceneTrack: Hashable, Sendable {
  /// A place and when the device is there.
  public struct WayPoint: Hashable, Sendable {
    /// Seconds since the start of the run; below 0 before it.
    public var seconds: Double
    /// Where the device is then.
    public var position: Position

    public init(seconds: Double, position: Position) {
      self.seconds = seconds
      self.position = position
    }
  }

  /// At least one, in the order of time.
  public let wayPoints: [WayPoint]

  /// A device that is at each of `wayPoints` at its time.
  ///
  /// - Parameter wayPoints: one and more, each later than the one before, all numbers finite.
  public init(_ wayPoints: [WayPoint]) {
    precondition(!wayPoints.isEmpty, "a track has a place")
    precondition(
      zip(wayPoints, wayPoints.dropFirst()).allSatisfy { $0.seconds < $1.seconds },
      "each way point is later than the one before")
    precondition(
      wayPoints.allSatisfy {
        $0.seconds.isFinite && $0.position.xMetres.isFinite && $0.position.yMetres.isFinite
      }, "the numbers of a way point are finite")
    self.wayPoints = wayPoints
  }

  /// A device that stands.
  public init(standingAt position: Position) {
    self.init([WayPoint(seconds: 0, position: position)])
  }

  /// A device that goes from `start` through `positions` with one speed.
  ///
  /// - Parameters:
  ///   - metresPerSecond: the speed, above 0.
  ///   - departureSeconds: when it leaves `start`, in seconds since the start of the run.
  public init(
    from start: Position, through positions: [Position], metresPerSecond: Double, departureSeconds: Double = 0
  ) {
    precondition(metresPerSecond > 0, "a device that goes has a speed")
    var wayPoints = [WayPoint(seconds: departureSeconds, position: start)]
    var here = wayPoints[0]
    for position in positions where position != here.position {
      here.seconds += here.position.distanceMetres(to: position) / metresPerSecond
      here.position = position
      wayPoints.append(here)
    }
    self.init(wayPoints)
  }

  /// Whether the device moves at a time, in seconds since the start of the run.
  public func isMoving(at seconds: Double) -> Bool {
    zip(wayPoints, wayPoints.dropFirst()).contains { from, to in
      from.position != to.position && (from.seconds...to.seconds).contains(seconds)
    }
  }

  /// Where the device is at a time, in seconds since the start of the run.
  public func position(at seconds: Double) -> Position {
    guard let next = wayPoints.firstIndex(where: { $0.seconds > seconds }) else {
      return wayPoints[wayPoints.count - 1].position
    }
    guard next > 0 else { return wayPoints[0].position }
    let (from, to) = (wayPoints[next - 1], wayPoints[next])
    let part = (seconds - from.seconds) / (to.seconds - from.seconds)
    return Position(
      xMetres: from.position.xMetres + part * (to.position.xMetres - from.position.xMetres),
      yMetres: from.position.yMetres + part * (to.position.yMetres - from.position.yMetres))
  }
}

/// A device of a scene: its name, where it is, and when it is there at all.
public struct SceneDevice: Hashable, Sendable {
  /// Names the streams of chance of what lies between it and others; no other device of the scene has it.
  public var name: String
  /// Where it is.
  public var track: SceneTrack
  /// When it is in the scene. Outside of these spans it runs on, but it and the others do not hear each other.
  public var presence: [Range<Instant>]

  /// A device that is always there unless `presence` is given: `t..<.distantFuture` for one that comes at t,
  /// `.start..<t` for one that leaves at t.
  public init(
    name: String, track: SceneTrack, presence: [Range<Instant>] = [.start ..< .distantFuture]
  ) {
    self.name = name
    self.track = track
    self.presence = presence
  }

  /// Whether it is in the scene at a time of the run.
  public func isPresent(at time: Instant) -> Bool { presence.contains { $0.contains(time) } }
}
