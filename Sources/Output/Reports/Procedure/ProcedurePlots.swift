internal import CoreTypes
internal import Notation
public import Plots
public import Ranging

/// The tones of one procedure as plots.
public struct ProcedurePlots: Sendable {
  private let counter: UInt16
  private let metres: Double?
  private let trueMetres: Double?
  private let lines: [PathLine]
  private let paths: [ToneResponse]

  /// The plots of a measurement; nil without tones on three channels of any antenna path.
  ///
  /// - Parameters:
  ///   - counter: CSProcCount.
  ///   - metres: the estimated distance; nil for none.
  ///   - trueMetres: the true distance; nil if it is unknown.
  public init?(
    _ measurement: RangingMeasurement, counter: UInt16, metres: Double?, trueMetres: Double? = nil
  ) {
    paths = measurement.paths.filter { $0.channel.count > 2 }
    guard !paths.isEmpty else { return nil }
    self.counter = counter
    self.metres = metres
    self.trueMetres = trueMetres
    lines = paths.map { PathLine($0, metres: metres ?? 0) }
  }

  /// Phase, residual, amplitude and impulse response.
  public var all: [Plot] { [phases] + (metres == nil ? [] : [residuals]) + [amplitudes, impulseResponse] }

  /// Phases with the line of the distance.
  public var phases: Plot {
    let series = lines.enumerated().flatMap { index, line in
      [Plot.Series("path \(index + 1)", .marks, line.phases)]
        + (metres == nil ? [] : [Plot.Series("path \(index + 1), line", .curve, line.fitted)])
    }
    return Plot(
      id: "phase-over-channel", title: "Phase over channel index, procedure \(counter)",
      summary: "The phase of both ways on each channel"
        + (metres.map { ", and the line of \(DecimalText.fixed($0, digits: 3)) m." } ?? "."),
      x: Self.channels, y: Axis("phase", unit: "rad"), series: series)
  }

  /// What the line leaves of the phases.
  public var residuals: Plot {
    Plot(
      id: "residual-over-channel", title: "Phase residual over channel index, procedure \(counter)",
      summary: "The phase on each channel less the line of the distance.",
      x: Self.channels, y: Axis("phase residual", unit: "rad"),
      series: lines.enumerated().map { Plot.Series("path \($0 + 1)", .marks, $1.residuals) })
  }

  /// Amplitudes against the strongest tone of each antenna path.
  public var amplitudes: Plot {
    Plot(
      id: "amplitude-over-channel", title: "Amplitude over channel index, procedure \(counter)",
      summary: "The amplitude on each channel, relative to the strongest tone of the antenna path.",
      x: Self.channels, y: Axis("amplitude", unit: "dB"),
      series: lines.enumerated().map { Plot.Series("path \($0 + 1)", .marks, $1.amplitudes) })
  }

  /// The power of the tones over distance.
  public var impulseResponse: Plot {
    let farthest = max(12, 5 * (max(metres ?? 0, trueMetres ?? 0) / 2.5).rounded(.up) + 5)
    var rules: [Plot.Rule] = []
    if let metres { rules.append(Plot.Rule(.x(metres), "estimate")) }
    if let trueMetres { rules.append(Plot.Rule(.x(trueMetres), "true")) }
    return Plot(
      id: "impulse-response", title: "Impulse response, procedure \(counter)",
      summary:
        "The power of the tones of each antenna path over the distance, under a Hann window, relative to the"
        + " greatest." + (metres.map { " The estimate is \(DecimalText.fixed($0, digits: 3)) m." } ?? ""),
      x: Axis("distance", unit: "m"), y: Axis("power", unit: "dB"),
      series: zip(paths, lines).enumerated().map { index, path in
        Plot.Series(
          "path \(index + 1)", .curve,
          ImpulseResponse(path.0, sign: path.1.sign).points(from: -2, through: farthest))
      }, rules: rules)
  }

  private static let channels = Axis("channel index")
}

/// One antenna path and the line of a distance through its phases.
private struct PathLine: Sendable {
  var phases: [Plot.Point] = []
  var residuals: [Plot.Point] = []
  var fitted: [Plot.Point] = []
  var amplitudes: [Plot.Point] = []
  /// How the phase changes with the channel: -1 where it falls, 1 where it rises. Reports differ in that.
  let sign: Double

