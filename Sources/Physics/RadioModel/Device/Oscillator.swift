public import CoreTypes
public import SimulationKernel

/// The local oscillator of a device: its phase after a hop is chance, and its PLL takes time to settle.
public struct Oscillator: Sendable {
  /// The PLL's settling time constant in microseconds, 0 for one that settles at once.
  public let settlingMicroseconds: Double
  /// The phase after the last hop, in turns, 0 up to 1.
  public var phaseTurns = 0.0
  /// The size of the last hop in MHz; positive upwards.
  public var hopMegahertz = 0.0
  @usableFromInline var channel = -1
  @usableFromInline var random: RandomStream

  /// Makes an oscillator that draws its phases from `random`.
  public init(settlingMicroseconds: Double, random: RandomStream) {
    self.settlingMicroseconds = settlingMicroseconds
    self.random = random
  }

  /// Tunes to `channel`: the phase is drawn anew even where the channel stays.
  @inlinable @inline(__always)
  public mutating func hop(to channel: Int) {
    hopMegahertz = self.channel < 0 ? 0 : Double(channel &- self.channel)
    phaseTurns = random.nextUnit()
    self.channel = channel
  }

  /// The part of a hop's frequency error that is left `microseconds` after the hop began, 0 to 1.
  public func settlingDecay(after microseconds: Double) -> Double {
    settlingMicroseconds > 0 ? PortableMath.exp(-microseconds / settlingMicroseconds) : 0
  }

  /// The phase in turns that the settling PLL still has to go through where `decay` of the error is left.
  @inlinable @inline(__always)
  public func settlingTurns(decay: Double) -> Double { hopMegahertz * settlingMicroseconds * decay }
}

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
    for _ in 0..<6 {
      let next = local - gain(at: time)
      if next == time { break }
      time = next
    }
    return time
  }

  /// What the clock has gained by the true time `time`.
  private func gain(at time: Instant) -> Picoseconds {
    let elapsed = time - reference
    let meanPpm = offsetPpm + driftPpmPerSecond * 0.5 * elapsed.inSeconds
    return Picoseconds(Int64((meanPpm * 1e-6 * Double(elapsed.rawValue)).rounded()))
  }
}

extension RandomStream {
  /// Two independent draws of the normal distribution with variance 1.
  @inlinable @inline(__always)
  public mutating func nextGaussianPair() -> (Double, Double) {
    let first = nextUnit()
    return PortableMath.normalPair(first, nextUnit())
  }
}
