internal import Ranging

/// Finds what makes most of the error where distances are far from their bound, or are of round-trip times, which have
/// none: it runs the same procedures again, without one cause at a time.
package struct CauseSearch: Sendable {
  /// A ratio of RMSE and bound above which there is a cause to look for.
  package static let leastRatio = 2.0
  /// The most procedures of each run.
  private static let procedureCount = 100
  /// The part of the error that is left at most when a cause that matters is gone.
  private static let leastGain = 0.9
  /// The part of the error of the study that the procedures of the search must show.
  private static let leastPart = 0.5

  /// A run of a point without a cause; nil for the point as it is.
  private struct Trial: Sendable {
    let point: Int
    let cause: ErrorCause?
  }

  /// What is to run.
  package let plan: StudyPlan
  private let trials: [Trial]
  /// The RMSE of each point of the study, in metres.
  private let rmses: [Double]
  private var tally: StudyTally

  /// Plans a search; nil where nothing is to be looked for at any point of a report.
  package init?(_ study: StudyPlan, _ report: StudyReport) {
    var trials: [Trial] = []
    var points: [StudyPoint] = []
    for (index, point) in report.points.enumerated() {
      let isFar = point.figures.ratioToBound.map { $0 > Self.leastRatio }
      guard isFar ?? (study.points[index].estimator == .rtt) else { continue }
      for cause in [nil] + ErrorCause.allCases.map(Optional.init) {
        let own = study.points[index]
        guard let point = cause == nil ? own : cause?.removed(from: own) else { continue }
        trials.append(Trial(point: index, cause: cause))
        points.append(point)
      }
    }
    guard !points.isEmpty else { return nil }
    self.trials = trials
    rmses = report.points.map { $0.figures.errors?.rmse ?? 0 }
    plan = StudyPlan(
      points: points, procedureCount: min(study.procedureCount, Self.procedureCount), seed: study.seed)
    tally = StudyTally(plan)
  }

  /// Takes the next chunk of the plan.
  package mutating func add(_ chunk: ChunkOutcome) { tally.add(chunk) }

  /// The cause of most of the error at each point that has one, by the point's place.
  package var causes: [Int: DominatingCause] {
    var before: [Int: Double] = [:]
    var causes: [Int: DominatingCause] = [:]
    for (trial, point) in zip(trials, tally.report().points) {
      guard let rmse = point.figures.errors?.rmse else { continue }
      guard let cause = trial.cause else {
        before[trial.point] = rmse
        continue
      }
      guard let whole = before[trial.point], whole >= Self.leastPart * rmses[trial.point] else { continue }
      let least = min(causes[trial.point]?.rmseWithout ?? .infinity, Self.leastGain * whole)
      if rmse < least { causes[trial.point] = DominatingCause(cause: cause, rmseWithout: rmse, rmse: whole) }
    }
    return causes
  }
}

/// What makes most of the error at a point.
package struct DominatingCause: Hashable, Sendable {
  package let cause: ErrorCause
  /// The RMSE in metres that is left without it.
  package let rmseWithout: Double
  /// The RMSE of the same procedures with it, in metres, above 0.
  package let rmse: Double

  package init(cause: ErrorCause, rmseWithout: Double, rmse: Double) {
    self.cause = cause
    self.rmseWithout = rmseWithout
    self.rmse = rmse
  }

  /// The part of the RMSE that is left without the cause, 0 to 1.
  package var partLeft: Double { rmseWithout / rmse }
}
