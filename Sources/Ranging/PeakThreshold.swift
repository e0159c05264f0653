internal import CoreTypes

/// How much of the power one line must explain to be no chance.
///
/// Of n tones of chance a given line explains more than the part q with the probability (1 - q)^(n - 1), so that
/// -(n - 1) log(1 - q) is an exponential variable, and the sum of these over antenna paths an Erlang one. That
/// sum is least, for a mean q, where all paths have the same, which bounds the probability for the mean. The
/// search among all lines is like one among `lineCount` independent ones.
enum PeakThreshold {
  /// What a line explains at least however many tones there are: less tells of no path that matters.
  private static let least = 0.25
  /// The Erlang variable that one of `lineCount` = 150 lines exceeds in one of 10,000 measurements, by the
  /// number of antenna paths from 1 on.
  private static let sums = [14.221, 17.118, 19.579, 21.818]

  /// The least quality of a peak.
  ///
  /// - Parameters:
  ///   - toneCount: the tones of all antenna paths.
  ///   - pathCount: the antenna paths, 1 to 4.
  static func quality(toneCount: Int, pathCount: Int) -> Double {
    let degrees = max(toneCount - pathCount, 1)
    // More paths than the table has would need less for each than the last ones of it.
    let known = min(pathCount, sums.count)
    let sum = sums[known - 1] * Double(pathCount) / Double(known)
    return max(least, 1 - PortableMath.exp(-sum / Double(degrees)))
  }
}
