import ChannelSounding
import CoreTypes
import Profiles
import RangeStudy
import Ranging
import TestSupport
import Testing

@Suite("The reason for a missing distance")
struct DistanceObstacleTests {
  /// A point of a phone that has the reports of both ends.
  private static func point(_ change: (inout StudyPoint) -> Void) throws -> StudyPoint {
    try Studies.point("everything") {
      $0.phone = try Shipped.phone("secure-mode-3")
      change(&$0)
    }
  }

  private static let changes: [(obstacle: DistanceObstacle, change: @Sendable (inout StudyPoint) -> Void)] = [
    (.tooFewTones, { $0.phone.procedures.maxProcedureLen = 1 }),
    (.tooFewTones, { $0.phone.procedures.maxSubeventLen = 1250 }),
    (
      .notRead,
      {
        $0.phone.configuration.channelMap = .allowed
        $0.phone.configuration.channelMapRepetition = 3
      }
    ),
    (.tooFewTones, { $0.phone.configuration.mainMode = .mode1 }),
    (
      .noRoundTrips,
      {
        $0.phone.configuration.mainMode = .mode2
        $0.estimator = .rtt
      }
    ),
    (.noPeak, { $0.toneSNRDecibels = -15 }),
  ]

  @Test("is known of each procedure, and is the failure of a point without any", arguments: changes.indices)
  func obstacles(_ index: Int) throws {
    let (obstacle, change) = Self.changes[index]
    let point = try Self.point(change)
    let outcomes = Studies.outcomes([point], procedures: 3)
    #expect(outcomes.map(\.obstacle) == [obstacle, obstacle, obstacle])
    #expect(Studies.report([point], procedures: 3).points[0].failure == obstacle.text)
  }

  @Test("is no failure of a point with a distance")
  func some() throws {
    let point = try Studies.point("defective/stops-after-five-procedures")
    #expect(Studies.outcomes([point], procedures: 7).map(\.obstacle).suffix(3) == [nil, .aborted, .aborted])
    #expect(Studies.report([point], procedures: 7).points[0].failure == nil)
  }

  @Test("is the commonest one, in whatever order chunks are added, and also after storing")
  func merged() throws {
    func tally(_ count: Int, _ change: (inout StudyPoint) -> Void) throws -> ChunkTally {
      let plan = StudyPlan(points: [try Self.point(change)], procedureCount: count, seed: 1)
      return try ChunkTally(decoding: ChunkTally(plan.chunks[0].run()).encoded)
    }
    let few = try tally(2) { $0.phone.procedures.maxProcedureLen = 1 }
    let many = try tally(3) { $0.toneSNRDecibels = -15 }
    for parts in [[few, many], [many, few]] {
      var sum = ChunkTally()
      for part in parts { sum.add(part) }
      #expect(sum.failure == DistanceObstacle.noPeak.text)
      #expect(try ChunkTally(decoding: sum.encoded).failure == sum.failure)
      sum.add(try tally(1) { _ in })
      #expect(sum.failure == nil)
    }
  }
}
