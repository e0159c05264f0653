package import ConformanceTester
package import RangeStudy

/// The work of a campaign, cut into units that depend on nothing but the campaign, and counted from 0: chunk by chunk the
/// points of each study, then the checks.
package struct CampaignUnits: Sendable {
  /// After so many chunks of a point it is seen whether the point is known well enough.
  static let chunksBetweenLooks = 10

  /// A unit of work.
  package enum Unit: Sendable {
    /// A part of the procedures at a point.
    case chunk(StudyChunk)
    case check(CheckRequest)
  }

  /// Each has the same number of procedures at a point.
  package let studies: [StudyPlan]
  package let checks: CampaignChecks
  /// Half of the confidence interval of P90 at which a point is known well enough, in metres; nil to run all procedures.
  package let p90WithinMetres: Double?
  /// Of the points of each study, its number and that of the point in it.
  private let points: [(study: Int, point: Int)]
  private let chunkCount: Int

  package init(studies: [StudyPlan], checks: CampaignChecks, p90WithinMetres: Double?) {
    let chunkCount = studies.first?.chunkCount ?? 0
    precondition(studies.allSatisfy { $0.chunkCount == chunkCount }, "studies of a campaign are equally long")
    self.chunkCount = chunkCount
    self.studies = studies
    self.checks = checks
    self.p90WithinMetres = p90WithinMetres
    points = studies.enumerated().flatMap { number, study in
      study.points.indices.map { (study: number, point: $0) }
    }
  }

  /// The number of points of all studies.
  package var pointCount: Int { points.count }

  /// The number of units.
  package var count: Int { points.count * chunkCount + checks.count }

  /// The procedures of all studies.
  package var procedureCount: Int { points.count * (studies.first?.procedureCount ?? 0) }

  /// The unit with a number below `count`.
  package subscript(number: Int) -> Unit {
    guard let point = point(of: number) else { return .check(checks[number - points.count * chunkCount]) }
    let place = points[point]
    return .chunk(studies[place.study].chunk(ofPoint: place.point, number % chunkCount))
  }

  /// The point of a unit, counted over all studies; nil for a check.
  package func point(of number: Int) -> Int? {
    number < points.count * chunkCount ? number / chunkCount : nil
  }

  /// The check of a unit, counted from 0; nil for a part of a study.
  package func check(of number: Int) -> Int? {
    point(of: number) == nil ? number - points.count * chunkCount : nil
  }

  /// Whether a result is of the kind of a unit, and the unit one of these.
  package func fits(_ result: UnitResult, _ number: Int) -> Bool {
    guard (0..<count).contains(number) else { return false }
    return switch result {
    case .ranged: point(of: number) != nil
    case .checked: check(of: number) != nil
    }
  }

  /// The units of a point.
  package func units(ofPoint point: Int) -> Range<Int> { point * chunkCount..<(point + 1) * chunkCount }

  /// The study of a point, and the point's place in it.
  package func place(ofPoint point: Int) -> (study: Int, point: Int) { points[point] }

  /// The one of so many shards that has a unit, counted from 1. Whole points are in one shard where they may end early, as
  /// only their units in order tell when.
  package func shard(of number: Int, of shardCount: Int) -> Int {
    let dealt = p90WithinMetres == nil ? number : point(of: number) ?? number
    return dealt % shardCount + 1
  }
}

/// The result of a unit.
package enum UnitResult: Sendable, Equatable {
  case ranged(ChunkTally)
  case checked(CheckVerdicts)
}
