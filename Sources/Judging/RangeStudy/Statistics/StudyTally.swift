internal import Statistics

/// Takes the chunks of a study in their order and keeps one number a procedure.
public struct StudyTally: Sendable {
  private let plan: StudyPlan
  private let areIndependent: Bool
  private var tallies: [PointTally]
  private var lines: [RunningLine]
  private let settings: [[Double]]

  /// Before the first chunk of `plan`.
  public init(_ plan: StudyPlan) {
    self.plan = plan
    areIndependent = plan.points.allSatisfy(\.hasIndependentErrors)
    tallies = plan.points.map { _ in PointTally(procedureCount: plan.procedureCount) }
    var settings: [[Double]] = []
    for point in plan.points where !settings.contains(point.knobValues) { settings.append(point.knobValues) }
    self.settings = settings
    lines = settings.map { _ in RunningLine() }
  }

  /// Takes the next chunk.
  public mutating func add(_ chunk: ChunkOutcome) {
    tallies[chunk.pointIndex].add(chunk)
    guard let line = settings.firstIndex(of: plan.points[chunk.pointIndex].knobValues) else { return }
    for outcome in chunk.outcomes {
      if let metres = outcome.metres { lines[line].add(x: outcome.trueMetres, y: metres) }
    }
  }

  /// The figures of all that was taken.
  public func report() -> StudyReport {
    let points = zip(plan.points, tallies).map { point, tally in
      PointReport(
        distanceMetres: point.distanceMetres, knobValues: point.knobValues,
        figures: tally.figures(areIndependent: areIndependent), link: tally.link, failure: tally.failure,
        walk: tally.walk)
    }
    var overall = PointTally(procedureCount: 0)
    for tally in tallies { overall.add(tally) }
    let distances = Set(plan.points.map(\.distanceMetres))
    let fits = zip(settings, lines).compactMap { values, line in
      LineFit(line).map { StudyReport.KnobLine(knobValues: values, fit: $0) }
    }
    return StudyReport(
      points: points, overall: overall.figures(areIndependent: areIndependent),
      lines: distances.count > 1 ? fits : [])
  }
}

/// The sums of one point.
private struct PointTally: Sendable {
  private(set) var procedureCount: Int
  private(set) var link: AgreedLink?
  private(set) var failure: String?
  /// The first session, if the distance changes in it.
  private(set) var walk: [ProcedureOutcome] = []
  private var errors: [Double] = []
  private var squaredBounds = 0.0
  private var toneCount = 0
  private var airMicroseconds = 0
  private var subeventCount = 0
  private var suspicion = Suspicion()
  private var ranCount = 0
  /// The procedures that have one before them in their session, and the seconds from each to the next.
  private var stepCount = 0
  private var seconds = 0.0

  /// A smaller change of the distance is no motion, in metres.
  private static let leastWay = 1e-3

  init(procedureCount: Int) { self.procedureCount = procedureCount }

  mutating func add(_ chunk: ChunkOutcome) {
    link = link ?? chunk.link
    failure = failure ?? chunk.failure
    ranCount += chunk.outcomes.count
    stepCount += chunk.stepCount
    seconds += chunk.stepSeconds
    if walk.isEmpty { walk = Self.walk(chunk.outcomes) }
    for outcome in chunk.outcomes {
      airMicroseconds += outcome.airMicroseconds
      subeventCount += outcome.subeventCount
      suspicion.add(outcome)
      guard let error = outcome.error else { continue }
      errors.append(error)
      squaredBounds += outcome.squaredBound
      toneCount += outcome.toneCount
    }
  }

  /// The first session of a chunk if the distance changes in it. Time begins anew with each session.
  private static func walk(_ outcomes: [ProcedureOutcome]) -> [ProcedureOutcome] {
    guard let first = outcomes.first else { return [] }
    let end = zip(outcomes, outcomes.dropFirst()).enumerated().first { $1.1.time <= $1.0.time }?.offset
    let session = outcomes.prefix(end.map { $0 + 1 } ?? outcomes.count)
    let isMoving = session.contains { abs($0.trueMetres - first.trueMetres) > leastWay }
    return isMoving ? Array(session) : []
  }

  mutating func add(_ other: PointTally) {
    procedureCount += other.procedureCount
    errors += other.errors
    squaredBounds += other.squaredBounds
    toneCount += other.toneCount
    airMicroseconds += other.airMicroseconds
    subeventCount += other.subeventCount
    suspicion.add(other.suspicion)
    ranCount += other.ranCount
    stepCount += other.stepCount
    seconds += other.seconds
  }

  func figures(areIndependent: Bool) -> PointFigures {
    let count = Double(errors.count)
    let rate = stepCount > 0 && seconds > 0 ? Double(stepCount) / seconds : nil
    let airSeconds = Double(airMicroseconds) * 1e-6 / Double(max(ranCount, 1))
    return PointFigures(
      procedureCount: procedureCount, estimateCount: errors.count,
      errors: ErrorStatistics(errors: errors, areIndependent: areIndependent),
      boundMetres: errors.isEmpty ? nil : (squaredBounds / count).squareRoot(),
      proceduresPerSecond: rate, airTimeFraction: rate.map { $0 * airSeconds },
      tonesPerEstimate: errors.isEmpty ? nil : Double(toneCount) / count,
      subeventsPerProcedure: ranCount > 0 ? Double(subeventCount) / Double(ranCount) : nil,
      suspicion: suspicion)
  }
}
