internal import CoreTypes

/// Whether tones agree on a line by more than chance.
///
/// Of n tones of one size and of phases by chance, a given line explains more than the part q of the power with a
/// probability of about exp(-n I(q)). I(q) is the rate of a sum of unit vectors: q where that is small, and
/// 0.419 - log(1 - q) / 2 where it is near 1. Over several antenna paths the sum of these is an Erlang variable.
/// The search for the strongest line is like one among a thousand and more independent ones.
enum PeakEvidence {
  /// What a line explains at least however many tones there are: less tells of no path that matters.
  private static let least = 0.25
  /// The Erlang variable that the best of all lines exceeds in one of 10,000 measurements, by the number of antenna
  /// paths from 1 on. Found by simulation of 5 to 72 tones on channels apart and together.
  private static let sums = [16.8, 20.3, 23.0, 25.4]

  /// Whether the tones agree.
  ///
  /// - Parameters:
  ///   - quality: the part of the power that the line explains, the mean over the antenna paths, 0 to 1.
  ///   - toneCount: the tones of all antenna paths.
  ///   - pathCount: the antenna paths, 1 to 4.
  static func isBeyondChance(quality: Double, toneCount: Int, pathCount: Int) -> Bool {
    // More paths than the table has would need less for each than the last ones of it.
    let known = min(pathCount, sums.count)
    let sum = sums[known - 1] * Double(pathCount) / Double(known)
    return quality >= least && rate(quality) * Double(toneCount) >= sum
  }

  /// I(q), by a form that is right at both ends.
  private static func rate(_ quality: Double) -> Double {
    let left = max(1 - quality, 1e-12)
    return 0.419 * quality - PortableMath.log(left) / 2
  }
}
