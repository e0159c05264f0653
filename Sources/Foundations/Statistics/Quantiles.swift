extension Array<Double> {
  /// The least of these numbers, which are sorted, that is no smaller than a part of them: the nearest rank. There is
  /// at least one number.
  ///
  /// - Parameter fraction: 0 to 1.
  public func nearestRank(_ fraction: Double) -> Double {
    let rank = (fraction * Double(count)).rounded(.up)
    return self[Swift.min(count, Swift.max(1, Int(rank))) - 1]
  }

  /// The number in the middle of these, in any order; the mean of the two there if their count is even. There is at
  /// least one number.
  public var median: Double {
    precondition(!isEmpty, "nothing has no median")
    let sorted = sorted()
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
  }
}
