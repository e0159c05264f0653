/// What distance can be known from tones, whoever estimates it.
enum RangingBounds {
  /// The speed of light in metres a second.
  static let speedOfLight = 299_792_458.0
  /// The distance after which the two-way phase of tones 1 MHz apart repeats, in metres.
  static let ambiguityMetres = speedOfLight / 2e6
  /// The least distance reported, in metres: noise near 0 m must not wrap round to the far end.
  static let lowestMetres = -5.0

  /// `metres` within one ambiguity from `lowestMetres`.
  static func folded(metres: Double) -> Double {
    let turns = ((metres - lowestMetres) / ambiguityMetres).rounded(.down)
    return metres - turns * ambiguityMetres
  }

  /// The Cramér-Rao bound of the standard deviation of the distance in metres.
  ///
  /// - Parameters:
  ///   - channels: the channel index of each tone.
  ///   - phaseNoiseRadians: standard deviation of the two-way phase of one tone.
  static func distanceDeviation(channels: [UInt8], phaseNoiseRadians: Double) -> Double {
    let count = Double(channels.count)
    let mean = channels.reduce(0) { $0 + Double($1) } / max(count, 1)
    let spread = channels.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    guard spread > 0 else { return .infinity }
    return speedOfLight / (4e6 * .pi) * phaseNoiseRadians / spread.squareRoot()
  }
}
