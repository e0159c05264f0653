import Profiles
import RangeStudy
import TestSupport

/// Studies for tests, run one chunk after another.
enum Studies {
  /// A point with a shipped accessory, in sight of the phone.
  static func point(
    _ profile: String = "nordic-nrf54l15-ipt", metres: Double = 3,
    change: (inout StudyPoint) throws -> Void = { _ in }
  ) throws -> StudyPoint {
    var point = StudyPoint(
      accessory: try Shipped.profile(profile), phone: try Shipped.phone("iphone-ios27"),
      environment: try Shipped.environment("line-of-sight"), distanceMetres: metres)
    try change(&point)
    return point
  }

  /// Runs the chunks in order.
  static func report(_ points: [StudyPoint], procedures: Int, seed: UInt64 = 1) -> StudyReport {
    let plan = StudyPlan(points: points, procedureCount: procedures, seed: seed)
    var tally = StudyTally(plan)
    for chunk in plan.chunks { tally.add(chunk.run()) }
    return tally.report()
  }

  /// All procedures in order.
  static func outcomes(_ points: [StudyPoint], procedures: Int, seed: UInt64 = 1) -> [ProcedureOutcome] {
    StudyPlan(points: points, procedureCount: procedures, seed: seed).chunks.flatMap { $0.run().outcomes }
  }
}
