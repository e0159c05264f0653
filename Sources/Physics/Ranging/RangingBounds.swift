internal import CoreTypes

/// What distance can be known from tones, whoever estimates it.
public enum RangingBounds {
  /// The speed of light in metres a second.
  public static let speedOfLight = 299_792_458.0
  /// The distance after which the two-way phase of tones 1 MHz apart repeats, in metres.
  public static let ambiguityMetres = speedOfLight / 2e6
  /// The least distance reported, in metres: noise near 0 m must not wrap round to the far end.
  public static let lowestMetres = -5.0
  /// The distance of a two-way phase that falls by one radian a megahertz, in metres.
  public static let metresPerRadian = speedOfLight / (4e6 * .pi)
  /// The middle of the band in megahertz.
  private static let middleMegahertz = 2_440.0
  /// The distance of one unit of a round-trip time, 0.5 ns there and back, in metres.
  public static let roundTripUnitMetres = speedOfLight * 0.25e-9

  /// `metres` within one ambiguity from `lowestMetres`.
  public static func folded(metres: Double, ambiguityMetres: Double = ambiguityMetres) -> Double {
    let turns = ((metres - lowestMetres) / ambiguityMetres).rounded(.down)
    return metres - turns * ambiguityMetres
  }

  /// The distance after which tones on these channels repeat, in metres: 149.9 m where two are neighbours,
  /// 74.9 m where all are 2 MHz apart; infinite for a single channel.
  public static func ambiguityMetres(channels: [UInt8]) -> Double {
    let spacing = channelSpacing(channels)
    return spacing > 0 ? ambiguityMetres / Double(spacing) : .infinity
  }

  /// The deviation of a distance of which nothing is known but the ambiguity, in metres: none claims more.
  static func greatestDeviation(ambiguityMetres: Double) -> Double { ambiguityMetres / 12.0.squareRoot() }

  /// The two-way phase by which a difference between the carriers turns a tone, in radians.
  ///
  /// - Parameters:
  ///   - ppm: the difference in parts per million of the middle of the band.
  ///   - microseconds: from a tone of the initiator to that of the reflector.
  public static func carrierPhaseRadians(ppm: Double, microseconds: Double) -> Double {
    2 * .pi * middleMegahertz * ppm * 1e-6 * microseconds
  }

  /// The greatest spacing in megahertz of which all differences between channels are multiples; 0 for one.
  ///
  /// - Parameter spacing: that of other antenna paths, which share the distance but not the phase.
  static func channelSpacing(_ channels: [UInt8], spacing: Int = 0) -> Int {
    guard let start = channels.first else { return spacing }
    var spacing = spacing
    for channel in channels where spacing != 1 {
      var rest = abs(Int(channel) - Int(start))
      while rest != 0 { (spacing, rest) = (rest, spacing % rest) }
    }
    return spacing
  }

  /// The standard deviation of the two-way phase of one tone in radians, if both ends receive it in noise.
  ///
  /// - Parameter snrDecibels: the signal-to-noise ratio of one PCT at each end.
  public static func phaseNoise(snrDecibels: Double) -> Double {
    PortableMath.amplitudeRatio(decibels: -snrDecibels)
  }
}