  init(_ path: ToneResponse, metres: Double) {
    let turns = metres / RangingBounds.ambiguityMetres
    let order = path.channel.indices.sorted { (path.channel[$0], $0) < (path.channel[$1], $1) }
    let sums = [-1.0, 1].map { sign in (sign, Self.sum(path, turnsPerChannel: sign * turns)) }
    let falls = Self.power(sums[0].1) >= Self.power(sums[1].1)
    let (sign, mean) = falls ? sums[0] : sums[1]
    self.sign = sign
    let offset = PortableMath.atan2(mean.im, mean.re)
    func fitted(_ channel: UInt8) -> Double { sign * 2 * .pi * turns * Double(channel) + offset }
    let greatest = path.channel.indices.map { Self.power((path.re[$0], path.im[$0])) }.max() ?? 0
    for index in order {
      let channel = path.channel[index]
      let power = Self.power((path.re[index], path.im[index]))
      guard power > 0 else { continue }
      let (sine, cosine) = PortableMath.sinCos(radians: fitted(channel))
      let rest = PortableMath.atan2(
        path.im[index] * cosine - path.re[index] * sine, path.re[index] * cosine + path.im[index] * sine)
      phases.append(Plot.Point(Double(channel), fitted(channel) + rest))
      residuals.append(Plot.Point(Double(channel), rest))
      amplitudes.append(Plot.Point(Double(channel), PortableMath.decibels(powerRatio: power / greatest)))
    }
    let ends = [order.first, order.last].compactMap { $0.map { path.channel[$0] } }
    self.fitted = ends.map { Plot.Point(Double($0), fitted($0)) }
  }

  /// The tones of a path with the phase of a line taken off, added up.
  private static func sum(_ path: ToneResponse, turnsPerChannel: Double) -> (re: Double, im: Double) {
    var sum = (re: 0.0, im: 0.0)
    for index in path.channel.indices {
      let (sine, cosine) = PortableMath.sinCos(turns: turnsPerChannel * Double(path.channel[index]))
      sum.re += path.re[index] * cosine + path.im[index] * sine
      sum.im += path.im[index] * cosine - path.re[index] * sine
    }
    return sum
  }

  private static func power(_ value: (re: Double, im: Double)) -> Double {
    value.re * value.re + value.im * value.im
  }
}

/// The power of tones over the distance of a line through their phases.
private struct ImpulseResponse {
  /// What is drawn below the greatest power, in dB.
  private static let floor = -40.0
  private static let stepMetres = 0.1

  private let tones: [(turns: Double, re: Double, im: Double)]

  init(_ path: ToneResponse, sign: Double) {
    let first = Double(path.channel.min() ?? 0)
    let span = Double(path.channel.max() ?? 0) - first
    tones = path.channel.indices.map { index in
      let channel = Double(path.channel[index])
      let (_, cosine) = PortableMath.sinCos(turns: span > 0 ? (channel - first + 0.5) / (span + 1) : 0.5)
      let weight = (1 - cosine) / 2
      return (
        -sign * channel / RangingBounds.ambiguityMetres, weight * path.re[index], weight * path.im[index]
      )
    }
  }

  func points(from start: Double, through end: Double) -> [Plot.Point] {
    let powers = stride(from: 0, through: ((end - start) / Self.stepMetres).rounded(), by: 1).map { step in
      let metres = start + step * Self.stepMetres
      var sum = (re: 0.0, im: 0.0)
      for tone in tones {
        let (sine, cosine) = PortableMath.sinCos(turns: tone.turns * metres)
        sum.re += tone.re * cosine - tone.im * sine
        sum.im += tone.re * sine + tone.im * cosine
      }
      return (metres, sum.re * sum.re + sum.im * sum.im)
    }
    let greatest = powers.map { $0.1 }.max() ?? 0
    guard greatest > 0 else { return [] }
    return powers.map { metres, power in
      Plot.Point(metres, max(Self.floor, PortableMath.decibels(powerRatio: max(power / greatest, 1e-12))))
    }
  }
}
