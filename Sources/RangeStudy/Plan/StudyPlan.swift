internal import SimulationKernel

/// A study: so many procedures at each of several points.
public struct StudyPlan: Sendable {
  /// The most procedures of one session. Sessions are alone in their simulations, so that they can run side by
  /// side; their length does not depend on how many do, and so nothing else does.
  public static let sessionLength = 500

  /// In the order of the report.
  public let points: [StudyPoint]
  /// The procedures at each point, above 0.
  public let procedureCount: Int
  /// The seed of all chance.
  public let seed: UInt64

  /// Plans a study.
  public init(points: [StudyPoint], procedureCount: Int, seed: UInt64) {
    precondition(procedureCount > 0, "a study has procedures")
    self.points = points
    self.procedureCount = procedureCount
    self.seed = seed
  }

  /// What is run at a time, point after point.
  public var chunks: [StudyChunk] {
    points.indices.flatMap { point in
      stride(from: 0, to: procedureCount, by: Self.sessionLength).map { first in
        StudyChunk(
          pointIndex: point, firstProcedure: first,
          procedureCount: min(Self.sessionLength, procedureCount - first), point: points[point],
          seed: seed(of: points[point], firstProcedure: first))
      }
    }
  }

  /// What a point's chance is drawn from: its own distance and knob, not what else is in the study.
  private func seed(of point: StudyPoint, firstProcedure: Int) -> UInt64 {
    let knob = point.knobValue.map { "\($0)" } ?? "none"
    let name = "range.\(point.distanceMetres).\(knob).\(firstProcedure)"
    var stream = RandomStreams(seed: seed).stream(name)
    return stream.next()
  }
}

/// A part of a study that one simulation runs.
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
    let session = StudySession(point, procedureCount: procedureCount, seed: seed)
    var outcomes = session.outcomes
    for index in outcomes.indices { outcomes[index].index = firstProcedure + index }
    return ChunkOutcome(
      pointIndex: pointIndex, procedureCount: procedureCount, outcomes: outcomes, link: session.link,
      failure: session.failure)
  }
}

/// What a chunk came to.
public struct ChunkOutcome: Sendable {
  /// The point, as an index of the plan's.
  public let pointIndex: Int
  /// How many procedures there should have been.
  public let procedureCount: Int
  /// Those that came about, in order.
  public let outcomes: [ProcedureOutcome]
  /// What was agreed; nil if it never came to that.
  public let link: AgreedLink?
  /// Why there are fewer procedures than there should be; nil if there are not.
  public let failure: String?
}
