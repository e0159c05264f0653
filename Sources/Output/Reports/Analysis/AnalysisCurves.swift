public import Analysis
internal import Capture
internal import CoreTypes
internal import Notation
public import Plots
public import Ranging

/// The values of an analysis that plots show, collected procedure by procedure.
public struct AnalysisCurves: Sendable {
  /// The most values of a series that a plot draws.
  private static let mostValues = 2_000

  private let kinds: [RangingEstimatorKind]
  private var distances: [[Plot.Point]]
  private var offsets: [Plot.Point] = []
  private var tones: ProcedureTones?
  private var start: RecordTime?
  private var count = 0

  /// Nothing yet.
  public init(estimators: [RangingEstimatorKind]) {
    kinds = estimators
    distances = estimators.map { _ in [] }
  }

  /// Takes the next procedure.
  public mutating func add(_ procedure: ProcedureAnalysis) {
    let time = procedure.account?.time
    if count == 0 { start = time }
    let place = start.flatMap { start in time.map { Self.seconds(from: start, to: $0) } } ?? Double(count)
    count += 1
    for (index, entry) in procedure.estimates.enumerated() {
      guard let estimate = entry.estimate, estimate.hasPeak else { continue }
      let reach = DistanceEstimate.intervalDeviations * estimate.deviationMetres
      let interval = reach.isFinite ? estimate.metres - reach...estimate.metres + reach : nil
      distances[index].append(Plot.Point(place, estimate.metres, in: interval))
      if tones == nil { tones = ProcedureTones(procedure, metres: estimate.metres) }
    }
    if let offset = procedure.initiatorSteps?.frequencyOffset { offsets.append(Plot.Point(place, offset)) }
  }

  private static func seconds(from start: RecordTime, to end: RecordTime) -> Double {
    Double(end.seconds) - Double(start.seconds) + Double(end.picoseconds - start.picoseconds) * 1e-12
  }

  /// The plots; those without a value are left out.
  public var plots: [Plot] {
    let across = start == nil ? Axis("procedure") : Axis("time", unit: "s")
    let series = zip(kinds, distances).filter { !$1.isEmpty }.map { kind, points in
      thinned(kind.rawValue, points)
    }
    var plots: [Plot] = []
    if !series.isEmpty {
      plots.append(
        Plot(
          id: "distance-over-time", title: "Distance over \(across.title)",
          summary: "The distance of each procedure by each estimator, with its 95 % interval."
            + note(distances),
          x: across, y: Axis("distance", unit: "m"), series: series))
    }
    if offsets.count > 1 {
      plots.append(
        Plot(
          id: "offset-over-time", title: "Frequency offset over \(across.title)",
          summary: "The frequency offset that the initiator measured in the mode-0 steps of each procedure."
            + note([offsets]),
          x: across, y: Axis("frequency offset", unit: "ppm"), series: [thinned("mode-0", offsets)]))
    }
    return plots + (tones?.plots ?? [])
  }

  /// As many values as a plot draws, the least and the greatest of each stretch among them.
  private func thinned(_ name: String, _ points: [Plot.Point]) -> Plot.Series {
    guard points.count > Self.mostValues else {
      return Plot.Series(name, points.count > 1 ? .line : .marks, points)
    }
    let stretch = (2 * points.count + Self.mostValues - 1) / Self.mostValues
    var kept: [Plot.Point] = []
    for first in stride(from: 0, to: points.count, by: stretch) {
      let part = points[first..<min(first + stretch, points.count)]
      guard let least = part.indices.min(by: { part[$0].y < part[$1].y }),
        let greatest = part.indices.max(by: { part[$0].y < part[$1].y })
      else { continue }
      kept += Set([least, greatest]).sorted().map { part[$0] }
    }
    return Plot.Series(name, .curve, kept)
  }

  private func note(_ series: [[Plot.Point]]) -> String {
    let most = series.map(\.count).max() ?? 0
    guard most > Self.mostValues else { return "" }
    return " Of \(DecimalText.grouped(most)) values, the least and the greatest of each stretch are drawn;"
      + " --json and --csv have all."
  }
}

