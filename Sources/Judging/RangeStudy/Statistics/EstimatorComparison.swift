package import Profiles
package import Ranging

/// How well each estimator does in several environments and at several signal-to-noise ratios.
package struct EstimatorComparison: Sendable {
  /// The estimators that need nothing but tones of devices at rest.
  package static let estimators: [RangingEstimatorKind] = [.ml, .earliest, .music, .mmse]
  /// The signal-to-noise ratios of a tone at each end, in dB.
  package static let toneSNRDecibels = [5.0, 10, 20, 30, 40]
  /// The true distances in metres.
  package static let distancesMetres = [2.0, 5, 8, 11, 14, 17, 20]

  /// The results of one estimator in one environment at one ratio, over all distances.
  package struct Cell: Sendable {
    /// The environment, by its name.
    package let environment: String
    /// The signal-to-noise ratio in dB.
    package let toneSNRDecibels: Double
    package let estimator: RangingEstimatorKind
    /// How many procedures ran.
    package fileprivate(set) var procedureCount = 0
    /// How many distances had the true one in their interval of 95 %.
    package fileprivate(set) var coveredCount = 0
    fileprivate var errors: [Double] = []

    /// How wrong the distances were; nil without any.
    package var statistics: ErrorStatistics? { ErrorStatistics(errors: errors, areIndependent: false) }
  }

  /// What is to run.
  package let plan: StudyPlan
  /// Environment by environment, ratio by ratio.
  package private(set) var cells: [Cell] = []

  /// Plans a comparison.
  ///
  /// - Parameters:
  ///   - environments: those without an attacker, whom tones cannot see.
  ///   - procedureCount: how many procedures run at each distance, above 0.
  package init(
    accessory: AccessoryProfile, phone: PhoneProfile, environments: [EnvironmentPreset], procedureCount: Int,
    seed: UInt64
  ) {
    var points: [StudyPoint] = []
    for environment in environments where environment.attack == nil {
      for ratio in Self.toneSNRDecibels {
        cells += Self.estimators.map {
          Cell(environment: environment.id, toneSNRDecibels: ratio, estimator: $0)
        }
        points += Self.distancesMetres.map {
          var point = StudyPoint(
            accessory: accessory, phone: phone, environment: environment, distanceMetres: $0,
            toneSNRDecibels: ratio, estimator: Self.estimators[0], knobValues: [ratio])
          point.comparedEstimators = Array(Self.estimators[1...])
          return point
        }
      }
    }
    plan = StudyPlan(points: points, procedureCount: procedureCount, seed: seed)
  }

  /// Takes what a chunk of the plan came to.
  package mutating func add(_ chunk: ChunkOutcome) {
    let first = chunk.pointIndex / Self.distancesMetres.count * Self.estimators.count
    for place in Self.estimators.indices {
      cells[first + place].procedureCount += chunk.procedureCount
      for outcome in chunk.outcomes where !outcome.estimates.isEmpty {
        guard let estimate = outcome.estimates[place] else { continue }
        cells[first + place].errors.append(estimate.metres - outcome.trueMetres)
        if estimate.confidenceInterval.contains(outcome.trueMetres) { cells[first + place].coveredCount += 1 }
      }
    }
  }
}
