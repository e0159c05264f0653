package import Analysis
internal import Capture
internal import Notation
package import Plots
package import Ranging

/// The values of an analysis that plots show, collected procedure by procedure.
package struct AnalysisCurves: Sendable {
  /// The most values of a series that a plot draws.
  private static let mostValues = 2_000

  private let kinds: [RangingEstimatorKind]
  private var distances: [[Plot.Point]]
  private var offsets: [Plot.Point] = []
  private var tones: ProcedurePlots?
  /// The first steps of the procedure whose tones are shown, as negotiated.
  package private(set) var steps: [Timeline] = []
  private var qualities = ToneQualityMap()
  private var procedures = ProcedureRuns()
  private var start: RecordTime?
  private var count = 0

  package init(estimators: [RangingEstimatorKind]) {
    kinds = estimators
    distances = estimators.map { _ in [] }
  }

  package mutating func add(_ procedure: ProcedureAnalysis) {
    let time = procedure.account?.time
    if count == 0 { start = time }
    let place = start.flatMap { start in time.map { $0.seconds(since: start) } } ?? Double(count)
    count += 1
    for (index, entry) in procedure.estimates.enumerated() {
      guard let estimate = entry.estimate, estimate.hasPeak else { continue }
      let reach = DistanceEstimate.intervalDeviations * estimate.deviationMetres
      let interval = reach.isFinite ? estimate.metres - reach...estimate.metres + reach : nil
      distances[index].append(Plot.Point(place, estimate.metres, in: interval))
      if tones == nil, let measurement = procedure.measurement {
        tones = ProcedurePlots(
          measurement, counter: procedure.account?.counter ?? 0, metres: estimate.metres,
          frequencyOffsets: procedure.initiator?.frequencyOffsets ?? [])
        steps = Timeline.negotiated(procedure, id: "steps")
      }
    }
    qualities.add(procedure)
    procedures.add(procedure)
    if let offset = procedure.initiatorSteps?.frequencyOffset { offsets.append(Plot.Point(place, offset)) }
  }

  /// How the ends rated their tones, by channel and procedure; nil if they rated none.
  package var qualityMap: HeatMap? { qualities.map }

  /// When the connections stood, and what became of the procedures on them; nil if no recording has times.
  package func timeline(of connections: [RecordedConnection]) -> Timeline? {
    procedures.timeline(of: connections)
  }

  /// The plots, those that stand side by side together; those without a value are left out.
  package var plots: [[Plot]] {
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
    return plots.map { [$0] } + (tones?.all ?? [])
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
