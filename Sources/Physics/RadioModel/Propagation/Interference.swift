internal import CoreTypes

/// Somebody else who sends in the band for a part of the time.
public struct Interferer: Hashable, Sendable {
  /// The first and the last channel index, 0 to 79.
  public var channels: ClosedRange<Int>
  /// The part of the time in which it sends, 0 to 1.
  public var duty: Double
  /// Its power against the receiver's noise while it sends, in dB.
  public var levelDecibels: Double

  public init(channels: ClosedRange<Int>, duty: Double, levelDecibels: Double) {
    self.channels = channels
    self.duty = duty
    self.levelDecibels = levelDecibels
  }
}

/// Interference by channel: whether a step suffers is chance, anew for each step.
public struct InterferenceField: Sendable {
  /// Where the interferers of a channel begin in the lists below, with one entry behind the last channel.
  @usableFromInline var starts: [Int] = [0]
  @usableFromInline var duties: [Double] = []
  /// Power against the noise, as a ratio.
  @usableFromInline var powers: [Double] = []

  /// Sorts the interferers of `environment` by channel.
  public init(_ environment: Environment) {
    for channel in 0..<ChannelResponse.channelCount {
      for interferer in environment.interferers {
        let power = PortableMath.powerRatio(decibels: interferer.levelDecibels)
        guard interferer.channels.contains(channel), interferer.duty > 0, power > 0 else { continue }
        duties.append(min(interferer.duty, 1))
        powers.append(power)
      }
      starts.append(duties.count)
    }
  }

  /// Whether nobody else sends.
  public var isEmpty: Bool { duties.isEmpty }

  /// The factor on the noise amplitude of a step, 1 and up.
  ///
  /// Interferers of one channel are independent of each other: what is left of `chance` after one of them is
  /// stretched over 0 to 1 for the next.
  ///
  /// - Parameters:
  ///   - channel: channel index, 0 to 79.
  ///   - chance: a uniform draw, 0 up to 1.
  @inlinable
  public func noiseFactor(channel: Int, chance: Double) -> Double {
    var index = starts[channel]
    let end = starts[channel &+ 1]
    if index == end { return 1 }
    var power = 1.0
    var rest = chance
    while index < end {
      let duty = duties[index]
      if rest < duty {
        power += powers[index]
        rest /= duty
      } else {
        rest = (rest - duty) / (1 - duty)
      }
      index &+= 1
    }
    return power.squareRoot()
  }
}
