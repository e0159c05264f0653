internal import CoreTypes
internal import Verdicts

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
    let count = Double(channels.count)
    let meanChannel = channels.reduce(0) { $0 + Double($1) } / count
    let mean = unwrapped.reduce(0, +) / count
    var product = 0.0
    var square = 0.0
    for (channel, value) in zip(channels, unwrapped) {
      let distance = Double(channel) - meanChannel
      product += distance * (value - mean)
      square += distance * distance
    }
    guard square > 0 else { return nil }
    let turnsPerMegahertz = product / square
    slopeNanoseconds = turnsPerMegahertz * 1e3
    residualTurns = zip(channels, unwrapped).map { channel, value in
      Self.wrapped(value - mean - turnsPerMegahertz * (Double(channel) - meanChannel))
    }
  }

  /// A phase in turns, -0.5 to 0.5.
  static func wrapped(_ turns: Double) -> Double { turns - PortableMath.rounded(turns) }
}

/// How many of some values lie within a limit.
package struct Share {
  /// How many values there are.
  package private(set) var count = 0
  /// How many of them lie within the limit.
  package private(set) var metCount = 0
  /// The sizes of all values.
  private var sizes: [Double] = []

  /// Without values.
  package init() {}

  /// Takes a value, whose size counts.
  package mutating func take(_ value: Double, limit: Double) {
    count += 1
    if value.magnitude <= limit { metCount += 1 }
    sizes.append(value.magnitude)
  }

  /// The part of the values within the limit, 0 to 1; 0 without values.
  package var fraction: Double { count == 0 ? 0 : Double(metCount) / Double(count) }

  /// The size that a part of the values does not pass; infinite without values.
  package func quantile(_ part: Double) -> Double {
    guard count > 0 else { return .infinity }
    let rank = min(count - 1, max(0, Int((part * Double(count)).rounded(.up)) - 1))
    return sizes.sorted()[rank]
  }

  /// How sure a quantile is, from the values one standard deviation of its rank away; nil for the greatest of all,
  /// of which the values beside it do not tell.
  func statistic(ofQuantile part: Double) -> Quantity.Statistic? {
    guard count > 1, part > 0, part < 1 else { return nil }
    let sorted = sizes.sorted()
    let spread = (part * (1 - part) * Double(count)).squareRoot()
    let low = max(0, Int((part * Double(count) - spread).rounded(.down)) - 1)
    let high = min(count - 1, Int((part * Double(count) + spread).rounded(.up)) - 1)
    return Quantity.Statistic(standardError: (sorted[high] - sorted[low]) / 2, count: count)
  }
}
