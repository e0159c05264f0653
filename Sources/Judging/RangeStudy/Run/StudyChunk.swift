package import Capture
package import ChannelSounding
package import CoreTypes
package import Ranging
internal import SimulationKernel

/// A part of a study that depends on no other.
package struct StudyChunk: Sendable {
  /// The point, as an index of the plan's.
  package let pointIndex: Int
  /// Its first procedure, counted at the point from 0.
  package let firstProcedure: Int
  /// How many procedures it has.
  package let procedureCount: Int
  let point: StudyPoint
  let seed: UInt64

  /// Whether the phone walks past the distance, in as many sessions as there are walks.
  package var walks: Bool { point.speedMetresPerSecond != 0 }

  /// Runs the chunk; the same chunk always gives the same.
  ///
  /// - Parameter log: takes every packet and frame of a phone that stands still; nil for none.
  package func run(recordingTo log: CaptureLog? = nil) -> ChunkOutcome {
    var outcome = ChunkOutcome(pointIndex: pointIndex, procedureCount: procedureCount)
    if walks {
      walk(&outcome)
    } else {
      outcome.add(StudySession(point, procedureCount: procedureCount, seed: seed, log: log))
    }
    outcome.number(from: firstProcedure)
    return outcome
  }

  /// Runs sessions in which the phone walks past the distance, each as long as a walk.
  private func walk(_ outcome: inout ChunkOutcome) {
    var seeds = RandomStreams(seed: seed).stream("walks")
    while outcome.failure == nil, outcome.outcomes.count < procedureCount {
      let seed = seeds.next()
      let trial = StudySession(point, procedureCount: 2, seed: seed)
      guard let schedule = trial.schedule else {
        outcome.give(up: trial.failure ?? "there are no procedures to walk by")
        return
      }
      let walk = Walk(
        metres: point.distanceMetres, speed: point.speedMetresPerSecond, schedule: schedule,
        most: procedureCount - outcome.outcomes.count)
      outcome.add(StudySession(point, procedureCount: walk.procedureCount, walk: walk, seed: seed))
    }
  }
}

/// The results of a chunk.
package struct ChunkOutcome: Sendable {
  /// The point, as an index of the plan's.
  package let pointIndex: Int
  /// How many procedures there should have been.
  package let procedureCount: Int
  /// Those that came about, in order.
  package private(set) var outcomes: [ProcedureOutcome] = []
  /// What was agreed; nil if it never came to that.
  package private(set) var link: AgreedLink?
  /// Why there are fewer procedures than there should be; nil if there are not.
  package private(set) var failure: String?
  /// The procedures that have one before them in their session.
  package private(set) var stepCount = 0
  /// The virtual time from each of those before to these, in seconds.
  package private(set) var stepSeconds = 0.0

  mutating func add(_ session: StudySession) {
    outcomes += session.outcomes
    link = link ?? session.link
    failure = failure ?? session.failure
    guard let first = session.outcomes.first, let last = session.outcomes.last else { return }
    stepCount += session.outcomes.count - 1
    stepSeconds += (last.time - first.time).inSeconds
  }

  mutating func give(up reason: String) { failure = reason }

  mutating func number(from first: Int) {
    for index in outcomes.indices { outcomes[index].index = first + index }
  }
}

/// What the phone and the accessory agreed on, and what the truth allows with it.
package struct AgreedLink: Sendable, Equatable {
  /// The configuration as the phone holds it.
  package var configuration: CSConfiguration
  /// N_AP, 1 to 4.
  package var antennaPathCount: Int
  /// The true signal-to-noise ratio of a tone in dB: the mean over the tones, and of the two ends' noise.
  package var toneSNRDecibels: Double
  /// Standard deviation in radians of what noise and both oscillators do to the two-way phase of one tone.
  package var phaseNoiseRadians: Double
}

/// The result of one procedure, beside the truth.
package struct ProcedureOutcome: Sendable, Equatable {
  /// Counts the procedures of a point from 0.
  package var index = 0
  /// The middle of the procedure, from the start of its session.
  package var time = Instant.start
  /// The true distance then, in metres.
  package var trueMetres = 0.0
  /// What the procedure alone tells, in metres; nil for no distance.
  package var rawMetres: Double?
  /// What the phone shows, in metres: that, or what its filter makes of it; nil for no distance.
  package var metres: Double?
  /// What the point's estimator and each of its `comparedEstimators` makes of the measurement, nil for no distance;
  /// empty where none are compared or there is no measurement.
  package var estimates: [DistanceEstimate?] = []
  /// The standard deviation that the phone gives to what the procedure alone tells, in metres; 0 for no distance.
  package var deviationMetres = 0.0
  /// How far the tones agree on a distance, 0 to 1; 0 without a distance.
  package var quality = 0.0
  /// What round-trip times say of the tones; nil where the phone had nothing to compare.
  package var crossCheck: RoundTripCheck.Agreement?
  /// The worst attack metric of the steps; nil where no end tells one.
  package var attackMetric: NADM?
  /// The tones behind the distance, over all antenna paths.
  package var toneCount = 0
  /// How many subevents it took.
  package var subeventCount = 0
  /// From the beginning of its first subevent to the end of its last, in seconds.
  package var spanSeconds = 0.0
  /// How long its subevents took together, in microseconds.
  package var airMicroseconds = 0
  /// The square of the least standard deviation that such tones allow, in square metres; nil without a distance, or
  /// if they fix none.
  package var squaredBound: Double?
  /// Why there is no distance to show; nil if there is one.
  package var obstacle: DistanceObstacle?

  /// The estimate less the truth, in metres; nil for no distance.
  package var error: Double? { metres.map { $0 - trueMetres } }
}
