internal import CoreTypes
internal import Statistics
package import Verdicts

/// The part of the phases that is proportional to the hop before them.
package struct HopRegression {
  /// The hop over the whole band, in MHz.
  private static let band = 74.0
  /// Root mean square residual in radians from which the phases may have wrapped around: phases that are spread over
  /// the whole turn have 1.81.
  private static let wrappedRadians = 1.0
  /// The coherence of the phases, 0 to 1, from which hops explain them; random phases reach 0.4.
  private static let explained = 0.6

  /// One subevent: steps that follow another one.
  private struct Sweep {
    var channels: [Double] = []
    var hops: [Double] = []
    var turns: [Double] = []
  }

  private var sweeps: [Sweep] = []
  private var product = 0.0
  private var square = 0.0
  private var residualSquare = 0.0
  private var count = 0

  package init() {}

  /// Takes the phases of a subevent.
  ///
  /// - Parameter first: the channel of the mode-0 step before the first of them.
  package mutating func take(_ phases: PathPhases, first: UInt8?) {
    guard let line = phases.line, let first, let start = phases.steps.first else { return }
    var before = (step: start - 1, channel: first)
    var sweep = Sweep()
    var residuals: [Double] = []
    for (index, step) in phases.steps.enumerated() {
      let channel = phases.channels[index]
      if step == before.step + 1 {
        sweep.channels.append(Double(channel))
        sweep.hops.append(Double(channel) - Double(before.channel))
        sweep.turns.append(phases.turns[index])
        residuals.append(line.residualTurns[index] * 2 * .pi)
      }
      before = (step, channel)
    }
    // A hop up ends high in the band: what the line over frequency took of the phases is taken of the hops, too.
    for (hop, residual) in zip(Self.withoutLine(sweep.hops, over: sweep.channels), residuals) {
      product += hop * residual
      square += hop * hop
      residualSquare += residual * residual
      count += 1
    }
    sweeps.append(sweep)
  }

  /// The phase error after a hop over the whole band.
  package enum Reading: Equatable {
    /// There are no hops.
    case none
    /// In radians.
    case radians(Double, Quantity.Statistic?)
    /// The residuals wrap around, and hops do not explain them; their root mean square, in radians.
    case wrapped(Double)
  }

  /// The phase error after a hop over the whole band.
  ///
  /// Where the phases wrap around, a line through the residuals is random. The search then looks for the phase per hop
  /// that aligns them.
  package var reading: Reading {
    guard square > 0 else { return .none }
    let deviation = (residualSquare / Double(count)).squareRoot()
    if deviation > Self.wrappedRadians {
      return steepest().map { .radians($0 * Self.band, nil) } ?? .wrapped(deviation)
    }
    let left = max(0, residualSquare - product * product / square)
    let slope = Quantity.Statistic.slope(left: left, square: square, count: count)
    return .radians(
      product / square * Self.band,
      slope.map { .init(standardError: $0.standardError * Self.band, count: $0.count) })
  }

  /// The phase error after a hop of one MHz in radians, -pi to pi; nil if it does not explain the phases.
  private func steepest() -> Double? {
    let step = 0.02
    var best = (alike: 0.0, hop: 0.0)
    for hop in stride(from: -Double.pi, through: .pi, by: step) {
      // A line over frequency as steep as 10 ns make it.
      for line in stride(from: -0.06, through: 0.06, by: step) {
        let alike = alikeness(hop: hop, line: line)
        if alike > best.alike { best = (alike, hop) }
      }
    }
    return best.alike >= Self.explained && best.hop.magnitude > step ? best.hop : nil
  }

  /// The coherence of the phases of a few subevents, 0 to 1, without the parts of hop and line.
  private func alikeness(hop: Double, line: Double) -> Double {
    var sum = 0.0
    let few = sweeps.prefix(3)
    for sweep in few {
      var (re, im) = (0.0, 0.0)
      for index in sweep.turns.indices {
        let explained = (hop * sweep.hops[index] + line * sweep.channels[index]) / (2 * .pi)
        let (sin, cos) = PortableMath.sinCos(turns: sweep.turns[index] - explained)
        re += cos
        im += sin
      }
      sum += (re * re + im * im).squareRoot() / Double(max(1, sweep.turns.count))
    }
    return few.isEmpty ? 0 : sum / Double(few.count)
  }

  private static func withoutLine(_ values: [Double], over places: [Double]) -> [Double] {
    let line = RunningLine(zip(places, values).lazy.map { ($0, $1) })
    let slope = line.slope ?? 0
    return zip(values, places).map { $0 - line.meanY - slope * ($1 - line.meanX) }
  }
}

/// The straight line through phases over frequency, and the residuals. [RFPHY.TS.p24, 4.8.3]
package struct LineOverFrequency {
  /// In nanoseconds: the slope over frequency, less the turn a nanosecond gives each GHz.
  package let slopeNanoseconds: Double
  /// The residual of each phase in turns, -0.5 to 0.5, in the order of the phases.
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
