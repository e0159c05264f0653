internal import CoreTypes

/// How virtual time follows a clock on the wall: at the same rate or a multiple of it, from an anchor at which both were
/// read.
///
/// A value that reads no clock: wall times are nanoseconds that its owner has read.
struct Pacing {
  /// A run that is further behind than this does not hurry after the clock: the anchor moves instead.
  static let tolerance = Picoseconds.milliseconds(50)
  /// The farthest that a deadline lies ahead, so that no sum overflows: a day.
  private static let horizon = Picoseconds.seconds(86_400)

  private var virtual: Instant
  private var wall: Int64
  /// Virtual seconds in a second.
  private let rate: Int64

  /// Anchors virtual time to the wall.
  init(virtual: Instant, wall: Int64, rate: Int = 1) {
    self.virtual = virtual
    self.wall = wall
    self.rate = Int64(rate)
  }

  /// The virtual time that it is on the wall.
  ///
  /// - Parameter next: the time of the next event. If it lies further back than `tolerance`, it is due right
  ///   now and everything after it that much later.
  mutating func now(wall: Int64, next: Instant?) -> Instant {
    let mapped = virtual + .nanoseconds((wall - self.wall) * rate)
    guard let next, mapped - next > Self.tolerance * Int(rate) else { return mapped }
    self = Pacing(virtual: next, wall: wall, rate: Int(rate))
    return next
  }

  /// The wall time at which `instant` is due, or one before it if that is a long way off.
  func deadline(of instant: Instant) -> Int64 {
    let ahead = min(max(instant - virtual, .zero), Self.horizon)
    // Rounded up, so that at this wall time the instant is not still to come.
    return wall + (ahead.rawValue + 1_000 * rate - 1) / (1_000 * rate)
  }
}
