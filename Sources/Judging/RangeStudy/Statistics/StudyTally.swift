internal import Statistics

/// Takes the chunks of a study in their order and keeps one number a procedure.
package struct StudyTally: Sendable {
  private let plan: StudyPlan
  private let areIndependent: Bool
  private var tallies: [PointTally]
  private var lines: [RunningLine]
  /// The line of each setting of the knobs.
  private let places: [[Double]: Int]

  /// Before the first chunk of `plan`.
  package init(_ plan: StudyPlan) {
    self.plan = plan
    areIndependent = plan.hasIndependentErrors
    tallies = plan.points.map { _ in PointTally() }
    places = plan.placesOfSettings
    lines = [RunningLine](repeating: RunningLine(), count: places.count)
  }

  /// Takes the next chunk.
  package mutating func add(_ chunk: ChunkOutcome) {
    tallies[chunk.pointIndex].add(chunk)
    guard let line = places[plan.points[chunk.pointIndex].knobValues] else { return }
    for outcome in chunk.outcomes {
      if let metres = outcome.metres { lines[line].add(x: outcome.trueMetres, y: metres) }
    }
  }

  /// The figures of all that was taken.
  package func report() -> StudyReport {
    let points = zip(plan.points, tallies).map { point, tally in
      PointReport(
        distanceMetres: point.distanceMetres, knobValues: point.knobValues,
        figures: tally.figures(areIndependent: areIndependent), link: tally.sums.link,
        failure: tally.sums.failure, walk: tally.walk)
    }
    var overall = PointTally()
    for tally in tallies { overall.add(tally) }
    return StudyReport(
      points: points, overall: overall.figures(areIndependent: areIndependent),
      lines: StudyReport.lines(of: plan, lines))
  }
}

/// The sums of one point, with each error.
private struct PointTally: Sendable {
  private(set) var sums = ProcedureSums()
  /// The first session, if the distance changes in it.
  private(set) var walk: [ProcedureOutcome] = []
  private var errors: [Double] = []

  /// A smaller change of the distance is no motion, in metres.
  private static let leastWay = 1e-3

  mutating func add(_ chunk: ChunkOutcome) {
    sums.add(chunk)
    if walk.isEmpty { walk = Self.walk(chunk.outcomes) }
    for outcome in chunk.outcomes {
      if let error = outcome.error { errors.append(error) }
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
    sums.add(other.sums)
    errors += other.errors
  }

  func figures(areIndependent: Bool) -> PointFigures {
    sums.figures(ErrorStatistics(errors: errors, areIndependent: areIndependent))
  }
}
