internal import CoreTypes
internal import Statistics

/// The straight line through phases over frequency, and what is left of them. [RFPHY.TS.p24, 4.8.3]
package struct LineOverFrequency {
  /// In nanoseconds: the slope over frequency, less the turn a nanosecond gives each GHz.
  package let slopeNanoseconds: Double
  /// What is left of each phase in turns, -0.5 to 0.5, in the order of the phases.
  package let residualTurns: [Double]

  /// Fits phases in turns by channel index; nil for fewer than three.
  ///
  /// Between neighbours in frequency the phase is taken to turn by less than a half.
  package init?(channels: [UInt8], turns: [Double]) {
    guard channels.count > 2 else { return nil }
    let order = channels.indices.sorted { (channels[$0], $0) < (channels[$1], $1) }
    var unwrapped = turns
    for (before, index) in zip(order, order.dropFirst()) {
      unwrapped[index] = unwrapped[before] + Self.wrapped(turns[index] - unwrapped[before])
    }
    let line = RunningLine(zip(channels, unwrapped).lazy.map { (Double($0), $1) })
    guard let turnsPerMegahertz = line.slope else { return nil }
    slopeNanoseconds = turnsPerMegahertz * 1e3
    residualTurns = zip(channels, unwrapped).map { channel, value in
      Self.wrapped(value - line.meanY - turnsPerMegahertz * (Double(channel) - line.meanX))
    }
  }

  /// A phase in turns, -0.5 to 0.5.
  static func wrapped(_ turns: Double) -> Double { turns - PortableMath.rounded(turns) }
}
