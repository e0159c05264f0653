internal import CoreTypes
internal import SimulationKernel

/// A part of a study that depends on no other.
public struct StudyChunk: Sendable {
  /// The point, as an index of the plan's.
  public let pointIndex: Int
  /// Its first procedure, counted at the point from 0.
  public let firstProcedure: Int
  /// How many procedures it has.
  public let procedureCount: Int
  let point: StudyPoint
  let seed: UInt64

  /// Runs the chunk; the same chunk always gives the same.
  public func run() -> ChunkOutcome {
    var outcome = ChunkOutcome(pointIndex: pointIndex, procedureCount: procedureCount)
    if point.speedMetresPerSecond == 0 {
      outcome.add(StudySession(point, procedureCount: procedureCount, seed: seed))
    } else {
      walk(&outcome)
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

/// What a chunk came to.
public struct ChunkOutcome: Sendable {
  /// The point, as an index of the plan's.
  public let pointIndex: Int
  /// How many procedures there should have been.
  public let procedureCount: Int
  /// Those that came about, in order.
  public private(set) var outcomes: [ProcedureOutcome] = []
  /// What was agreed; nil if it never came to that.
  public private(set) var link: AgreedLink?
  /// Why there are fewer procedures than there should be; nil if there are not.
  public private(set) var failure: String?
  /// The procedures that have one before them in their session.
  public private(set) var stepCount = 0
  /// The virtual time from each of those before to these, in seconds.
  public private(set) var stepSeconds = 0.0

  init(pointIndex: Int, procedureCount: Int) {
    self.pointIndex = pointIndex
    self.procedureCount = procedureCount
  }

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
