public import CoreTypes

/// The sleep or active clock of a device: true time goes in, what the device reads comes out, and back.
///
/// A device's time is written as an `Instant` of its own; it equals true time at `reference`.
public struct DeviceClock: Hashable, Sendable {
  /// How much faster than true time the clock runs at `reference`, in ppm, -500 to 500.
  public var offsetPpm: Double
  /// How the offset changes, in ppm a second.
  public var driftPpmPerSecond: Double
  /// The true time at which the clock is right.
  public var reference: Instant

  /// Makes a clock that is right at `reference`.
  public init(offsetPpm: Double = 0, driftPpmPerSecond: Double = 0, reference: Instant = .start) {
    self.offsetPpm = offsetPpm
    self.driftPpmPerSecond = driftPpmPerSecond
    self.reference = reference
  }

  /// How much faster than true time the clock runs at the true time `time`, as a fraction.
  public func fractionalOffset(at time: Instant) -> Double {
    (offsetPpm + driftPpmPerSecond * (time - reference).inSeconds) * 1e-6
  }

  /// What the clock reads at the true time `time`.
  public func localTime(at time: Instant) -> Instant { time + gain(at: time) }

  /// The true time at which the clock reads `local`, to a picosecond.
  public func trueTime(atLocal local: Instant) -> Instant {
    var time = local
    // Each turn shrinks the error by the fractional offset, so six end within a picosecond after hours.
    for _ in 0..<6 { time = local - gain(at: time) }
    return time
  }

  /// What the clock has gained by the true time `time`.
  private func gain(at time: Instant) -> Picoseconds {
    let elapsed = time - reference
    let meanPpm = offsetPpm + driftPpmPerSecond * 0.5 * elapsed.inSeconds
    return Picoseconds(Int64((meanPpm * 1e-6 * Double(elapsed.rawValue)).rounded()))
  }
}
