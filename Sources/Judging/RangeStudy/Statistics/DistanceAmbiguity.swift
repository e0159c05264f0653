internal import Ranging

/// Distances of a study at which estimates are too short, since the phases of tones repeat.
package struct DistanceAmbiguity: Sendable, Equatable {
  /// The distance after which they repeat, in metres.
  package let metres: Double
  /// The least and the greatest distance concerned, in metres.
  package private(set) var distances: ClosedRange<Double>

  /// The distance in metres from which on estimates are too short.
  package var limitMetres: Double { Self.limitMetres(metres) }
  /// The spacing of the channels in megahertz.
  package var spacingMegahertz: Int { Int((RangingBounds.ambiguityMetres / metres).rounded()) }
  /// Whether an estimate is too short by several times the ambiguity.
  package var isRepeated: Bool { distances.upperBound >= limitMetres + metres }

  private static func limitMetres(_ metres: Double) -> Double { metres + RangingBounds.lowestMetres }

  /// Those of a study, one for each spacing of channels, in the order of the points.
  package static func all(_ report: StudyReport, of plan: StudyPlan) -> [DistanceAmbiguity] {
    var all: [DistanceAmbiguity] = []
    for (point, outcome) in zip(plan.points, report.points) where outcome.figures.estimateCount > 0 {
      let farthest = outcome.walk.map(\.trueMetres).reduce(point.distanceMetres, max)
      guard let metres = outcome.link?.configuration.ambiguityMetres(of: point.estimator),
        farthest >= limitMetres(metres)
      else { continue }
      let distances = max(point.distanceMetres, limitMetres(metres))...farthest
      guard let index = all.firstIndex(where: { $0.metres == metres }) else {
        all.append(DistanceAmbiguity(metres: metres, distances: distances))
        continue
      }
      let known = all[index].distances
      all[index].distances =
        min(known.lowerBound, distances.lowerBound)...max(known.upperBound, distances.upperBound)
    }
    return all
  }
}
