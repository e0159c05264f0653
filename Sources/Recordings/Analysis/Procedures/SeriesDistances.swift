package import Ranging

/// The distances of the procedures of a series, compared with those of the first ones.
package struct SeriesDistances: Hashable, Sendable {
  /// The number of first procedures whose mean distance is the reference.
  package static let firstCount = 10
  /// The deviation of a distance that noise explains, in standard deviations of one of the first.
  private static let noiseMargin = 6.0

  package private(set) var count = 0
  private var sum = 0.0
  private var (least, greatest) = (Double.infinity, -Double.infinity)
  /// The deviation of a distance that noise explains, in metres.
  package private(set) var chanceMetres = 0.0

  /// The greatest deviation from the mean of the first ones, in metres; nil with fewer distances.
  package var departureMetres: Double? {
    guard count >= Self.firstCount else { return nil }
    let mean = sum / Double(Self.firstCount)
    return max(greatest - mean, mean - least)
  }

  package init() {}

  /// Takes the distance of the next procedure.
  package mutating func take(_ distance: DistanceEstimate) {
    (least, greatest) = (min(least, distance.metres), max(greatest, distance.metres))
    if count < Self.firstCount {
      sum += distance.metres
      chanceMetres = max(chanceMetres, Self.noiseMargin * distance.noiseMetres)
    }
    count += 1
  }
}
