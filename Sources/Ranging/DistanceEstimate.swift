/// A distance, and what is known of its worth.
public struct DistanceEstimate: Hashable, Sendable {
  /// The least `quality` at which there is a peak to speak of; phases of pure chance stay below it.
  static let peakQuality = 0.25

  /// From -5 up to 144.9.
  public let metres: Double
  /// The part of the tones' power that the estimated line explains, 0 to 1; the mean over the antenna paths.
  public let quality: Double
  /// Root mean square of the phase left when the line is taken out, in radians, over all antenna paths.
  public let phaseResidualRadians: Double
  /// The Cramér-Rao bound at that residual, in metres.
  public let boundMetres: Double
  /// The tones that were used, over all antenna paths.
  public let toneCount: Int

  /// Whether the tones agree on a distance at all.
  var hasPeak: Bool { quality >= Self.peakQuality }
}
