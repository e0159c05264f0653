public import CoreTypes

/// What one procedure leaves for ranging: tones by antenna path, and round-trip times.
public struct RangingMeasurement: Hashable, Sendable {
  /// The times of one step of mode-1 or mode-3.
  public struct RoundTrip: Hashable, Sendable {
    /// The initiator's, the nominal interval taken off.
    public let initiator: TimeDifference
    /// The reflector's, the nominal interval taken off.
    public let reflector: TimeDifference
    /// The worse of both ends' attack metrics; nil if none reported one.
    public let attackMetric: NADM?

    /// Takes the times and the attack metrics of both ends as HCI reports them.
    public init(
      initiator: TimeDifference, reflector: TimeDifference, initiatorNADM: NADM = .unknown,
      reflectorNADM: NADM = .unknown
    ) {
      self.initiator = initiator
      self.reflector = reflector
      attackMetric = initiatorNADM.known.map { max($0, reflectorNADM.known ?? $0) } ?? reflectorNADM.known
    }

    /// The distance that this step alone tells, in metres; nil if an end had no time.
    ///
    /// Half of the difference is the time of flight, so that one unit is 0.25 ns of it.
    public var metres: Double? {
      guard initiator != .notAvailable, reflector != .notAvailable else { return nil }
      let units = Double(initiator.rawValue) - Double(reflector.rawValue)
      return units * RangingBounds.roundTripUnitMetres
    }
  }

  /// The tones of each antenna path.
  public var paths: [ToneResponse]
  /// The round-trip times of the steps that have them.
  public var roundTrips: [RoundTrip]
  /// The standard deviation of the phase that each subevent adds to all its tones, in radians, 0 and up.
  ///
  /// The carriers are compared anew in each subevent; what the comparison leaves of their offset turns all tones of
  /// a subevent alike.
  public var subeventPhaseRadians: Double

  /// A measurement of the given parts.
  public init(
    paths: [ToneResponse] = [], roundTrips: [RoundTrip] = [], subeventPhaseRadians: Double = 0
  ) {
    self.paths = paths
    self.roundTrips = roundTrips
    self.subeventPhaseRadians = subeventPhaseRadians
  }

  /// The tones of each subevent, by antenna path.
  public var subevents: [[ToneResponse]] {
    guard let last = paths.compactMap({ $0.subevent.max() }).max() else { return [] }
    return (0...last).map { subevent in paths.map { $0.tones(ofSubevent: subevent) } }
  }

  /// The same without the tones that a receiver rated low.
  public var undoubted: RangingMeasurement {
    var result = self
    for path in paths.indices { result.paths[path] = paths[path].filtered { !paths[path].isDoubtful[$0] } }
    return result
  }
}

/// The ways to make a distance of a measurement, by the names they have on a command line.
public enum RangingEstimatorKind: String, CaseIterable, Hashable, Sendable {
  /// The mean of the direct path's distance over a family of channels: the least mean square error.
  case mmse
  /// Maximum likelihood of one path in noise: the strongest line.
  case ml
  /// The earliest peak of the delay spectrum under a Hann window: coarse, but not drawn to strong echoes.
  case earliest
  /// The earliest line that MUSIC finds: finer than the bandwidth, the best where there are few strong echoes.
  case music
  /// Round-trip times alone.
  case rtt
  /// The mean of `mmse`, the ambiguity chosen and the whole checked by round-trip times.
  case fused
  /// Maximum likelihood of distance and velocity together; needs the time of each tone.
  case motion

  /// The one for a phone that does not know where it is.
  public static let usual = RangingEstimatorKind.mmse
}
