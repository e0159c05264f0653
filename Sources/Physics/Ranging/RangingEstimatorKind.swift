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
