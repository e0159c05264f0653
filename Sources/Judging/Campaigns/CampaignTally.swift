package import RangeStudy

/// The results of the units of a campaign, added in the order of their numbers.
package struct CampaignTally: Sendable {
  private let units: CampaignUnits
  /// Of each point of all studies.
  package private(set) var points: [ChunkTally]
  /// Of each check; nil where it has not run.
  package private(set) var checks: [CheckVerdicts?]
  private var chunkCounts: [Int]
  private var settled: [Bool]
  /// The units that were taken and count.
  package private(set) var doneCount = 0
  /// Units that count no more, since their points are known well enough.
  package private(set) var sparedCount = 0

  /// Before the first unit.
  package init(_ units: CampaignUnits) {
    self.units = units
    points = (0..<units.pointCount).map { _ in ChunkTally() }
    checks = [CheckVerdicts?](repeating: nil, count: units.checks.count)
    chunkCounts = points.map { _ in 0 }
    settled = points.map { _ in false }
  }

  /// Takes the next unit that ran. One that counts no more is left out.
  package mutating func add(_ result: UnitResult, of number: Int) {
    switch result {
    case .checked(let verdicts):
      guard let check = units.check(of: number) else { preconditionFailure("unit \(number) is no check") }
      checks[check] = verdicts
      doneCount += 1
    case .ranged(let tally):
      guard let point = units.point(of: number) else { preconditionFailure("unit \(number) is no chunk") }
      if settled[point] { return }
      points[point].add(tally)
      chunkCounts[point] += 1
      doneCount += 1
      settleIfKnown(point, after: number)
    }
  }

  /// Whether a unit counts no more.
  package func isSpared(_ number: Int) -> Bool { units.point(of: number).map { settled[$0] } ?? false }

  /// Whether no unit is missing.
  package var isComplete: Bool { doneCount + sparedCount == units.count }

  /// A point is looked at when all of its units so far have come.
  private mutating func settleIfKnown(_ point: Int, after number: Int) {
    let range = units.units(ofPoint: point)
    let ranCount = number - range.lowerBound + 1
    guard let wanted = units.p90WithinMetres, chunkCounts[point] == ranCount,
      ranCount % CampaignUnits.chunksBetweenLooks == 0, let interval = points[point].p90Interval,
      (interval.upperBound - interval.lowerBound) / 2 <= wanted
    else { return }
    settled[point] = true
    sparedCount += range.count - ranCount
  }

  /// The reports of the studies.
  package var studies: [StudyReport] {
    var tallies = units.studies.map { _ in [ChunkTally]() }
    for point in points.indices { tallies[units.place(ofPoint: point).study].append(points[point]) }
    return zip(tallies, units.studies).map { ChunkTally.report($0, of: $1) }
  }
}
