import ChannelSounding
import CoreTypes
import Profiles
import RangeStudy
import Testing

@Suite("Distances at which the phases of tones repeat")
struct DistanceAmbiguityTests {
  private static func plan(_ distances: [Double], spacing: Int) throws -> StudyPlan {
    let points = try distances.map { metres in
      try Studies.point(metres: metres) {
        $0.phone.configuration.channelMap = CSChannelMap(
          channels: stride(from: 2, through: 76, by: spacing).filter(CSChannelMap.allowed.contains))
      }
    }
    return StudyPlan(points: points, procedureCount: 3, seed: 1)
  }

  @Test(
    "are those beyond the ambiguity of the channels that were agreed",
    arguments: [(1, nil, 0.0), (2, 70.0...148, 74.95), (3, 49.0...148, 49.97)])
  func spacing(_ spacing: Int, _ distances: ClosedRange<Double>?, _ shift: Double) throws {
    let plan = try Self.plan([10, 49, 70, 100, 148].filter { $0 < 140 || spacing > 1 }, spacing: spacing)
    let report = Studies.report(plan.points, procedures: plan.procedureCount)
    let found = DistanceAmbiguity.all(report, of: plan)
    #expect(found.map(\.distances) == (distances.map { [$0] } ?? []))
    guard let ambiguity = found.first else { return }
    #expect(ambiguity.spacingMegahertz == spacing && ambiguity.isRepeated)
    for point in report.points {
      let bias = try #require(point.figures.errors).bias
      let turns = (bias / -shift).rounded()
      #expect((turns > 0) == ambiguity.distances.contains(point.distanceMetres), "\(point.distanceMetres) m")
      #expect(abs(bias + turns * ambiguity.metres) < 1, "\(point.distanceMetres) m")
    }
  }

  @Test("do not count where there is no estimate")
  func unfound() throws {
    let point = try Studies.point(metres: 148) { $0.environment.directPathLossDecibels = 60 }
    let plan = StudyPlan(points: [point], procedureCount: 2, seed: 1)
    #expect(DistanceAmbiguity.all(Studies.report([point], procedures: 2), of: plan).isEmpty)
  }
}
