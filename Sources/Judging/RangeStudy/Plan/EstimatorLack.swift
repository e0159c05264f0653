package import ChannelSounding
internal import CoreTypes
internal import Profiles
package import Ranging

/// What an estimator needs and no procedure gives it.
package enum EstimatorLack: Sendable, Equatable {
  /// No step is of mode-2 or mode-3.
  case tones
  /// No step is of mode-1 or mode-3.
  case roundTrips
  /// Under inline PCT the phone has only its own half of the round-trip times.
  case accessoryTimes
}

extension CSConfiguration {
  /// What `estimator` needs and no procedure of this configuration gives the phone; nil if nothing is missing.
  package func lack(for estimator: RangingEstimatorKind) -> EstimatorLack? {
    switch estimator {
    case .mmse, .ml, .earliest, .music, .motion: hasTones ? nil : .tones
    case .rtt: !hasRoundTrips ? .roundTrips : usesInlinePCT ? .accessoryTimes : nil
    case .fused: hasTones ? nil : lack(for: .rtt)
    }
  }

  /// The distance in metres after which the estimates of `estimator` repeat; nil if they do not.
  package func ambiguityMetres(of estimator: RangingEstimatorKind) -> Double? {
    let isResolved = estimator == .rtt || estimator == .fused && lack(for: .rtt) == nil
    guard hasTones, !isResolved else { return nil }
    let metres = RangingBounds.ambiguityMetres(channels: channelMap.channels)
    return metres.isFinite ? metres : nil
  }

  private var modes: [CSMode] { [mainMode] + (subMode.map { [$0] } ?? []) }
  private var hasTones: Bool { modes.contains { $0 == .mode2 || $0 == .mode3 } }
  private var hasRoundTrips: Bool { modes.contains(where: \.hasRoundTrip) }
}

extension StudyPoint {
  /// What the estimator needs and no procedure of the point gives it; nil if nothing is missing.
  package var lack: EstimatorLack? {
    var configuration = phone.configuration
    if phone.asksForInlinePCT, accessory.interpretations.allowInlinePCT(of: accessory.csCapabilities) {
      configuration.enhancements.insert(.inlinePCT)
    }
    return configuration.lack(for: estimator)
  }
}
