/// How the initiator moves from a time on; the reflector stands.
public enum Motion: Hashable, Sendable {
  /// A place in the plane, in metres from where the initiator starts: x away from the reflector, y to the side.
  public struct WayPoint: Hashable, Sendable {
    /// Away from the reflector, in metres.
    public var xMetres: Double
    /// To the side, in metres.
    public var yMetres: Double

    public init(xMetres: Double, yMetres: Double) {
      self.xMetres = xMetres
      self.yMetres = yMetres
    }
  }

  /// A way point with the time at which it is reached.
  public struct TimedWayPoint: Hashable, Sendable {
    /// Seconds since the start of the motion, above 0.
    public var seconds: Double
    /// Where the initiator is then.
    public var place: WayPoint

    public init(seconds: Double, place: WayPoint) {
      self.seconds = seconds
      self.place = place
    }
  }

  /// It stands.
  case still
  /// It goes straight away from the reflector, or with a negative speed towards it and past it.
  case radial(metresPerSecond: Double)
  /// It goes from its place to one way point after another, and stands at the last.
  case path([WayPoint], metresPerSecond: Double)
  /// It goes straight and with constant speed from its place to each way point in turn, reaches it at its time,
  /// and stands at the last. A way point whose time is not after the one before is left out.
  case timetable([TimedWayPoint])
}

/// The places of the initiator over time: straight pieces, each with a constant velocity.
@usableFromInline
struct Track: Sendable {
  /// One piece, until the next begins; the last goes on without end.
  @usableFromInline
  struct Piece: Sendable {
    /// Seconds since the start of the motion.
    @usableFromInline var begin: Double
    /// Place at `begin`, in metres from the reflector.
    @usableFromInline var x: Double
    @usableFromInline var y: Double
    /// Metres a second.
    @usableFromInline var velocityX: Double
    @usableFromInline var velocityY: Double
  }

  /// In the order of time, the first from 0 on; never empty.
  @usableFromInline let pieces: [Piece]

  init(_ motion: Motion, startMetres: Double) {
    let start = Piece(begin: 0, x: Environment.bounded(startMetres), y: 0, velocityX: 0, velocityY: 0)
    switch motion {
    case .radial(let speed) where speed.isFinite:
      pieces = [Piece(begin: 0, x: start.x, y: 0, velocityX: speed, velocityY: 0)]
    case .path(let points, let speed) where speed.isFinite && speed > 0:
      pieces = Self.pieces(from: start, along: points, speed: speed)
    case .timetable(let points):
      pieces = Self.pieces(from: start, through: points)
    default:
      pieces = [start]
    }
  }

  /// Whether the place changes at any time.
  var isMoving: Bool { pieces.contains { $0.velocityX != 0 || $0.velocityY != 0 } }

  /// The piece that holds at a time, looked for from piece `first` on.
  @inlinable @inline(__always)
  func index(at seconds: Double, from first: Int = 0) -> Int {
    var index = first
    while index &+ 1 < pieces.count, pieces[index &+ 1].begin <= seconds { index &+= 1 }
    return index
  }

  /// The distance of the two devices' reference points in metres.
  func distance(at seconds: Double) -> Double {
    let (x, y) = pieces[index(at: seconds)].place(at: seconds)
    return (x * x + y * y).squareRoot()
  }

  private static func pieces(from start: Piece, along points: [Motion.WayPoint], speed: Double) -> [Piece] {
    var pieces: [Piece] = []
    var here = start
    for point in points {
      let (stepX, stepY) = (start.x + point.xMetres - here.x, point.yMetres - here.y)
      let length = (stepX * stepX + stepY * stepY).squareRoot()
      guard length > 0, length.isFinite else { continue }
      here.velocityX = speed * stepX / length
      here.velocityY = speed * stepY / length
      pieces.append(here)
      here = Piece(
        begin: here.begin + length / speed, x: here.x + stepX, y: here.y + stepY, velocityX: 0, velocityY: 0)
    }
    return pieces + [here]
  }

  private static func pieces(from start: Piece, through points: [Motion.TimedWayPoint]) -> [Piece] {
    var pieces: [Piece] = []
    var here = start
    for point in points where point.seconds.isFinite && point.seconds > here.begin {
      let (x, y) = (start.x + point.place.xMetres, start.y + point.place.yMetres)
      here.velocityX = (x - here.x) / (point.seconds - here.begin)
      here.velocityY = (y - here.y) / (point.seconds - here.begin)
      pieces.append(here)
      here = Piece(begin: point.seconds, x: x, y: y, velocityX: 0, velocityY: 0)
    }
    return pieces + [here]
  }
}

extension Track.Piece {
  /// The place at a time, in metres from the reflector.
  @inlinable @inline(__always)
  func place(at seconds: Double) -> (x: Double, y: Double) {
    (x + velocityX * (seconds - begin), y + velocityY * (seconds - begin))
  }
}
