package import CoreTypes
internal import Ranging

/// Sums over procedures, without those of their errors.
struct ProcedureSums: Sendable {
  /// How many were asked for.
  var procedureCount = 0
  /// How many ran.
  var ranCount = 0
  /// How many gave a distance.
  var estimateCount = 0
  /// The procedures that have one before them in their session.
  var stepCount = 0
  /// The virtual time from each of those before to these, in seconds.
  var seconds = 0.0
  var airMicroseconds = 0
  var subeventCount = 0
  /// Of the tones behind the distances.
  var toneCount = 0
  /// Of the least errors that these tones allow, in square metres.
  var squaredBounds = 0.0
  /// The distances whose tones allow none of these.
  var unboundedCount = 0
  /// The procedures without a distance, by their obstacle.
  var obstacles: [DistanceObstacle: Int] = [:]
  var suspicion = Suspicion()
  /// What was agreed; nil if it never came to that.
  var link: AgreedLink?
  /// Why procedures are missing; nil if none are.
  var stop: String?

  /// Why procedures are missing, or, if none gave a distance, what kept most of them from one; nil otherwise.
  var failure: String? { stop ?? (estimateCount == 0 ? obstacles.commonest?.text : nil) }

  mutating func add(_ chunk: ChunkOutcome) {
    link = link ?? chunk.link
    stop = stop ?? chunk.failure
    procedureCount += chunk.procedureCount
    ranCount += chunk.outcomes.count
    stepCount += chunk.stepCount
    seconds += chunk.stepSeconds
    for outcome in chunk.outcomes {
      airMicroseconds += outcome.airMicroseconds
      subeventCount += outcome.subeventCount
      suspicion.add(outcome)
      if let obstacle = outcome.obstacle { obstacles[obstacle, default: 0] += 1 }
      guard outcome.metres != nil else { continue }
      estimateCount += 1
      if let bound = outcome.squaredBound { squaredBounds += bound } else { unboundedCount += 1 }
      toneCount += outcome.toneCount
    }
  }

  mutating func add(_ other: ProcedureSums) {
    procedureCount += other.procedureCount
    ranCount += other.ranCount
    estimateCount += other.estimateCount
    stepCount += other.stepCount
    seconds += other.seconds
    airMicroseconds += other.airMicroseconds
    subeventCount += other.subeventCount
    toneCount += other.toneCount
    squaredBounds += other.squaredBounds
    unboundedCount += other.unboundedCount
    obstacles.merge(other.obstacles, uniquingKeysWith: +)
    suspicion.add(other.suspicion)
    link = link ?? other.link
    stop = stop ?? other.stop
  }

  /// The figures of the procedures and of their errors.
  func figures(_ errors: ErrorStatistics?) -> PointFigures {
    let (count, boundedCount) = (Double(estimateCount), estimateCount - unboundedCount)
    let rate = stepCount > 0 && seconds > 0 ? Double(stepCount) / seconds : nil
    let airSeconds = Double(airMicroseconds) * 1e-6 / Double(max(ranCount, 1))
    return PointFigures(
      procedureCount: procedureCount, estimateCount: estimateCount, errors: errors,
      boundMetres: boundedCount > 0 ? (squaredBounds / Double(boundedCount)).squareRoot() : nil,
      boundedCount: boundedCount, proceduresPerSecond: rate, airTimeFraction: rate.map { $0 * airSeconds },
      tonesPerEstimate: estimateCount > 0 ? Double(toneCount) / count : nil,
      subeventsPerProcedure: ranCount > 0 ? Double(subeventCount) / Double(ranCount) : nil,
      suspicion: suspicion)
  }
}

/// Evidence of an attacker between the devices, over a number of procedures.
package struct Suspicion: Sendable, Equatable {
  /// The least attack metric that calls an attack likely.
  package static let likelyMetric: NADM = 4

  /// Procedures whose tones were compared with round-trip times.
  package internal(set) var checkedCount = 0
  /// Those in which the two disagree, or agree only whole ambiguities apart.
  package internal(set) var contradictedCount = 0
  /// Procedures of which an end reported an attack metric.
  package internal(set) var ratedCount = 0
  /// Those in which it calls an attack likely.
  package internal(set) var likelyCount = 0

  mutating func add(_ outcome: ProcedureOutcome) {
    if let check = outcome.crossCheck {
      checkedCount += 1
      if check != .agrees { contradictedCount += 1 }
    }
    if let metric = outcome.attackMetric {
      ratedCount += 1
      if metric >= Self.likelyMetric { likelyCount += 1 }
    }
  }

  mutating func add(_ other: Suspicion) {
    checkedCount += other.checkedCount
    contradictedCount += other.contradictedCount
    ratedCount += other.ratedCount
    likelyCount += other.likelyCount
  }
}