/// The tones of one procedure with the line of its distance.
private struct ProcedureTones: Sendable {
  private let counter: UInt16
  private let metres: Double
  private let paths: [ToneResponse]

  /// Nil without tones.
  init?(_ procedure: ProcedureAnalysis, metres: Double) {
    guard let measurement = procedure.measurement, measurement.paths.contains(where: { $0.channel.count > 2 })
    else { return nil }
    counter = procedure.account?.counter ?? 0
    self.metres = metres
    paths = measurement.paths.filter { $0.channel.count > 2 }
  }

  var plots: [Plot] {
    let lines = paths.map(line)
    let across = Axis("channel index")
    let phases = lines.enumerated().flatMap { index, line in
      [
        Plot.Series("path \(index + 1)", .marks, line.phases),
        Plot.Series("path \(index + 1), line", .curve, line.fitted),
      ]
    }
    return [
      Plot(
        id: "phase-over-channel", title: "Phase over channel index, procedure \(counter)",
        summary:
          "The phase of both ways on each channel of the first procedure with a distance, and the line of"
          + " \(DecimalText.fixed(metres, digits: 3)) m.",
        x: across, y: Axis("phase", unit: "rad"), series: phases),
      Plot(
        id: "amplitude-over-channel", title: "Amplitude over channel index, procedure \(counter)",
        summary: "The amplitude on each channel of the same procedure, relative to the strongest tone.",
        x: across, y: Axis("amplitude", unit: "dB"),
        series: lines.enumerated().map { Plot.Series("path \($0 + 1)", .marks, $1.amplitudes) }),
    ]
  }

  /// A path: its phases around the line, the line, and its amplitudes.
  private func line(
    _ path: ToneResponse
  ) -> (phases: [Plot.Point], fitted: [Plot.Point], amplitudes: [Plot.Point]) {
    let turns = metres / RangingBounds.ambiguityMetres
    let order = path.channel.indices.sorted { (path.channel[$0], $0) < (path.channel[$1], $1) }
    // Reports differ in whether the phase falls or rises with the channel.
    let sums = [-1.0, 1].map { sign in (sign, sum(path, turnsPerChannel: sign * turns)) }
    let falls = size(sums[0].1) >= size(sums[1].1)
    let (sign, mean) = falls ? sums[0] : sums[1]
    let offset = PortableMath.atan2(mean.im, mean.re)
    func fitted(_ channel: UInt8) -> Double { sign * 2 * .pi * turns * Double(channel) + offset }
    let greatest = path.channel.indices.map { size((path.re[$0], path.im[$0])) }.max() ?? 0
    var result: (phases: [Plot.Point], fitted: [Plot.Point], amplitudes: [Plot.Point]) = ([], [], [])
    for index in order {
      let channel = path.channel[index]
      let power = size((path.re[index], path.im[index]))
      guard power > 0 else { continue }
      let (sine, cosine) = PortableMath.sinCos(radians: fitted(channel))
      let rest = PortableMath.atan2(
        path.im[index] * cosine - path.re[index] * sine, path.re[index] * cosine + path.im[index] * sine)
      result.phases.append(Plot.Point(Double(channel), fitted(channel) + rest))
      result.amplitudes.append(
        Plot.Point(Double(channel), PortableMath.decibels(powerRatio: power / greatest)))
    }
    let ends = [order.first, order.last].compactMap { $0.map { path.channel[$0] } }
    result.fitted = ends.map { Plot.Point(Double($0), fitted($0)) }
    return result
  }

  /// The tones of a path with the phase of a line taken off, added up.
  private func sum(_ path: ToneResponse, turnsPerChannel: Double) -> (re: Double, im: Double) {
    var sum = (re: 0.0, im: 0.0)
    for index in path.channel.indices {
      let (sine, cosine) = PortableMath.sinCos(turns: turnsPerChannel * Double(path.channel[index]))
      sum.re += path.re[index] * cosine + path.im[index] * sine
      sum.im += path.im[index] * cosine - path.re[index] * sine
    }
    return sum
  }

  private func size(_ value: (re: Double, im: Double)) -> Double { value.re * value.re + value.im * value.im }
}
