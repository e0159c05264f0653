/// Why a procedure gave no distance. A new case comes last, since stores count them in this order.
package enum DistanceObstacle: CaseIterable, Sendable {
  /// An end aborted the procedure.
  case aborted
  /// The accessory's controller has no results of the procedure.
  case notReported
  /// The phone did not get the accessory's results over the link.
  case notRead
  /// The estimator has too few tones.
  case tooFewTones
  /// The estimator has no round-trip time.
  case noRoundTrips
  /// Chance explains the phases of the tones.
  case noPeak
  /// The phone's filter took the distance for an outlier.
  case filtered

  /// For people, of procedures that all have it.
  package var text: String {
    switch self {
    case .aborted: "procedures are aborted"
    case .notReported: "the accessory's controller reports no results of the procedures"
    case .notRead: "the accessory's results do not arrive over the Ranging Service"
    case .tooFewTones: "procedures have too few tones for a distance"
    case .noRoundTrips: "procedures have no round-trip times of both devices"
    case .noPeak: "the phases of the tones do not fit one distance"
    case .filtered: "the filter drops the distances"
    }
  }
}

extension [DistanceObstacle: Int] {
  /// The one that most procedures have; nil if none has any.
  var commonest: DistanceObstacle? {
    let most = DistanceObstacle.allCases.max { self[$0, default: 0] < self[$1, default: 0] }
    return most.flatMap { self[$0, default: 0] > 0 ? $0 : nil }
  }
}
