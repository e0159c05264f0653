public import Capture
public import CoreTypes
public import Ranging

/// One procedure of a lab: what was measured, and beside it what is true.
public struct LabProcedure: Sendable {
  /// Its end, from the start of the lab or of the recording.
  public var time: Instant
  /// CSProcCount
  public var counter: UInt16
  /// The tones and round-trip times.
  public var measurement: RangingMeasurement
  /// What the estimator makes of them; nil if they have nothing for it.
  public var estimate: DistanceEstimate?
  /// The true distance in metres when it began; nil in a recording.
  public var trueMetres: Double?
  /// The first steps of its first subevent as they were on the air; empty in a recording.
  public var steps: [StepFrame] = []

  /// The distance in metres; nil if the measurement has none.
  public var metres: Double? { estimate?.peakMetres }
}
