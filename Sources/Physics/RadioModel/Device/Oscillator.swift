internal import CoreTypes
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
