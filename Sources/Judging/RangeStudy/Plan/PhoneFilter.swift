internal import Ranging

/// What the phone does with the distances of one procedure after another, by the names on a command line.
public enum PhoneFilter: String, CaseIterable, Hashable, Sendable {
  case none
  /// Leaves out what lies too far from where the target is expected.
  case gate
  /// The same, and then the median of the last five.
  case median
  /// The same, and then the mean of the last ten.
  case mean

  /// The filter of one session; nil for nothing.
  func makeFilter() -> DistanceFilter? {
    switch self {
    case .none: nil
    case .gate: DistanceFilter(.none)
    case .median: DistanceFilter(.median(5))
    case .mean: DistanceFilter(.mean(10))
    }
  }
}
