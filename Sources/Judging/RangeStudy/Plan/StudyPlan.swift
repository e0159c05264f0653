package import Profiles
package import Ranging
internal import SimulationKernel

/// A study: so many procedures at each of several points.
package struct StudyPlan: Sendable {
  /// The most procedures of one session. Sessions are alone in their simulations, so that they can run side by
  /// side; their length does not depend on how many do, and so nothing else does.
  package static let usualSessionLength = 500

  /// In the order of the report.
  package let points: [StudyPoint]
  /// The procedures at each point, above 0.
  package let procedureCount: Int
  /// The seed of all chance.
  package let seed: UInt64
  private let sessionLength: Int

  package init(
    points: [StudyPoint], procedureCount: Int, seed: UInt64, sessionLength: Int = usualSessionLength
  ) {
    precondition(procedureCount > 0 && sessionLength > 0, "a study has procedures")
    self.sessionLength = sessionLength
    self.points = points
    self.procedureCount = procedureCount
    self.seed = seed
  }

  /// What is run at a time, point after point.
  package var chunks: [StudyChunk] {
    points.indices.flatMap { point in (0..<chunkCount).map { chunk(ofPoint: point, $0) } }
  }

  /// How many chunks a point has.
  package var chunkCount: Int { (procedureCount + sessionLength - 1) / sessionLength }

  /// A chunk of a point, both counted from 0.
  package func chunk(ofPoint index: Int, _ number: Int) -> StudyChunk {
    let first = number * sessionLength
    return StudyChunk(
      pointIndex: index, firstProcedure: first, procedureCount: min(sessionLength, procedureCount - first),
      point: points[index], seed: seed(of: points[index], firstProcedure: first))
  }

  /// Whether the error of one procedure says nothing of the next, at no point.
  var hasIndependentErrors: Bool { points.allSatisfy(\.hasIndependentErrors) }

  /// What the knobs are set to, each setting once, in the order of the points.
  var settings: [[Double]] {
    var known: Set<[Double]> = []
    return points.map(\.knobValues).filter { known.insert($0).inserted }
  }

  /// The place of each setting in `settings`.
  var placesOfSettings: [[Double]: Int] { Dictionary(uniqueKeysWithValues: zip(settings, 0...)) }

  /// What a point's chance is drawn from: its own distance and knob, not what else is in the study.
  private func seed(of point: StudyPoint, firstProcedure: Int) -> UInt64 {
    let knob = point.knobValues.isEmpty ? "none" : point.knobValues.map { "\($0)" }.joined(separator: ".")
    let name = "range.\(point.distanceMetres).\(knob).\(firstProcedure)"
    var stream = RandomStreams(seed: seed).stream(name)
    return stream.next()
  }
}

/// Where and with what procedures run: one row of a study.
package struct StudyPoint: Sendable {
  package var accessory: AccessoryProfile
  package var phone: PhoneProfile
  /// What lies between the two.
  package var environment: EnvironmentPreset
  /// The true distance in metres; where the phone moves, that of the middle of each walk.
  package var distanceMetres: Double
  /// How fast the phone goes away from the accessory, in metres a second; negative towards it.
  package var speedMetresPerSecond: Double
  /// Signal-to-noise ratio in dB of a tone at both receivers; nil leaves the noise as the radios have it.
  package var toneSNRDecibels: Double?
  /// How the phone makes a distance of a procedure.
  package var estimator: RangingEstimatorKind
  /// Estimators that take the same measurements beside it, for a comparison.
  package var comparedEstimators: [RangingEstimatorKind] = []
  /// What the phone does with the distances.
  package var filter: PhoneFilter
  /// What the knobs that are swept are set to.
  package var knobValues: [Double]

  /// Whether all errors of a session have the same echoes in them, which are drawn once.
  package var sharesEchoes: Bool { !(environment.scattering?.isRedrawnEachProcedure ?? true) }
  /// Whether the error of one procedure says nothing of the next.
  var hasIndependentErrors: Bool { filter == .none && !sharesEchoes }

  package init(
    accessory: AccessoryProfile, phone: PhoneProfile, environment: EnvironmentPreset, distanceMetres: Double,
    speedMetresPerSecond: Double = 0, toneSNRDecibels: Double? = nil,
    estimator: RangingEstimatorKind = .usual, filter: PhoneFilter = .none, knobValues: [Double] = []
  ) {
    self.accessory = accessory
    self.phone = phone
    self.environment = environment
    self.distanceMetres = distanceMetres
    self.speedMetresPerSecond = speedMetresPerSecond
    self.toneSNRDecibels = toneSNRDecibels
    self.estimator = estimator
    self.filter = filter
    self.knobValues = knobValues
  }
}

/// What the phone does with the distances of one procedure after another, by the names on a command line.
package enum PhoneFilter: String, CaseIterable, Hashable, Sendable {
  case none
  /// Leaves out what lies too far from where the target is expected.
  case gate
  /// The same, and then the median of the last five.
  case median
  /// The same, and then the mean of the last ten.
  case mean

  /// The filter of one session; nil for nothing.
  func makeFilter() -> DistanceFilter? {
    switch self {
    case .none: nil
    case .gate: DistanceFilter(.none)
    case .median: DistanceFilter(.median(5))
    case .mean: DistanceFilter(.mean(10))
    }
  }
}
