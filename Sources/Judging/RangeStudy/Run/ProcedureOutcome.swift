public import CoreTypes
public import Ranging

/// What one procedure came to, beside the truth.
public struct ProcedureOutcome: Sendable, Equatable {
  /// Counts the procedures of a point from 0.
  public var index = 0
  /// The middle of the procedure, from the start of its session.
  public var time = Instant.start
  /// The true distance then, in metres.
  public var trueMetres = 0.0
  /// What the procedure alone tells, in metres; nil for no distance.
  public var rawMetres: Double?
  /// What the phone shows, in metres: that, or what its filter makes of it; nil for no distance.
  public var metres: Double?
  /// What the point's estimator and each of its `comparedEstimators` makes of the measurement, nil for no distance;
  /// empty where none are compared or there is no measurement.
  public var estimates: [DistanceEstimate?] = []
  /// The standard deviation that the phone gives to what the procedure alone tells, in metres; 0 for no distance.
  public var deviationMetres = 0.0
  /// How far the tones agree on a distance, 0 to 1; 0 without a distance.
  public var quality = 0.0
  /// What round-trip times say of the tones; nil where the phone had nothing to compare.
  public var crossCheck: RoundTripCheck.Agreement?
  /// The worst attack metric (NADM) of the steps, 0 to 6; nil where no end tells one.
  public var attackMetric: UInt8?
  /// The tones behind the distance, over all antenna paths.
  public var toneCount = 0
  /// How many subevents it took.
  public var subeventCount = 0
  /// From the beginning of its first subevent to the end of its last, in seconds.
  public var spanSeconds = 0.0
  /// How long its subevents took together, in microseconds.
  public var airMicroseconds = 0
  /// The square of the least standard deviation that such tones allow, in square metres; 0 without a distance.
  public var squaredBound = 0.0

  /// The estimate less the truth, in metres; nil for no distance.
  public var error: Double? { metres.map { $0 - trueMetres } }
}
