internal import CoreTypes
internal import Notation
package import Plots
package import Ranging

package struct ProcedurePlots: Sendable {
  private let counter: UInt16
  private let metres: Double?
  private let trueMetres: Double?
  /// In parts per million, by the place of the mode-0 step.
  private let frequencyOffsets: [Double?]
  private let lines: [PathLine]
  private let paths: [ToneResponse]

  /// The plots of a measurement; nil without tones on three channels of any antenna path.
  ///
  /// - Parameters:
  ///   - counter: CSProcCount.
  ///   - metres: the estimated distance; nil for none.
  ///   - trueMetres: the true distance; nil if it is unknown.
  ///   - frequencyOffsets: what the initiator measured in each mode-0 step, in parts per million; nil for a step in
  ///     which it measured nothing.
  package init?(
    _ measurement: RangingMeasurement, counter: UInt16, metres: Double?, trueMetres: Double? = nil,
    frequencyOffsets: [Double?] = []
  ) {
    paths = measurement.paths.filter { $0.channel.count > 2 }
    guard !paths.isEmpty else { return nil }
    self.counter = counter
    self.metres = metres
    self.trueMetres = trueMetres
    self.frequencyOffsets = frequencyOffsets
    lines = paths.map { PathLine($0, metres: metres ?? 0) }
  }

  /// Phase, residual, amplitude, impulse response and mode-0; plots that stand side by side are together.
  package var all: [[Plot]] {
    [phases] + (metres == nil ? [] : [residuals]) + [amplitudes, [impulseResponse]]
      + (mode0 == nil ? [] : [[mode0].compactMap(\.self)])
  }

  /// Phases with the line of the distance, by antenna path.
  package var phases: [Plot] {
    sideBySide(
      "phase-over-channel", "Phase", Axis("phase", unit: "rad"),
      "The phase of both ways on each channel"
        + (metres.map { ", and the line of \(DecimalText.fixed($0, digits: 3)) m." } ?? ".")
    ) { line in
      [Plot.Series("phase", .marks, line.phases)]
        + (metres == nil ? [] : [Plot.Series("line", .curve, line.fitted)])
    }
  }

  /// What the line leaves of the phases, by antenna path.
  package var residuals: [Plot] {
    sideBySide(
      "residual-over-channel", "Phase residual", Axis("phase residual", unit: "rad"),
      "The phase on each channel less the line of the distance."
    ) { [Plot.Series("residual", .marks, $0.residuals)] }
  }

  /// Amplitudes against the strongest tone of each antenna path.
  package var amplitudes: [Plot] {
    sideBySide(
      "amplitude-over-channel", "Amplitude", Axis("amplitude", unit: "dB"),
      "The amplitude on each channel, relative to the strongest tone of the antenna path."
    ) { [Plot.Series("amplitude", .marks, $0.amplitudes)] }
  }

  /// One plot for each antenna path, all with the same vertical axis.
  private func sideBySide(
    _ id: String, _ title: String, _ axis: Axis, _ summary: String, _ series: (PathLine) -> [Plot.Series]
  ) -> [Plot] {
    let all = lines.map(series)
    var axis = axis
    axis.included = all.joined().flatMap(\.points).map(\.y)
    return all.enumerated().map { index, series in
      let path = all.count == 1 ? "" : ", antenna path \(index + 1)"
      return Plot(
        id: all.count == 1 ? id : "\(id)-\(index + 1)",
        title: "\(title) over channel index, procedure \(counter)\(path)", summary: summary,
        x: Axis("channel index"), y: axis, series: series)
    }
  }

  /// The frequency offset of the reflector, mode-0 step by mode-0 step; nil where none was measured.
  package var mode0: Plot? {
    let points = frequencyOffsets.enumerated().compactMap { place, offset in
      offset.map { Plot.Point(Double(place + 1), $0) }
    }
    guard !points.isEmpty else { return nil }
    return Plot(
      id: "offset-over-step", title: "Frequency offset over mode-0 step, procedure \(counter)",
      summary: "The frequency offset that the initiator measured in each mode-0 step, \(points.count) of"
        + " \(frequencyOffsets.count) with a value.",
      x: Axis("mode-0 step"), y: Axis("frequency offset", unit: "ppm"),
      series: [Plot.Series("frequency offset", .marks, points)])
  }

  /// The power of the tones over distance.
  package var impulseResponse: Plot {
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
