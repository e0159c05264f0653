internal import CoreTypes
internal import RadioModel

/// How the phone of a session moves so that it passes the distance of its point halfway through the procedures.
///
/// While the two find each other it goes away from where the walk begins and comes back, as nobody knows
/// beforehand how long that takes but from a session alike that stood still.
struct Walk {
  /// The longest way of one session, in metres: what is said of a distance is said of its surroundings.
  private static let longestMetres = 4.0
  /// No nearer to the accessory than this, in metres.
  private static let nearestMetres = 0.05
  /// So long before the first procedure the walk begins.
  private static let lead = 0.02

  /// When procedures run, in seconds since the start of the session.
  struct Schedule {
    /// The middle of the first procedure.
    let first: Double
    /// From the middle of one procedure to that of the next.
    let interval: Double
    /// How long a procedure takes.
    let duration: Double
  }

  /// Where the phone is when the session begins, in metres.
  let startMetres: Double
  /// How it moves.
  let motion: Motion
  /// How many procedures the walk is for, 1 and up.
  let procedureCount: Int

  /// Plans a walk past `metres` at `speed` metres a second, which is not 0, for `most` procedures if the way has
  /// room for them.
  init(metres: Double, speed: Double, schedule: Schedule, most: Int) {
    let reach = min(Self.longestMetres / 2, max(0, metres - Self.nearestMetres))
    let pace = speed.magnitude
    let room = (2 * reach / (pace * schedule.interval)).rounded(.down)
    procedureCount = Int(min(Double(most), max(1, room)))
    let begin = max(0, schedule.first - schedule.duration / 2 - Self.lead)
    let middle = schedule.first + schedule.interval * Double(procedureCount - 1) / 2
    let start = max(Self.nearestMetres, metres - speed * (middle - begin))
    startMetres = start
    let length = pace * (2 * (middle - begin) + schedule.interval)
    let end = max(Self.nearestMetres - start, speed < 0 ? -length : length)
    motion = .path(
      [
        Motion.WayPoint(xMetres: pace * begin / 2, yMetres: 0), Motion.WayPoint(xMetres: 0, yMetres: 0),
        Motion.WayPoint(xMetres: end, yMetres: 0),
      ], metresPerSecond: pace)
  }
}
