public import ChannelSounding
public import Ranging

/// A procedure of a recording: what both ends told of it, and the distances that it tells.
public struct ProcedureAnalysis: Sendable {
  /// A distance by one estimator; nil where the procedure has nothing for it.
  public typealias Estimate = (kind: RangingEstimatorKind, estimate: DistanceEstimate?)

  /// Why there is no distance to be had.
  public enum Obstacle: String, Hashable, Sendable {
    /// The initiator's account is not in the recordings.
    case noInitiator = "no-initiator"
    /// The reflector's account is not there, and without inline PCT it takes both.
    case noReflector = "no-reflector"
    /// An end aborted, or its results break off.
    case incomplete
    /// Nothing was measured.
    case nothingMeasured = "nothing-measured"

    /// For people.
    public var text: String {
      switch self {
      case .noInitiator: "the initiator's results are not in the recording"
      case .noReflector: "the reflector's results are not in the recording, and there is no inline PCT"
      case .incomplete: "the procedure is not complete"
      case .nothingMeasured: "too little was received by both ends"
      }
    }
  }

  /// Its place in the analysis, from 0.
  public var index: Int
  /// What the initiator told.
  public var initiator: RecordedProcedure?
  /// What the reflector told.
  public var reflector: RecordedProcedure?
  /// The configuration that it ran under, as the first account has it that has one; nil where the recording does not show it.
  public var configuration: CSConfiguration?
  /// Whether the initiator's tones hold both ways.
  public var usesInlinePCT: Bool
  /// The initiator's steps.
  public var initiatorSteps: EndStatistics?
  /// The reflector's steps.
  public var reflectorSteps: EndStatistics?
  /// The tones of both ends multiplied, or the initiator's under inline PCT, by antenna path; with times.
  public var measurement: RangingMeasurement?
  /// The phase noise of single tones in radians, the mean over the antenna paths; nil with too few tones.
  public var phaseNoiseRadians: Double?
  /// Distances in the order that was asked for.
  public var estimates: [Estimate] = []
  /// Why there is none; nil if there is.
  public var obstacle: Obstacle?

  /// The configuration if the recording shows its times, which a log of text does not.
  public var timedConfiguration: CSConfiguration? { account?.lines == nil ? configuration : nil }

  /// The account of the initiator, else that of the reflector.
  public var account: RecordedProcedure? { initiator ?? reflector }
}
