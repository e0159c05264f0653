internal import SimulationKernel

/// A study: so many procedures at each of several points.
public struct StudyPlan: Sendable {
  /// The most procedures of one session. Sessions are alone in their simulations, so that they can run side by
  /// side; their length does not depend on how many do, and so nothing else does.
  public static let usualSessionLength = 500

  /// In the order of the report.
  public let points: [StudyPoint]
  /// The procedures at each point, above 0.
  public let procedureCount: Int
  /// The seed of all chance.
  public let seed: UInt64
  private let sessionLength: Int

  public init(
    points: [StudyPoint], procedureCount: Int, seed: UInt64, sessionLength: Int = usualSessionLength
  ) {
    precondition(procedureCount > 0 && sessionLength > 0, "a study has procedures")
    self.sessionLength = sessionLength
    self.points = points
    self.procedureCount = procedureCount
    self.seed = seed
  }

  /// What is run at a time, point after point.
  public var chunks: [StudyChunk] {
    points.indices.flatMap { point in
      stride(from: 0, to: procedureCount, by: sessionLength).map { first in
        StudyChunk(
          pointIndex: point, firstProcedure: first,
          procedureCount: min(sessionLength, procedureCount - first), point: points[point],
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
